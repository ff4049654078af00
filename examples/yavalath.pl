%   Yavalath for three.
%
%   Three players place stones: four in a line win, but three in a line lose. Who
%   makes three, and not four with the same stone, is out, and the others play on.
%   The last one left wins.
%
%   Who cannot win at once must keep the next player from it: if the next player
%   could complete four in a line, a stone goes there.
%
%   A position is made of
%       stone(Cell, Player)     a stone of Player's lies on Cell
%       out(Player)             Player is out; the stones stay where they are
%       turn(Player)            it is Player's move
%   and the one thing to do is
%       place(Cell)             place a stone on an empty cell
%
%   Good to ask about, besides legal(Action):
%       completes(Player, Cell) a stone of Player's on Cell would make four
%       stumbles(Player, Cell)  it would make only three
%       must_stop(Cell)         the player to move has to play on such a cell

:- title('Yavalath for three').
:- option(size, 5, [3, 4, 5, 6]).   % cells along an edge
:- board(hex(size)).
:- players([red, white, blue]).

:- state(stone(cell, player)).
:- state(out(player)).
:- state(turn(player)).
:- action(place(cell)).


%   The order of the players

% Player is followed by Next, if all are in the game.
seat(red, white).
seat(white, blue).
seat(blue, red).

% Player is still in the game.
in_game(Player) :-
    player(Player),
    \+ out(Player).

% It is Next's turn after Player's, for who is out is left out.
follows(Player, Next) :-
    seat(Player, Next),
    in_game(Next).
follows(Player, Next) :-
    seat(Player, Between),
    out(Between),
    seat(Between, Next).


%   Lines

% A, B and C are in a line, next to one another.
three(A, B, C) :-
    step(A, Dir, B),
    step(B, Dir, C).

% A, B, C and D are in a line, next to one another.
four(A, B, C, D) :-
    step(A, Dir, B),
    step(B, Dir, C),
    step(C, Dir, D).

% No stone lies on Cell.
empty(Cell) :-
    cell(Cell),
    \+ stone(Cell, _).

% A stone of Player's on the empty Cell would make four in a line.
completes(Player, Cell) :-
    four(Cell, B, C, D),
    stone(B, Player),
    stone(C, Player),
    stone(D, Player),
    empty(Cell).
completes(Player, Cell) :-
    four(A, Cell, C, D),
    stone(A, Player),
    stone(C, Player),
    stone(D, Player),
    empty(Cell).

% A stone of Player's on the empty Cell would make three in a line.
makes_three(Player, Cell) :-
    three(Cell, B, C),
    stone(B, Player),
    stone(C, Player),
    empty(Cell).
makes_three(Player, Cell) :-
    three(A, Cell, C),
    stone(A, Player),
    stone(C, Player),
    empty(Cell).

% It would make three, and no four: Player would be out.
stumbles(Player, Cell) :-
    makes_three(Player, Cell),
    \+ completes(Player, Cell).


%   Placing

start(turn(red)).

legal(place(Cell)) :-
    empty(Cell),
    \+ neglects(Cell).

% The next player could win, and a stone on Cell would neither keep the next
% player from it nor win itself.
neglects(Cell) :-
    must_stop(_),
    empty(Cell),
    \+ must_stop(Cell),
    turn(Player),
    \+ completes(Player, Cell).

% The next player would win on Cell, and the player to move must not let it be.
must_stop(Cell) :-
    turn(Player),
    follows(Player, Next),
    completes(Next, Cell).

add(stone(Cell, Player)) :-
    does(place(Cell)),
    turn(Player).
add(out(Player)) :-
    does(place(Cell)),
    turn(Player),
    stumbles(Player, Cell).

del(turn(Player)) :-
    turn(Player).
add(turn(Next)) :-
    turn(Player),
    follows(Player, Next).


%   Why a stone is refused

refuse(place(Cell), occupied) :-
    tried(place(Cell)),
    stone(Cell, _).
refuse(place(Cell), must_stop) :-
    tried(place(Cell)),
    neglects(Cell).

reason(occupied, 'a stone lies there already').
reason(must_stop, 'the next player could make four in a line, and you must play there first').


%   The end

% Four of Player's stones are in a line.
has_four(Player) :-
    stone(A, Player),
    four(A, B, C, D),
    stone(B, Player),
    stone(C, Player),
    stone(D, Player).

% Player alone is left in the game.
last_left(Player) :-
    in_game(Player),
    \+ (in_game(Other), Other \= Player).

% No cell is empty.
full :-
    \+ empty(_).

wins(Player) :-
    has_four(Player),
    in_game(Player).
wins(Player) :-
    last_left(Player).

draw :-
    full,
    \+ (has_four(Player), in_game(Player)),
    \+ last_left(_).

% What has ended the game.
ending(four, Player) :-
    has_four(Player),
    in_game(Player).
ending(last_left, Player) :-
    last_left(Player).
ending(full) :-
    full.

reason(four, '~w has four in a line').
reason(last_left, '~w is the last one left: the others have made three').
reason(full, 'the board is full').


%   What a position is worth
%
%   Who is out has nothing to hope for. For the others, a cell that completes
%   four is worth most, then a line of four cells, two of them Player's, that
%   nobody else has touched; a cell where Player would stumble is a burden.

% Cell is of no use to Player: another player's stone lies there.
lost_to(Player, Cell) :-
    stone(Cell, Other),
    opponent(Player, Other).

% A and B are Player's, and Player can still fill the line of four they are in.
promising(Player, A, B, C) :-
    stone(A, Player),
    stone(B, Player),
    gapped(A, B, C, D),
    \+ lost_to(Player, C),
    \+ lost_to(Player, D).

% A and B are in a line of four, with a gap between them; C and D complete it.
gapped(A, B, C, D) :-
    four(A, C, D, B).
gapped(A, B, C, D) :-
    four(A, C, B, D).

% Player's prospects add up to Strength.
strength(Player, Strength) :-
    in_game(Player),
    aggregate_all(count, completes(Player, _), Fours),
    aggregate_all(count, promising(Player, _, _, _), Lines),
    aggregate_all(count, stumbles(Player, _), Burdens),
    Strength is 1000 + 100 * Fours + 10 * Lines - 3 * Burdens.
strength(Player, 0) :-
    out(Player).

value(Player, Strength) :-
    strength(Player, Strength).

leads(Player) :-
    strength(Player, Most),
    \+ (strength(_, More), More > Most).


%   How it is drawn and written

% Player's stones are drawn as Letter.
letter(red, 'R').
letter(white, 'W').
letter(blue, 'B').

glyph(Cell, Letter, Player, disc) :-
    stone(Cell, Player),
    letter(Player, Letter).

tally(Player, out, 1) :-
    out(Player).

% A stone is written by its cell: e5.
:- notation(place(Cell), [Cell]).
