%   Tic-tac-toe.
%
%   Two players take turns to mark a cell. The first to have three marks in a
%   line wins.

:- title('Tic-tac-toe').
:- board(square(3, 3)).
:- players([x, o]).

:- state(mark(cell, player)).       % what a position is made of
:- state(turn(player)).
:- action(put(cell)).               % what a player can do

start(turn(x)).

legal(put(Cell)) :-
    cell(Cell),
    \+ taken(Cell).

% Cell holds a mark.
taken(Cell) :-
    mark(Cell, _).

add(mark(Cell, Player)) :-
    does(put(Cell)),
    turn(Player).
del(turn(Player)) :-
    turn(Player).
add(turn(Other)) :-
    turn(Player),
    opponent(Player, Other).

refuse(put(Cell), taken) :-
    tried(put(Cell)),
    taken(Cell).
reason(taken, 'that cell already holds a mark').

% Three of Player's marks in a line.
wins(Player) :-
    mark(A, Player),
    step(A, Dir, B),
    mark(B, Player),
    step(B, Dir, C),
    mark(C, Player).

draw :-
    \+ open,
    \+ won.

% Some cell is still free.
open :-
    cell(Cell),
    \+ taken(Cell).

% Somebody has three in a line.
won :-
    wins(_).

value(Player, Value) :-
    player(Player),
    aggregate_all(count, mark(_, Player), Value).

% What has ended the game.
ending(three, Player) :-
    wins(Player).
ending(full) :-
    draw.
reason(three, '~w has three in a line').
reason(full, 'no cell is free').

% Player's marks are drawn as Letter, and as a picture of that Shape.
drawn(x, x, cross).
drawn(o, o, ring).

glyph(Cell, Letter, Player, Shape) :-
    mark(Cell, Player),
    drawn(Player, Letter, Shape).

% A mark is written by its cell: b2.
:- notation(put(Cell), [Cell]).
