%   English draughts, or American checkers.
%
%   Men move diagonally forward, kings backward too. Who can take must take, and
%   goes on taking with the same piece as long as it can. Who cannot move loses.
%
%   A position is made of
%       piece(Cell, Player, Kind)   a piece of Player's stands on Cell
%       turn(Player)                it is Player's move
%       taking(Cell)                the piece on Cell has just taken another, and
%                                   must go on
%   and the one thing to do is
%       move(From, To)              step to To, or jump there and take an enemy
%
%   Each jump is an action: who takes three pieces in one turn acts three times
%   before the turn passes. Elsewhere such a turn counts as a single move.

:- title('English draughts').
:- board(square(8, 8)).
:- players([black, white]).
:- type(kind, [man, king]).

:- state(piece(cell, player, kind)).
:- state(turn(player)).
:- state(taking(cell)).
:- action(move(cell, cell)).


%   The board

% Cell is in the Rank-th row as Player counts them, the home row being 1.
rank(black, Cell, Rank) :-
    row(Cell, Rank).
rank(white, Cell, Rank) :-
    row(Cell, Row),
    Rank is 9 - Row.

% Cell is dark, as a1 is.
dark(Cell) :-
    column(Cell, Column),
    row(Cell, Row),
    (Column + Row) mod 2 =:= 0.

% A piece of Player's of that Kind may go in direction Dir.
heading(black, man, ne).
heading(black, man, nw).
heading(white, man, se).
heading(white, man, sw).
heading(Player, king, Dir) :-
    player(Player),
    heading(_, man, Dir).

% A piece of Player's of that Kind steps from From to To, if To is empty.
steps(Player, Kind, From, To) :-
    heading(Player, Kind, Dir),
    step(From, Dir, To).

% It jumps from From over an enemy on Over to To, if To is empty.
jumps(Player, Kind, From, Over, To) :-
    heading(Player, Kind, Dir),
    step(From, Dir, Over),
    step(Over, Dir, To).

% When a piece of Player's of that Kind comes to Cell, it is of the kind New: a
% man becomes a king in the last row.
arrives(Player, man, Cell, man) :-
    rank(Player, Cell, Rank),
    Rank < 8.
arrives(Player, man, Cell, king) :-
    rank(Player, Cell, 8).
arrives(Player, king, Cell, king) :-
    rank(Player, Cell, _).


%   Setting up

start(turn(black)).
start(piece(Cell, Player, man)) :-
    rank(Player, Cell, Rank),
    Rank =< 3,
    dark(Cell).


%   Moving and taking

legal(move(From, To)) :-
    can_go(From, To).

% The player to move can go from From to To. Who can take must take.
can_go(From, To) :-
    takes(From, To).
can_go(From, To) :-
    \+ takes(_, _),
    turn(Player),
    piece(From, Player, Kind),
    steps(Player, Kind, From, To),
    \+ occupied(To).

% The piece on From, of the player to move, can jump to To and take an enemy.
takes(From, To) :-
    turn(Player),
    piece(From, Player, Kind),
    \+ waits(From),
    jumps(Player, Kind, From, Over, To),
    enemy(Player, Over),
    \+ occupied(To).

% The piece on Cell waits while another goes on taking.
waits(Cell) :-
    taking(Other),
    piece(Cell, _, _),
    Cell \= Other.

% A piece that is not Player's stands on Cell.
enemy(Player, Cell) :-
    opponent(Player, Other),
    piece(Cell, Other, _).

% Some piece stands on Cell.
occupied(Cell) :-
    piece(Cell, _, _).


%   What a move does

del(piece(From, Player, Kind)) :-
    does(move(From, _)),
    piece(From, Player, Kind).
add(piece(To, Player, New)) :-
    does(move(From, To)),
    piece(From, Player, Kind),
    arrives(Player, Kind, To, New).
del(piece(Over, Player, Kind)) :-
    taken(Over),
    piece(Over, Player, Kind).

% The piece on Over is taken.
taken(Over) :-
    does(move(From, To)),
    jumps(_, king, From, Over, To).

% The piece that has jumped to To can take another one from there. A man cannot
% in the last row, so the turn ends when it becomes a king.
goes_on(To) :-
    taken(Over),
    does(move(From, To)),
    piece(From, Player, Kind),
    jumps(Player, Kind, To, Next, Beyond),
    enemy(Player, Next),
    Next \= Over,
    \+ (occupied(Beyond), Beyond \= From).

