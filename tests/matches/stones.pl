%   A game for the tests of matches: take up to three stones in turn. Whoever
%   has so many wins, which takes long, so games are broken off.

:- title('Stones').
:- players([one, two]).

:- state(has(player, int)).
:- state(turn(player)).
:- action(take(int)).

start(turn(one)).
start(has(Player, 0)) :-
    player(Player).

amount(1).
amount(2).
amount(3).

legal(take(N)) :-
    amount(N).

del(has(Player, Before)) :-
    turn(Player),
    has(Player, Before).
add(has(Player, After)) :-
    does(take(N)),
    turn(Player),
    has(Player, Before),
    After is Before + N.
del(turn(Player)) :-
    turn(Player).
add(turn(Other)) :-
    turn(Player),
    opponent(Player, Other).

refuse(take(N), wrong_amount) :-
    tried(take(N)),
    \+ amount(N).
reason(wrong_amount, 'take one, two or three').

wins(Player) :-
    has(Player, N),
    N >= 1000.

% Who is ahead if the game is broken off.
leads(Player) :-
    opponent(Player, Other),
    has(Player, More),
    has(Other, Fewer),
    More > Fewer.

value(Player, N) :-
    has(Player, N).
