% The branches of an aggregate give values to different variables.

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

wins(Player) :- mark(A, Player), ( step(A, e, B) ; step(A, w, B) ), mark(B, Player).
crowded(Player) :- player(Player), aggregate_all(count, ( mark(A, Player) ; taken(B) ), N), N > 3.
draw :- \+ open, \+ wins(_).
open :- cell(Cell), \+ taken(Cell).
