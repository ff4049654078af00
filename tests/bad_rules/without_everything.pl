% Nothing is left of the smallest board.

:- option(size, 2, [1, 2]).
:- board(square(size, 1)).
:- without([a1]).

end(b1).
