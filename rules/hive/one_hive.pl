%   One hive
%
%   The pieces hang together at all times, also while one of them is on its way.

% Clockwise around Cell, a row of neighbours ends in direction Dir.
row_ends(Cell, Dir) :-
    alone(_, Cell),
    clockwise(Dir, Next),
    step(Cell, Dir, Last),
    occupied(Last),
    step(Cell, Next, Gap),
    \+ occupied(Gap).

% The neighbours of Cell stand in several rows, with gaps between them. So perhaps
% only the piece on Cell holds them together. The first row ends at First, another
% at Other.
joint(Cell, First, Other) :-
    row_ends(Cell, Dir),
    \+ (row_ends(Cell, Before), earlier(Before, Dir)),
    row_ends(Cell, Later),
    earlier(Dir, Later),
    step(Cell, Dir, First),
    step(Cell, Later, Other).

% With the piece on Gone lifted, Cell still hangs together with the first row
% of Gone's neighbours.
hangs(Gone, Cell) :-
    joint(Gone, Cell, _).
hangs(Gone, Next) :-
    hangs(Gone, Cell),
    step(Cell, _, Next),
    occupied(Next),
    Next \= Gone.

% Piece cannot leave its cell without splitting the hive.
pinned(Piece) :-
    alone(Piece, Cell),
    joint(Cell, _, Other),
    \+ hangs(Cell, Other).
