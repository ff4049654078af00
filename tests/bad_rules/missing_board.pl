% There are cells, but no board is declared.

:- title('Neighbours').
:- players([red, blue]).
:- state(mark(cell, player)).
:- state(turn(player)).
:- action(put(cell)).

start(turn(red)).
legal(put(Cell)) :- place(Cell), \+ taken(Cell).
taken(Cell) :- mark(Cell, _).

place(a1).
place(b1).
place(c1).

add(mark(Cell, Player)) :- does(put(Cell)), turn(Player).
add(turn(Other)) :- turn(Player), opponent(Player, Other).
del(turn(Player)) :- turn(Player).

refuse(put(Cell), taken) :- tried(put(Cell)), taken(Cell).
reason(taken, 'that cell already holds a mark').

wins(Player) :- player(Player), aggregate_all(count, mark(_, Player), 2).
draw :- \+ open, \+ wins(_).
open :- place(Cell), \+ taken(Cell).
