% A rule with the arrow of logic textbooks.

:- players([red]).
:- state(turn(player)).
:- action(go).

start(turn(red)).
legal(go) <- turn(red).
wins(red) <- \+ turn(red).
