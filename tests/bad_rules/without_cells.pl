% Cells are taken out of the board that it does not have.

:- option(size, 6, between(4, 8)).
:- board(square(size, 3)).

:- without([a1, h3]).
:- without([i1]).
:- without(b1).
:- without([b1, 2]).
:- without([c1, c1]).
:- without([a1]).
:- without([centre]).

corner(a2).
