%   A game on two boards, for the tests: no step crosses the column that is taken out
%   of one board. On the left, a cell is missing besides.

:- title('Islands').
:- board(square(7, 3)).
:- without([d1, d2, d3]).
:- without([b2]).
:- players([red, blue]).

:- state(stone(cell, player)).
:- state(turn(player)).
:- action(put(cell)).

start(turn(red)).
start(stone(a1, blue)).

legal(put(Cell)) :-
    cell(Cell),
    \+ taken(Cell).
taken(Cell) :-
    stone(Cell, _).
add(stone(Cell, Player)) :-
    does(put(Cell)),
    turn(Player).
del(stone(Cell, Other)) :-
    does(put(To)),
    turn(Player),
    between_two(Player, To, Cell),
    stone(Cell, Other).
del(turn(Player)) :-
    turn(Player).
add(turn(Other)) :-
    turn(Player),
    opponent(Player, Other).
refuse(put(Cell), taken) :-
    tried(put(Cell)),
    taken(Cell).
reason(taken, 'there is a stone').

% A stone on Cell stands between To and a stone of Player's, in a straight line.
between_two(Player, To, Cell) :-
    straight(Dir),
    opposite(Dir, Back),
    step(To, Dir, Cell),
    stone(Cell, Other),
    opponent(Player, Other),
    step(Beyond, Back, Cell),
    stone(Beyond, Player).

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
slanted(Dir) :-
    diagonal(Dir).

% From A one can walk to B.
reaches(A, A) :-
    cell(A).
reaches(A, C) :-
    reaches(A, B),
    step(B, _, C).

wins(Player) :-
    player(Player),
    aggregate_all(count, stone(_, Player), 8).
draw :-
    turn_number(25).
