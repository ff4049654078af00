% A game that nothing is wrong with to look at. But a full board is no draw, and who
% puts a mark where one is is not told why that is refused.

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

wins(Player) :- mark(A, Player), step(A, _, B), mark(B, Player).
