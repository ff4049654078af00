% Weights out of range, without a range, declared twice, taken, unknown and unused.

:- title('Neighbours').
:- board(square(5, 1)).
:- players([red, blue]).
:- option(size, 3, [3, 4]).
:- weight(mark, 10, 0, 100).
:- weight(mark, 20, 0, 100).
:- weight(edge, 200, 0, 100).
:- weight(middle, 5, 100, 0).
:- weight(size, 5, 0, 10).
:- weight(corner, some, 0, 10).
:- weight('Two', 2, 0).
:- weight(3, 2, 0, 5).
:- state(mark(cell, player)).
:- state(turn(player)).
:- state(weight(cell, int)).
:- action(put(cell)).

weight(other, 5).

start(turn(red)).
legal(put(Cell)) :- cell(Cell), \+ taken(Cell).
taken(Cell) :- mark(Cell, _).

add(mark(Cell, Player)) :- does(put(Cell)), turn(Player).
add(turn(Other)) :- turn(Player), opponent(Player, Other).
del(turn(Player)) :- turn(Player).

refuse(put(Cell), taken) :- tried(put(Cell)), taken(Cell).
reason(taken, 'that cell already holds a mark').

wins(Player) :- mark(A, Player), step(A, _, B), mark(B, Player).
draw :- \+ open, \+ wins(_).
open :- cell(Cell), \+ taken(Cell).

value(Player, N) :- mark(_, Player), weight(marks, N).
