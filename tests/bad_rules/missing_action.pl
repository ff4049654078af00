% There is nothing a player can do.

:- title('Neighbours').
:- board(square(5, 1)).
:- players([red, blue]).
:- state(mark(cell, player)).
:- state(turn(player)).

start(turn(red)).
taken(Cell) :- mark(Cell, _).

add(mark(Cell, Player)) :- turn(Player), cell(Cell), \+ taken(Cell).
add(turn(Other)) :- turn(Player), opponent(Player, Other).
del(turn(Player)) :- turn(Player).

wins(Player) :- mark(A, Player), step(A, _, B), mark(B, Player).
draw :- \+ open, \+ wins(_).
open :- cell(Cell), \+ taken(Cell).
