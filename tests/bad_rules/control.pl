% A rule controls how Prolog searches.

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

first(Cell) :- once(mark(Cell, red)).
some(Cell) :- cell(Cell), ignore(mark(Cell, red)).
asked(Cell) :- call((cell(Cell), taken(Cell))).
asked(Cell) :- cell(Cell), call(taken, Cell).
never(Cell) :- cell(Cell), fail.
never(Cell) :- cell(Cell), false.
