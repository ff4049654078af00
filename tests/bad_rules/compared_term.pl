% A value is compared with a term.

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
open :- cell(Cell), \+ taken(Cell).

ours(X) :- X = mark(_, red).
next(X) :- turn_number(N), X = N + 1.
wanted(X) :- X = put(a1).
pair(X) :- X = pair(a1, b1).
below(X) :- turn_number(X), X \= - 1.
