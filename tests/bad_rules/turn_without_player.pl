% The turn is kept as a number, not as a player.

:- title('Neighbours').
:- board(square(5, 1)).
:- players([red, blue]).
:- state(mark(cell, player)).
:- state(turn(int)).
:- action(put(cell)).

start(turn(0)).
mover(red) :- turn(0).
mover(blue) :- turn(1).
legal(put(Cell)) :- cell(Cell), \+ taken(Cell).
taken(Cell) :- mark(Cell, _).

add(mark(Cell, Player)) :- does(put(Cell)), mover(Player).
add(turn(Next)) :- turn(Now), Next is 1 - Now.
del(turn(Now)) :- turn(Now).

refuse(put(Cell), taken) :- tried(put(Cell)), taken(Cell).
reason(taken, 'that cell already holds a mark').

wins(Player) :- mark(A, Player), step(A, _, B), mark(B, Player).
draw :- \+ open, \+ wins(_).
open :- cell(Cell), \+ taken(Cell).
