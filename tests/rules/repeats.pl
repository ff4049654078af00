%   A game for the tests whose rules ask for what is known already: where it may
%   be left out, and where it only looks like it.

:- title('Repeats').
:- board(square(4, 4)).
:- players([red, blue]).

:- state(mark(cell, player)).
:- state(turn(player)).
:- action(put(cell)).

start(turn(red)).

legal(put(Cell)) :-
    cell(Cell),
    \+ mark(Cell, _).
add(mark(Cell, Player)) :-
    does(put(Cell)),
    turn(Player).
del(turn(Player)) :-
    turn(Player).
add(turn(Other)) :-
    turn(Player),
    opponent(Player, Other).

draw :-
    \+ (cell(Cell), \+ mark(Cell, _)).

% The second half says the same as the first one.
twice(Cell) :-
    mark(Cell, Player), step(Cell, _, Next), mark(Next, Player),
    mark(Cell, Owner), step(Cell, _, Near), mark(Near, Owner).
twice(Cell) :-
    mark(Cell, _), row(Cell, 1), mark(Cell, _).

% It does not, for both neighbours must differ.
both(Cell) :-
    mark(Cell, Player), step(Cell, _, Next), mark(Next, Player),
    step(Cell, _, Near), mark(Near, Player), Next \= Near.
both(Cell) :-
    mark(Cell, _), row(Cell, 4).

% It does not, for the other half has one more condition.
mixed(Cell) :-
    mark(Cell, _), step(Cell, _, Next), mark(Next, red),
    step(Cell, _, Near), mark(Near, Other), Other \= red.
mixed(Cell) :-
    mark(Cell, blue), column(Cell, 2).

% Who begins is handed on, with what is known of it.
linked(From, To) :-
    mark(From, Player), \+ row(From, 2), step(From, _, To), mark(To, Player).
linked(From, To) :-
    linked(From, Over), mark(From, Player), \+ row(From, 2), step(Over, _, To), mark(To, Player).

% It is not handed on: each step begins anew.
walked(From, To) :-
    mark(From, red), column(From, N), N < 4, step(From, e, To), mark(To, red).
walked(Over, To) :-
    walked(_, Over), mark(Over, red), column(Over, N), N < 4, step(Over, s, To), mark(To, red).

% The columns change places, so what is known of the one is not of the other.
swapped(From, To) :-
    mark(From, red), step(From, _, To), mark(To, blue).
swapped(To, From) :-
    swapped(From, To), mark(From, red), column(To, 1).

% One of two relations that go on from each other makes sure of something, and
% of something else the other.
odd(Cell, Over) :-
    mark(Cell, Player), row(Cell, 1), step(Cell, _, Over), mark(Over, Player).
odd(Cell, Over) :-
    even(Cell, Before), mark(Cell, Player), step(Before, _, Over), mark(Over, Player).
even(Cell, Over) :-
    odd(Cell, Before), row(Cell, 1), step(Before, _, Over), mark(Over, Player), mark(Cell, Player).

% Inside the negation, only what shares no variable with the rest is known.
lonely(Cell) :-
    mark(Cell, Player), step(Cell, _, Next), mark(Next, _),
    \+ (mark(Cell, Player), step(Cell, _, Near), mark(Near, Player)).
lonely(Cell) :-
    mark(Cell, _), step(Cell, _, Next), mark(Next, _), row(Cell, 3),
    \+ (step(Cell, _, Near), mark(Near, _), \+ row(Near, 3)).

% Two negations that say the same, and one that does not.
edge(Cell) :-
    mark(Cell, Player), \+ (step(Cell, _, Next), mark(Next, Player)),
    \+ (step(Cell, _, Near), mark(Near, Player)).
edge(Cell) :-
    mark(Cell, Player), opponent(Player, Other),
    \+ (step(Cell, _, Next), mark(Next, Player)),
    \+ (step(Cell, _, Near), mark(Near, Other)).

% A constant stands where others have a variable.
kind(Cell, plain) :-
    mark(Cell, _), row(Cell, 1).
kind(Cell, Kind) :-
    kind(Near, Kind), step(Near, n, Cell), mark(Cell, _), kind(Near, plain).

% Asked twice, and long when written out: derived once.
busy(Cell, Many) :-
    mark(Cell, Player),
    step(Cell, _, A), mark(A, Player), \+ (step(A, _, C), mark(C, Other), Other \= Player),
    step(Cell, _, B), mark(B, _), \+ (step(B, n, D), mark(D, Player), D \= Cell),
    \+ (step(Cell, n, E), mark(E, Player), step(E, n, F), mark(F, Player)),
    \+ (step(Cell, s, G), mark(G, Player), step(G, s, H), mark(H, Player)),
    \+ (step(Cell, e, I), mark(I, Player), step(I, e, J), mark(J, Player)),
    column(Cell, Many).

% Nobody plays against himself: both columns must hold the same.
beside_himself(Player) :-
    turn(Player), opponent(Other, Other), Other \= Player.
beside_himself(Player) :-
    mark(_, Player), opponent(Other, Other), Other \= Player.

value(Player, Value) :-
    player(Player),
    aggregate_all(count, beside_himself(_), 0),
    aggregate_all(count, twice(_), Twice),
    aggregate_all(count, both(_), Both),
    aggregate_all(count, mixed(_), Mixed),
    aggregate_all(count, linked(_, _), Linked),
    aggregate_all(count, walked(_, _), Walked),
    aggregate_all(count, swapped(_, _), Swapped),
    aggregate_all(count, odd(_, _), Odd),
    aggregate_all(count, even(_, _), Even),
    aggregate_all(count, (lonely(Cell), mark(Cell, Player)), Lonely),
    aggregate_all(count, edge(_), Edge),
    aggregate_all(count, kind(_, _), Kind),
    aggregate_all(count, (busy(Cell, Many), busy(_, Many), mark(Cell, Player)), Busy),
    Value is Twice + Both + Mixed + Linked + Walked + Swapped + Odd + Even + Lonely + Edge
        + Kind + Busy.
