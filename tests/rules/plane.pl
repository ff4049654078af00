%   A game on the unbounded board, for the tests: stones grow side by side.

:- title('Plane').
:- board(hex).
:- players([red, blue]).

:- state(stone(cell, player)).
:- state(turn(player)).
:- action(put(cell)).

start(turn(red)).
start(stone((0,0), blue)).

legal(put(Cell)) :-
    edge(Cell).
edge(Cell) :-
    stone(Next, _),
    step(Next, _, Cell),
    \+ stone(Cell, _).
add(stone(Cell, Player)) :-
    does(put(Cell)),
    turn(Player).
del(turn(Player)) :-
    turn(Player).
add(turn(Other)) :-
    turn(Player),
    opponent(Player, Other).

% From either end, and with both ends known.
before(Cell, Dir) :-
    stone(Cell, _),
    step(From, Dir, Cell),
    stone(From, _).
crowd(Cell, N) :-
    stone(Cell, _),
    aggregate_all(count, (step(Cell, _, Next), stone(Next, _)), N).
% For the tests to ask.
place(Cell, Q, R) :-
    stone(Cell, _),
    column(Cell, Q),
    row(Cell, R).
% For the tests to ask.
line(A, Dir, C) :-
    stone(A, _),
    step(A, Dir, B),
    stone(B, _),
    step(B, Dir, C),
    \+ stone(C, _).

% As many steps lead from Cell: six, for there is no edge.
ways(Cell, N) :-
    stone(Cell, _),
    aggregate_all(count, step(Cell, _, _), N).

wins(Player) :-
    stone(Cell, Player),
    ways(Cell, All),
    crowd(Cell, All).
draw :-
    aggregate_all(count, stone(_, _), 30).
