% Two arguments are swapped in one clause of many.

:- title('Neighbours').
:- board(square(5, 1)).
:- players([red, blue]).
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
beside(Cell, Player) :- mark(Old, Player), step(Old, _, Cell).
refuse(put(Cell), beside) :- tried(put(Cell)), turn(Player), beside(Player, Cell).
reason(beside, 'beside').
wins(Player) :- beside(Cell, Player), beside(Cell, Other), Player \= Other.
open :- cell(Cell), \+ taken(Cell).
