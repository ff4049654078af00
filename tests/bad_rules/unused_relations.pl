% Relations that nobody asks: a slip, another word, another number of columns, and one without a use.

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

values(Player, 1) :- player(Player).

% Player is ahead.
lead(Player) :- turn(Player).

winner(Player) :- wins(Player).

score(Player, 1) :- player(Player).

lonely(Cell) :- cell(Cell), \+ taken(Cell).

% Cell is beside a mark: nobody asks it, but it is described, for the prompt.
beside(Cell) :- mark(Old, _), step(Old, _, Cell).
