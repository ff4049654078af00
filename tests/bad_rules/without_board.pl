% Cells are taken out before there is a board.

:- without([a1]).
:- board(square(3, 3)).

corner(a2).
