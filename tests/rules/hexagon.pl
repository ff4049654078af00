%   A game on a hexagon of hexagons, for the tests.

:- title('Honeycomb').
:- board(hex(3)).
:- players([red, blue]).

:- state(stone(cell, player)).
:- state(turn(player)).
:- action(put(cell)).

start(turn(red)).

legal(put(Cell)) :-
    cell(Cell),
    \+ taken(Cell).
taken(Cell) :-
    stone(Cell, _).
add(stone(Cell, Player)) :-
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
reason(taken, 'there is a stone').

% A group of stones of one colour.
group(A, A) :-
    stone(A, _).
group(A, C) :-
    group(A, B),
    stone(B, Player),
    step(B, _, C),
    stone(C, Player).
% For the tests to ask.
place(Cell, Column, Row) :-
    column(Cell, Column),
    row(Cell, Row).

% A group that joins the first column to the last.
wins(Player) :-
    group(A, B),
    stone(A, Player),
    column(A, 1),
    column(B, 5).
draw :-
    \+ open,
    \+ won.
open :-
    cell(Cell),
    \+ taken(Cell).
won :-
    wins(_).
