%   A game for the tests with actions of one name and different numbers of columns,
%   one of which is called as the compiler might call another.

:- title('Arities').
:- board(square(3, 3)).
:- players([red, blue]).
:- type(kind, [stone, wall]).

:- state(mark(cell, player, kind)).
:- state(turn(player)).
:- action(put(cell)).
:- action(put(cell, kind)).
:- action(put).
:- action(put_2(cell)).

start(turn(red)).

% Cell holds nothing.
free(Cell) :-
    cell(Cell),
    \+ mark(Cell, _, _).

legal(put(Cell)) :-
    free(Cell).
legal(put(Cell, wall)) :-
    free(Cell),
    row(Cell, 2).
legal(put) :-
    mark(_, _, wall).
legal(put_2(Cell)) :-
    free(Cell),
    column(Cell, 2).

add(mark(Cell, Player, stone)) :-
    does(put(Cell)),
    turn(Player).
add(mark(Cell, Player, Kind)) :-
    does(put(Cell, Kind)),
    turn(Player).
add(mark(Cell, Other, wall)) :-
    does(put_2(Cell)),
    turn(Player),
    opponent(Player, Other).
del(mark(Cell, Player, wall)) :-
    does(put),
    mark(Cell, Player, wall).
del(turn(Player)) :-
    turn(Player).
add(turn(Other)) :-
    turn(Player),
    opponent(Player, Other).

refuse(put(Cell), taken) :-
    tried(put(Cell)),
    \+ free(Cell).
refuse(put(Cell, Kind), taken) :-
    tried(put(Cell, Kind)),
    \+ free(Cell).
refuse(put(Cell, stone), no_wall) :-
    tried(put(Cell, stone)).
refuse(put(Cell, Kind), elsewhere) :-
    tried(put(Cell, Kind)),
    \+ row(Cell, 2).
refuse(put, no_wall) :-
    tried(put),
    \+ mark(_, _, wall).
refuse(put_2(Cell), taken) :-
    tried(put_2(Cell)),
    \+ free(Cell).
refuse(put_2(Cell), elsewhere) :-
    tried(put_2(Cell)),
    \+ column(Cell, 2).
reason(taken, 'something is there already').
reason(elsewhere, 'that is not the place for it').
reason(no_wall, 'there is no wall').

% So many actions are legal.
choices(N) :-
    aggregate_all(count, legal(_), N).

wins(Player) :-
    player(Player),
    aggregate_all(count, mark(_, Player, _), N),
    N >= 4.
draw :-
    \+ free(_),
    \+ wins(_).
