%   How the pieces lie
%
%   Every cell has six neighbours. Bugs may lie on top of each other.


%   Directions

% Turning clockwise, Next comes right after Dir.
clockwise(e, se).
clockwise(se, sw).
clockwise(sw, w).
clockwise(w, nw).
clockwise(nw, ne).
clockwise(ne, e).

% Dir and Next are directions side by side.
side_by_side(Dir, Next) :-
    clockwise(Dir, Next).
side_by_side(Dir, Next) :-
    clockwise(Next, Dir).

% The directions in an order, to have a first one.
order(e, 1).
order(se, 2).
order(sw, 3).
order(w, 4).
order(nw, 5).
order(ne, 6).

% In that order, Dir comes before Later.
earlier(Dir, Later) :-
    order(Dir, N),
    order(Later, M),
    N < M.


%   The hive

% Some piece is on Cell.
occupied(Cell) :-
    at(_, Cell, _).

% Piece can be seen from above: on Cell, at Level, with nothing on top of it.
visible(Piece, Cell, Level) :-
    at(Piece, Cell, Level),
    \+ (at(_, Cell, Higher), Higher > Level).

% Another piece lies on top of Piece.
covered(Piece) :-
    at(Piece, _, _),
    \+ visible(Piece, _, _).

% Piece has its cell on the ground to itself.
alone(Piece, Cell) :-
    visible(Piece, Cell, 1).

% Piece and Other touch: they can be seen, on cells next to each other.
adjacent(Piece, Other) :-
    visible(Piece, Cell, _),
    step(Cell, _, Next),
    visible(Other, Next, _).

% A piece of Player's that can be seen touches Cell.
touches(Player, Cell) :-
    visible(Piece, At, _),
    step(At, _, Cell),
    bug(Piece, Player, _, _).

% Player's queen is in the hive.
queen_is_down(Player) :-
    bug(Queen, Player, queen, _),
    at(Queen, _, _).

% Player has a piece in the hive.
has_entered(Player) :-
    bug(Piece, Player, _, _),
    at(Piece, _, _).
