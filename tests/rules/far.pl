%   A game on the unbounded board, for the tests: stones grow in places far
%   apart, and rules ask which ones do not hang together.

:- title('Far apart').
:- board(hex).
:- players([red, blue]).
:- type(mark, [m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15,
               m16, m17, m18]).

:- state(stone(mark, cell, int)).
:- state(turn(player)).
:- action(put(mark, cell)).

% After Mark comes Next.
follows(m3, m4).
follows(m4, m5).
follows(m5, m6).
follows(m6, m7).
follows(m7, m8).
follows(m8, m9).
follows(m9, m10).
follows(m10, m11).
follows(m11, m12).
follows(m12, m13).
follows(m13, m14).
follows(m14, m15).
follows(m15, m16).
follows(m16, m17).
follows(m17, m18).

start(turn(red)).
start(stone(m1, (0,0), 1)).
start(stone(m2, (3000,-3000), 1)).
start(stone(m3, (40,7), 2)).

legal(put(Mark, Cell)) :-
    stone(Last, _, _),
    follows(Last, Mark),
    \+ stone(Mark, _, _),
    edge(Cell).
edge(Cell) :-
    stone(_, Next, _),
    step(Next, _, Cell),
    \+ stone(_, Cell, _),
    \+ hemmed(Cell).
add(stone(Mark, Cell, Level)) :-
    does(put(Mark, Cell)),
    aggregate_all(count, (step(Cell, _, Next), stone(_, Next, _)), Level).
del(turn(Player)) :-
    turn(Player).
add(turn(Other)) :-
    turn(Player),
    opponent(Player, Other).

% Asked in negations only, and not recursive.
hemmed(Cell) :-
    stone(_, Next, _),
    step(Next, _, Cell),
    aggregate_all(count, (step(Cell, _, Side), stone(_, Side, _)), N),
    N > 3.

% Asked in negations only, and recursive: by the first column.
joined(Mark, Cell) :-
    stone(Mark, Cell, _).
joined(Mark, Next) :-
    joined(Mark, Cell),
    step(Cell, _, Next),
    stone(_, Next, _).
apart(Mark, Other) :-
    stone(Mark, _, 1),
    stone(Other, Cell, _),
    \+ joined(Mark, Cell).

% Recursive with another relation, so that nothing can be left out.
even(Mark, Cell) :-
    stone(Mark, Cell, 1).
even(Mark, Next) :-
    odd(Mark, Cell),
    step(Next, _, Cell),
    stone(_, Next, _).
odd(Mark, Next) :-
    even(Mark, Cell),
    step(Cell, Dir, Next),
    stone(_, Next, Level),
    Level < 4,
    Dir \= nw.
uneven(Mark, Cell) :-
    stone(Mark, _, 1),
    stone(_, Cell, _),
    \+ even(Mark, Cell).

% Asked both ways.
linked(Cell, Next) :-
    stone(_, Cell, _),
    step(Cell, _, Next),
    stone(_, Next, _).
linked(Cell, Far) :-
    linked(Cell, Next),
    linked(Next, Far).
lonely(Mark) :-
    stone(Mark, Cell, _),
    \+ linked(Cell, _).

wins(Player) :-
    turn(Player),
    \+ lonely(_).
draw :-
    stone(m18, _, _).

value(Player, Value) :-
    player(Player),
    aggregate_all(count, apart(_, _), Apart),
    aggregate_all(count, uneven(_, _), Uneven),
    aggregate_all(count, linked((0,0), _), Linked),
    Value is Apart + Uneven - Linked.
