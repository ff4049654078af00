%   A throw decides: white throws, and wins with four or more
%
%   Nobody has a choice, so every result is the dice's.

:- title('One throw').
:- players([white, black, chance]).
:- type(phase, [begin, thrown, done]).
:- state(now(phase)).
:- state(last(int)).
:- state(turn(player)).
:- action(throw).
:- action(roll(int)).

start(now(begin)).
start(last(0)).
start(turn(white)).

legal(throw) :- now(begin).
legal(roll(N)) :- now(thrown), between(1, 6, N).

del(now(Phase)) :- now(Phase).
add(now(thrown)) :- does(throw).
add(now(done)) :- does(roll(_)).
del(last(N)) :- last(N), does(roll(_)).
add(last(N)) :- does(roll(N)).
del(turn(Player)) :- turn(Player).
add(turn(chance)) :- does(throw).
add(turn(white)) :- does(roll(_)).

wins(white) :- now(done), last(N), N >= 4.
wins(black) :- now(done), last(N), N < 4.
