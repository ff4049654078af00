% A pair with a variable in it: a cell is taken apart with row and column.

:- title('Three in a line').
:- board(hex).
:- players([red, blue]).
:- state(mark(cell, player)).
:- state(turn(player)).
:- action(put(cell)).

start(turn(red)).
start(mark((0,0), blue)).
legal(put(Cell)) :- beside(Cell), \+ taken(Cell).
taken(Cell) :- mark(Cell, _).
beside(Cell) :- mark(Old, _), step(Old, _, Cell).

add(mark(Cell, Player)) :- does(put(Cell)), turn(Player).
add(turn(Other)) :- turn(Player), opponent(Player, Other).
del(turn(Player)) :- turn(Player).

refuse(put(Cell), taken) :- tried(put(Cell)), taken(Cell).
refuse(put(Cell), apart) :- tried(put(Cell)), \+ beside(Cell).
reason(taken, 'that cell already holds a mark').
reason(apart, 'that cell lies apart from all marks').

wins(Player) :- mark(A, Player), step(A, Dir, B), mark(B, Player), step(B, Dir, C), mark(C, Player).
value(Player, 1) :- mark((_, 0), Player).