del(taking(Cell)) :-
    taking(Cell).
add(taking(To)) :-
    goes_on(To).

del(turn(Player)) :-
    turn(Player),
    \+ goes_on(_).
add(turn(Other)) :-
    \+ goes_on(_),
    turn(Player),
    opponent(Player, Other).


%   Why a move is refused

% Player, whose turn it is, tries to send an own piece of that Kind to To.
tries(Player, Kind, From, To) :-
    tried(move(From, To)),
    turn(Player),
    piece(From, Player, Kind).

refuse(move(From, To), no_piece) :-
    tried(move(From, To)),
    \+ tries(_, _, From, To).
refuse(move(From, To), occupied) :-
    tried(move(From, To)),
    occupied(To).
refuse(move(From, To), no_way) :-
    tries(Player, Kind, From, To),
    \+ steps(Player, Kind, From, To),
    \+ jumps(Player, Kind, From, _, To).
refuse(move(From, To), nothing_to_take) :-
    tries(Player, Kind, From, To),
    jumps(Player, Kind, From, Over, To),
    \+ enemy(Player, Over).
refuse(move(From, To), must_take) :-
    tries(Player, Kind, From, To),
    steps(Player, Kind, From, To),
    takes(_, _).
refuse(move(From, To), waits) :-
    tries(_, _, From, To),
    waits(From).

reason(no_piece, 'you have no piece there').
reason(occupied, 'there is a piece on that cell').
reason(no_way, 'pieces go one cell diagonally, or two to take, and men forward').
reason(nothing_to_take, 'there is no enemy to jump over').
reason(must_take, 'who can take must take').
reason(waits, 'the piece that has just taken must go on').


%   The end

% Who cannot move, or has nothing left to move, loses.
wins(Player) :-
    \+ can_go(_, _),
    turn(Loser),
    opponent(Loser, Player).

% It is a draw if the same position comes for the third time.
draw :-
    repetitions(N),
    N >= 3.


%   What a position is worth

% A piece of Player's of that Kind on Cell adds Weight: men more as they advance.
weight(Player, man, Cell, Weight) :-
    rank(Player, Cell, Rank),
    Weight is 100 + 2 * Rank.
weight(Player, king, Cell, 160) :-
    rank(Player, Cell, _).

% All of Player's pieces together.
strength(Player, Strength) :-
    player(Player),
    aggregate_all(sum(Weight),
                  (piece(Cell, Player, Kind), weight(Player, Kind, Cell, Weight)),
                  Strength).

value(Player, Value) :-
    opponent(Player, Other),
    strength(Player, Own),
    strength(Other, Theirs),
    Value is Own - Theirs.


%   What has ended the game

ending(no_move, Loser) :-
    turn(Loser),
    \+ can_go(_, _).
ending(repeated) :-
    repetitions(N),
    N >= 3.

reason(no_move, '~w cannot move').
reason(repeated, 'the same position has come for the third time').


%   How it is drawn and written

% Player's pieces of that Kind are drawn as Letter, and as a picture of that Shape.
drawn(black, man, b, man).
drawn(black, king, 'B', crowned).
drawn(white, man, w, man).
drawn(white, king, 'W', crowned).

glyph(Cell, Letter, Player, Shape) :-
    piece(Cell, Player, Kind),
    drawn(Player, Kind, Letter, Shape).

shaded(Cell) :-
    dark(Cell).

% Players number the dark cells from black's home row on, from the right to the
% left as black sees them: Cell is the N-th.
number(Cell, N) :-
    dark(Cell),
    column(Cell, Column),
    row(Cell, Row),
    N is 4 * (Row - 1) + (8 - Column) // 2 + 1.

% The step or jump from From to To is written with the numbers M and N.
numbered(From, To, M, N) :-
    number(From, M),
    number(To, N).

% A step is written 11-15, a jump 15x22, by the numbers of the dark cells; c3-d4
% will do, too.
:- notation(move(From, To), [M, x, N], (takes(From, To), numbered(From, To, M, N))).
:- notation(move(From, To), [M, '-', N], numbered(From, To, M, N)).
:- notation(move(From, To), [From, '-', To]).
