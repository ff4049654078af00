% Cells are taken out of a board without end.

:- board(hex).
:- without([a1]).

corner((0,0)).
