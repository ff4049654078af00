% Rules do something.

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

shown(Cell) :- mark(Cell, red), write(Cell), nl.
shown(Cell) :- mark(Cell, red), format('~w', [Cell]).
kept(Cell) :- mark(Cell, red), nb_setval(last, Cell).
read_in(Cell) :- cell(Cell), read(Cell).
known(Cell) :- cell(Cell), nonvar(Cell).
short(Cell) :- cell(Cell), atom_length(Cell, 2).
taken_apart(Cell) :- cell(Cell), functor(Cell, _, _).
later(N) :- turn_number(M), succ(M, N).
later(N) :- turn_number(M), plus(M, 1, N).
