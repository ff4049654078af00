% A rule names a cell that is taken out of the board.

:- board(square(3, 3)).
:- without([b2]).

centre(Cell) :- cell(Cell), Cell = b2.
corner(a1).
corner(Cell) :- step(b2, _, Cell).
