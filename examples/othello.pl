%   Othello, also known as Reversi.
%
%   Discs are black on one side and white on the other. Whoever places a disc
%   turns over the enemy discs that lie in an unbroken row between it and
%   another disc of the same player's, in each direction. A disc must turn over
%   at least one. When neither player can place any, the one with more wins.
%
%   A position is made of
%       disc(Cell, Player)      a disc on Cell shows Player's colour
%       turn(Player)            it is Player's move
%   and the things to do are
%       place(Cell)             place a disc, and turn over others
%       pass                    do nothing, if no disc can be placed
%
%   Cells are written as players do, but here row 1 is drawn at the bottom.

:- title('Othello').
:- board(square(8, 8)).
:- players([black, white]).

:- state(disc(cell, player)).
:- state(turn(player)).
:- action(place(cell)).
:- action(pass).


%   Setting up

start(turn(black)).
start(disc(d4, white)).
start(disc(e4, black)).
start(disc(d5, black)).
start(disc(e5, white)).


%   Placing and passing

legal(place(Cell)) :-
    turn(Player),
    turns(Player, Cell, _).
legal(pass) :-
    turn(Player),
    \+ mobile(Player).

% A disc of Player's on the empty Cell would turn over others in direction Dir.
turns(Player, Cell, Dir) :-
    flanked(Next, Dir),
    step(Cell, Dir, Next),
    \+ occupied(Cell),
    disc(Next, Enemy),
    opponent(Player, Enemy).

% From Cell on, in direction Dir, a row of discs of one colour ends at a disc
% of the other.
flanked(Cell, Dir) :-
    disc(Cell, Player),
    step(Cell, Dir, Next),
    disc(Next, Other),
    Other \= Player.
flanked(Cell, Dir) :-
    flanked(Next, Dir),
    step(Cell, Dir, Next),
    disc(Next, Player),
    disc(Cell, Player).

% A disc lies on Cell.
occupied(Cell) :-
    disc(Cell, _).

% Player can place a disc somewhere.
mobile(Player) :-
    turns(Player, _, _).


%   What an action does

% From the new disc on, in direction Dir, all discs as far as Cell are the
% enemy's.
enemy_row(Dir, Cell) :-
    does(place(New)),
    turn(Player),
    opponent(Player, Enemy),
    step(New, Dir, Cell),
    disc(Cell, Enemy).
enemy_row(Dir, Cell) :-
    enemy_row(Dir, Before),
    step(Before, Dir, Cell),
    disc(Before, Enemy),
    disc(Cell, Enemy).

% The enemy's row in direction Dir ends at a disc of the player's own.
closed(Dir) :-
    turn(Player),
    enemy_row(Dir, Last),
    step(Last, Dir, End),
    disc(End, Player).

% The disc on Cell is turned over.
turned(Cell) :-
    closed(Dir),
    enemy_row(Dir, Cell).

add(disc(Cell, Player)) :-
    does(place(Cell)),
    turn(Player).
add(disc(Cell, Player)) :-
    turned(Cell),
    turn(Player).
del(disc(Cell, Enemy)) :-
    turned(Cell),
    disc(Cell, Enemy).

del(turn(Player)) :-
    turn(Player).
add(turn(Other)) :-
    turn(Player),
    opponent(Player, Other).


%   Why an action is refused

refuse(place(Cell), occupied) :-
    tried(place(Cell)),
    occupied(Cell).
refuse(place(Cell), turns_none) :-
    tried(place(Cell)),
    \+ occupied(Cell),
    turn(Player),
    \+ turns(Player, Cell, _).
refuse(pass, mobile) :-
    tried(pass),
    turn(Player),
    mobile(Player).

reason(occupied, 'a disc lies there already').
reason(turns_none, 'a disc placed there would turn over none').
reason(mobile, 'you can place a disc, so you may not pass').


%   The end

% Neither player can place a disc.
finished :-
    \+ mobile(_).

% N discs show Player's colour.
discs(Player, N) :-
    player(Player),
    aggregate_all(count, disc(_, Player), N).

% Player has more discs than the other.
ahead(Player) :-
    opponent(Player, Other),
    discs(Player, More),
    discs(Other, Fewer),
    More > Fewer.

wins(Player) :-
    finished,
    ahead(Player).
draw :-
    finished,
    \+ ahead(_).


%   What a position is worth
%
%   Discs come and go until late, so they do not count. Corners stay for good,
%   and whoever has more choice can leave the bad cells to the other.

% Cell is a corner of the board.
corner(Cell) :-
    cell(Cell),
    aggregate_all(count, step(Cell, _, _), 3).

% Player's corners, and the rows that Player could turn over, add up to Worth.
standing(Player, Worth) :-
    player(Player),
    aggregate_all(count, (corner(Cell), disc(Cell, Player)), Corners),
    aggregate_all(count, turns(Player, _, _), Rows),
    Worth is 20 * Corners + Rows.

value(Player, Value) :-
    opponent(Player, Other),
    standing(Player, Own),
    standing(Other, Theirs),
    Value is Own - Theirs.


%   What has ended the game

ending(finished) :-
    finished.

reason(finished, 'neither player can place a disc').

score(Player, discs, N) :-
    discs(Player, N).


%   How it is drawn and written

% Discs of Player's colour are drawn as Letter.
letter(black, 'X').
letter(white, 'O').

glyph(Cell, Letter, Player, disc) :-
    disc(Cell, Player),
    letter(Player, Letter).

tally(Player, discs, N) :-
    discs(Player, N).

% A disc is written by its cell, d3; who cannot place one writes pass.
:- notation(place(Cell), [Cell]).
:- notation(pass, [pass]).
