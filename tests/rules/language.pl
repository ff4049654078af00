%   A game that uses every part of the language, for the tests.

:- title('Everything').
:- option(size, 4, [3, 4, 5]).
:- option(first, red, [red, blue]).
:- board(square(size, 3)).
:- players([red, blue]).
:- type(kind, [stone, star]).

:- state(piece(cell, player, kind)).
:- state(turn(player)).
:- action(put(cell, kind)).
:- action(pass).
:- action(greet(player)).

start(turn(Player)) :-
    option(first, Player).

legal(put(Cell, Kind)) :-
    cell(Cell),
    kind(Kind),
    \+ occupied(Cell).
legal(pass) :-
    turn_number(N),
    N mod 5 =:= 0.

legal(greet(Other)) :-
    turn_number(3),
    turn(Player),
    opponent(Player, Other).

add(piece(Cell, Player, Kind)) :-
    does(put(Cell, Kind)),
    turn(Player).
del(turn(Player)) :-
    turn(Player).
add(turn(Other)) :-
    turn(Player),
    opponent(Player, Other).

refuse(put(Cell, Kind), occupied) :-
    tried(put(Cell, Kind)),
    occupied(Cell).
refuse(pass, early) :-
    tried(pass),
    \+ legal(pass).
refuse(greet(Player), not_now) :-
    tried(greet(Player)),
    \+ legal(greet(Player)).
reason(not_now, 'greet the other in the third turn').
reason(occupied, 'there is a piece').
reason(early, 'only every fifth turn').

occupied(Cell) :-
    piece(Cell, _, _).

% Left recursion through neighbours, and a cycle of two relations.
joined(A, B) :-
    neighbours(A, B).
joined(A, C) :-
    joined(A, B),
    neighbours(B, C).
neighbours(A, B) :-
    piece(A, Player, _),
    step(A, _, B),
    piece(B, Player, _).
even(Cell) :-
    column(Cell, 1),
    row(Cell, 1).
even(Cell) :-
    odd(Before),
    step(Before, e, Cell).
odd(Cell) :-
    even(Before),
    step(Before, e, Cell).

% Negation of a conjunction, with a variable of its own.
lonely(Cell) :-
    piece(Cell, Player, _),
    \+ (step(Cell, _, Next), piece(Next, Player, _)).

% The same variable twice, in a goal and in a negation.
related_to_itself(A) :-
    joined(A, A).
% For the tests to ask.
nobody_joined :-
    \+ joined(A, A).

% Aggregates: over a conjunction, with a negation inside, with an expression,
% with the same variable in two of them, of nothing, and of legal actions.
liberties(Cell, N) :-
    occupied(Cell),
    aggregate_all(count, (step(Cell, _, Next), \+ occupied(Next)), N).
% For the tests to ask.
lonely_ones(Player, N) :-
    player(Player),
    aggregate_all(count, (piece(A, Player, _), \+ (step(A, _, B), piece(B, _, _))), N).
weight(Player, Sum) :-
    factor(Player, Factor),
    aggregate_all(sum(Factor * Row), (piece(Cell, Player, _), row(Cell, Row)), Sum).
factor(red, 3).
factor(blue, -2).
% For the tests to ask.
span(Low, High) :-
    aggregate_all(min(Column), (occupied(Cell), column(Cell, Column)), Low),
    aggregate_all(max(Column), (occupied(Cell), column(Cell, Column)), High).
% Of nothing there is no largest and no smallest, whatever is asked for.
largest(A, B, C) :-
    turn_number(T),
    aggregate_all(max(5), piece(_, blue, _), A),
    aggregate_all(min(T), piece(_, red, star), B),
    aggregate_all(max(Row + 1), (piece(Cell, _, star), row(Cell, Row)), C).

% An aggregate counts the facts of the relation it names, not those below it.
occupied_cells(N) :-
    aggregate_all(count, occupied(_), N).
% For the tests to ask.
owners(N) :-
    aggregate_all(count, owner(_), N).
owner(Player) :-
    piece(_, Player, _).
% For the tests to ask.
nothing :-
    \+ true.
% For the tests to ask.
one(N) :-
    aggregate_all(count, true, N).
% For the tests to ask.
choices(N) :-
    aggregate_all(count, legal(_), N).
:- dynamic stuck/0.
stuck :-
    \+ legal(_).

% Either of several: in one place of a rule, in two, and in a negation.
beside(A, B) :-
    occupied(A),
    (   step(A, e, B)
    ;   step(A, w, B)
    ).
either_twice(A, B) :-
    ( piece(A, red, _) ; piece(A, blue, Kind), Kind \= star ),
    ( step(A, n, B), occupied(B) ; step(A, _, B), \+ occupied(B) ; A = B ).
