% A rule takes the first column of a table for a player.

:- title('Neighbours').
:- board(square(5, 1)).
:- players([red, blue]).
:- type(kind, [small, large]).
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
weight(small, 1).
weight(large, 3).
value(Player, N) :- turn(Player), weight(Player, N).
draw :- \+ open, \+ wins(_).
open :- cell(Cell), \+ taken(Cell).
