%   A game for the tests of tuning. Each takes an apple or a stone in turn, as long
%   as there are any; whoever has more apples in the end wins, and stones are good
%   for nothing. The weights of both begin alike.

:- title('Harvest').
:- players([one, two]).
:- type(thing, [apple, stone]).

:- weight(apples, 50, 0, 100).          % what an apple counts
:- weight(stones, 50, 0, 100).          % what a stone counts
:- weight(turns, 10, 0, 100).           % what the turn counts, which is nothing

:- state(heap(thing, int)).
:- state(has(player, thing, int)).
:- state(turn(player)).
:- action(take(thing)).

start(turn(one)).
start(heap(apple, 11)).
start(heap(stone, 14)).
start(has(Player, Thing, 0)) :-
    player(Player),
    thing(Thing).

legal(take(Thing)) :-
    heap(Thing, Left),
    Left > 0.

del(heap(Thing, Left)) :-
    does(take(Thing)),
    heap(Thing, Left).
add(heap(Thing, Fewer)) :-
    does(take(Thing)),
    heap(Thing, Left),
    Fewer is Left - 1.
del(has(Player, Thing, Before)) :-
    does(take(Thing)),
    turn(Player),
    has(Player, Thing, Before).
add(has(Player, Thing, After)) :-
    does(take(Thing)),
    turn(Player),
    has(Player, Thing, Before),
    After is Before + 1.
del(turn(Player)) :-
    turn(Player).
add(turn(Other)) :-
    turn(Player),
    opponent(Player, Other).

refuse(take(Thing), none_left) :-
    tried(take(Thing)),
    heap(Thing, 0).
reason(none_left, 'none of these is left').

gone :-
    \+ some_left.
some_left :-
    heap(_, N),
    N > 0.

ahead(Player) :-
    opponent(Player, Other),
    has(Player, apple, More),
    has(Other, apple, Fewer),
    More > Fewer.

wins(Player) :-
    gone,
    ahead(Player).
draw :-
    gone,
    \+ ahead(_).

value(Player, Value) :-
    has(Player, apple, Apples),
    has(Player, stone, Stones),
    weight(apples, ForApples),
    weight(stones, ForStones),
    tempo(Player, Tempo),
    Value is ForApples * Apples + ForStones * Stones + Tempo.

% The turn counts Points for Player.
tempo(Player, Points) :-
    turn(Player),
    weight(turns, Points).
tempo(Player, 0) :-
    player(Player),
    \+ turn(Player).
