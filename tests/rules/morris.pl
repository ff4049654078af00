%   A game on a graph, for the tests: three in a row, as Three Men's Morris begins, with
%   a cell far away that no direction leads to straight.

:- title('Morris').
:- board(graph([a1(0, 0), b1(2, 0), c1(4, 0),
                a2(0, 2), b2(2, 2), c2(4, 2),
                a3(0, 4), b3(2, 4), c3(4, 4),
                'far away'(9, 5)],
               [a1-b1-c1, a2-b2-c2, a3-b3-c3,
                a1-a2-a3, b1-b2-b3, c1-c2-c3,
                a1-b2-c3, a3-b2-c1, c3-'far away'])).
:- players([red, blue]).

:- state(stone(cell, player)).
:- state(turn(player)).
:- action(put(cell)).
:- action(move(cell, cell)).

start(turn(red)).
start(stone('far away', blue)).

legal(put(Cell)) :-
    cell(Cell),
    \+ taken(Cell).
legal(move(From, To)) :-
    turn(Player),
    stone(From, Player),
    step(From, _, To),
    \+ taken(To).
taken(Cell) :-
    stone(Cell, _).
add(stone(Cell, Player)) :-
    does(put(Cell)),
    turn(Player).
add(stone(To, Player)) :-
    does(move(From, To)),
    stone(From, Player).
del(stone(From, Player)) :-
    does(move(From, _)),
    stone(From, Player).
del(turn(Player)) :-
    turn(Player).
add(turn(Other)) :-
    turn(Player),
    opponent(Player, Other).
refuse(put(Cell), taken) :-
    tried(put(Cell)),
    taken(Cell).
refuse(move(From, To), taken) :-
    tried(move(From, To)),
    taken(To).
reason(taken, 'there is a stone').

% What the board gives, all of it.
place(Cell, Column, Row) :-
    column(Cell, Column),
    row(Cell, Row).
% For the tests to ask.
way(A, Dir, B) :-
    step(A, Dir, B).
% For the tests to ask.
turned(Dir, Back) :-
    opposite(Dir, Back).
% For the tests to ask.
lined(Dir) :-
    straight(Dir).
% For the tests to ask.
slanted(Dir) :-
    diagonal(Dir).

% The centre, by its name.
centre(Player) :-
    stone(b2, Player).

% Stones of Player's are next to one another in the direction Dir, on both sides of
% Cell.
wins(Player) :-
    stone(Cell, Player),
    opposite(Dir, Back),
    step(Cell, Dir, One),
    stone(One, Player),
    step(Cell, Back, Other),
    stone(Other, Player).
draw :-
    turn_number(30).
