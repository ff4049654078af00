% Options whose ranges have no end, no beginning, no values, or too many.

:- option(size, 8, between(26, 6)).
:- option(width, 8, between(6, largest)).
:- option(height, 9, between(6, 26, 2)).
:- option(depth, 5, between(6, 26)).
:- option(step, 6, between(6, 26, 0)).
:- option(seed, 6, between(1, 1000000)).
:- option(many, 6, between(-1, 9223372036854775807)).
:- option(level, high, between(1, 3)).
:- option(range, 6, 6..26).

even(2).
