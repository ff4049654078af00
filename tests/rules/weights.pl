%   A race on a strip, judged by weights: marks count, and those in the middle
%   count more. All weights together are asked too.

:- title('Weighed marks').
:- board(square(5, 1)).
:- players([red, blue]).
:- option(size, 3, between(2, 5)).
% What any mark counts.
:- weight(mark, 10, 0, 100).
:- weight(middle, -5, -50, 50).         % what one in the middle counts more
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

wins(Player) :- option(size, Size), row_of(Player, Size).
draw :- \+ open, \+ wins(_).
open :- cell(Cell), \+ taken(Cell).

% Player has so many marks.
row_of(Player, N) :- player(Player), aggregate_all(count, mark(_, Player), N).

% A mark of Player's on Cell counts N, for being there and for where it is.
counts(Player, Cell, mark, N) :- mark(Cell, Player), weight(mark, N).
counts(Player, Cell, middle, N) :- mark(Cell, Player), column(Cell, 3), weight(middle, N).

% All weights together.
total(Sum) :- aggregate_all(sum(N), weight(_, N), Sum).

% A weight that is below zero.
cost(Name) :- weight(Name, N), N < 0.

value(Player, Value) :-
    player(Player),
    aggregate_all(sum(N), counts(Player, _, _, N), Value).