quiet(Cell) :-
    cell(Cell),
    \+ ( occupied(Cell) ; step(Cell, _, Next), piece(Next, blue, _) ).

% Aggregates over either of several: an answer of two branches counts once.
marked(N) :-
    aggregate_all(count, ( occupied(Cell) ; row(Cell, 1) ; column(Cell, 2) ), N).
marked_rows(Player, Sum) :-
    player(Player),
    aggregate_all(sum(Row), ( row(Cell, Row), piece(Cell, Player, star)
                            ; row(Cell, Row), Row < 2
                            ), Sum).
marked_span(Low, High) :-
    aggregate_all(min(Row), ( occupied(C), row(C, Row) ; column(C, 1), row(C, Row), Row > 2 ), Low),
    aggregate_all(max(Row), ( occupied(C), row(C, Row) ; piece(C, _, star), row(C, R), Row is R - 2 ),
                  High).
last_choice(N) :-
    aggregate_all(max(Turn), (turn_number(Turn), legal(_)), N).

% The cells that have the largest or smallest number, each an answer.
highest(Most, Cell) :-
    aggregate_all(max(Row, C), (occupied(C), row(C, Row)), max(Most, Cell)).
lowest(Player, Least, Cell) :-
    player(Player),
    aggregate_all(min(Row, C), (piece(C, Player, _), row(C, Row)), min(Least, Cell)).
widest(Cell) :-
    aggregate_all(max(N, C), ( occupied(C), column(C, N) ; occupied(C), row(C, N) ), max(_, Cell)).
all_at_the_top(Player) :-
    player(Player),
    \+ (aggregate_all(min(Row, C), (piece(C, Player, _), row(C, Row)), min(_, Cell)),
        \+ row(Cell, 4)).

% Ranges: found and tested, empty, negated and added up.
turns_so_far(N) :-
    turn_number(Turn),
    between(1, Turn, N).
in_the_middle(Cell) :-
    occupied(Cell),
    row(Cell, Row),
    between(2, 3, Row).
empty_range :-
    between(3, 2, _).
outer(N) :-
    between(-1, 5, N),
    \+ between(1, 3, N).
squares(Sum) :-
    aggregate_all(sum(N * N), between(1, 4, N), Sum).
columns_taken(N, Count) :-
    between(1, 4, N),
    aggregate_all(count, (occupied(Cell), column(Cell, N)), Count).

% All of them.
all_low :-
    forall(occupied(Cell), (row(Cell, Row), Row < 3)).
surrounded(Player) :-
    player(Player),
    forall((piece(Cell, Player, _), step(Cell, _, Next)), (occupied(Next) ; row(Next, 1))).

% Arithmetic.
sums(N, A, B, C, D, E, F) :-
    turn_number(N),
    A is N * 7 - 20,
    B is A // 3,
    C is A mod 3,
    D is A rem 3,
    E is max(abs(A), sign(A)) + min(A, -A),
    F is 2 ^ N.
% For the tests to ask.
later(N) :-
    turn_number(Turn),
    N is Turn - 1,
    N >= 1.
later(N) :-
    later(M),
    M > 1,
    N is M - 1.
% For the tests to ask.
same(A, B) :-
    piece(A, Player, Kind),
    piece(B, Other, Kind),
    A \= B,
    Player = Other.
% For the tests to ask.
seen(N) :-
    repetitions(N).
% For the tests to ask.
way(Direction) :-
    direction(Direction),
    Direction \= nw.
% For the tests to ask.
said('two words', Kind) :-
    kind(Kind).

wins(Player) :-
    piece(A, Player, star),
    step(A, Dir, B),
    piece(B, Player, star),
    step(B, Dir, C),
    piece(C, Player, star).
draw :-
    \+ open,
    \+ won.
open :-
    cell(Cell),
    \+ occupied(Cell).
won :-
    wins(_).
value(Player, Value) :-
    weight(Player, Value).

% What only has to be compiled.
leads(Player) :-
    player(Player),
    ( marked(N), N > 7 ; marked_rows(Player, N), N > 5 ; marked_span(N, N) ; last_choice(9) ).
leads(Player) :-
    lowest(Player, Least, Cell),
    ( widest(Cell) ; highest(Least, _) ; all_at_the_top(Player) ),
    forall(beside(Cell, Next), (either_twice(Next, _) ; quiet(Next))).
leads(Player) :-
    surrounded(Player),
    turns_so_far(N),
    outer(N),
    \+ empty_range,
    columns_taken(N, Count),
    squares(Sum),
    Sum > Count,
    \+ ( all_low ; in_the_middle(_) ).
