% A weight that nothing asks.

:- title('Neighbours').
:- board(square(5, 1)).
:- players([red, blue]).
:- type(kind, [small, large]).
:- weight(small, 10, 0, 100).
:- weight(unused, 10, 0, 100).
:- state(mark(cell, player)).
:- state(turn(player)).
:- action(put(cell)).

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

value(Player, N) :- mark(_, Player), weight(small, N).
