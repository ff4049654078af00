%   A game on a rhombus of hexagons, for the tests: a chain from left to right.

:- title('Rhombus').
:- option(size, 3, between(2, 6)).
:- option(room, 8, between(4, 20, 4)).
:- board(rhombus(size, 4)).
:- without([b2]).
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

% What the board gives, all of it.
place(Cell, Column, Row) :-
    column(Cell, Column),
    row(Cell, Row).
% For the tests to ask.
way(A, Dir, B) :-
    step(A, Dir, B).
% For the tests to ask.
turned(Dir, Back) :-
    opposite(Dir, Back).
% For the tests to ask.
lined(Dir) :-
    straight(Dir).
% For the tests to ask.
slanted(Dir) :-
    diagonal(Dir).
% For the tests to ask.
chosen_size(Size, Room) :-
    option(size, Size),
    option(room, Room).

% Stones of Player's join the first column to Cell.
joined(Player, Cell) :-
    stone(Cell, Player),
    column(Cell, 1).
joined(Player, Cell) :-
    joined(Player, Before),
    step(Before, _, Cell),
    stone(Cell, Player).
wins(Player) :-
    joined(Player, Cell),
    option(size, Size),
    column(Cell, Size).
draw :-
    \+ open,
    \+ won.
open :-
    cell(Cell),
    \+ taken(Cell).
won :-
    wins(_).
