%   Freedom to move
%
%   A bug slides along the hive, and gets through no gap that is narrower than
%   itself. On top of the hive the same goes for gaps between the pieces there.

% Another piece than Piece is on Cell.
obstacle(Piece, Cell) :-
    piece(Piece),
    at(Other, Cell, _),
    Other \= Piece.

% If Piece, which is alone on its cell, were lifted and put down on From, it
% could slide to To: around the piece on Pivot. The cell across is free as well,
% or else the way would be too narrow.
slide(Piece, From, To) :-
    alone(Piece, _),
    obstacle(Piece, Pivot),
    step(Pivot, Dir, From),
    side_by_side(Dir, Next),
    step(Pivot, Next, To),
    step(From, Next, Across),
    \+ obstacle(Piece, From),
    \+ obstacle(Piece, To),
    \+ obstacle(Piece, Across).

% If Piece were put down on From, it could get to To by three slides in a row, and
% come to no cell twice. That is how spiders go.
slides_thrice(Piece, From, To) :-
    slide(Piece, From, First),
    slide(Piece, First, Second),
    Second \= From,
    slide(Piece, Second, To),
    To \= From,
    To \= First.

% Two pieces at Level, on either side of the way from From to To, leave no room
% between them.
narrow(From, To, Level) :-
    at(_, Left, Level),
    step(Left, Dir, From),
    side_by_side(Dir, Next),
    step(Left, Next, To),
    step(From, Next, Right),
    at(_, Right, Level).

% A piece on the ground gets from From up onto To.
climbs(From, To) :-
    visible(_, To, Height),
    step(To, _, From),
    Above is Height + 1,
    \+ narrow(From, To, Above).

% A piece on top of From gets over onto To.
crosses(From, To) :-
    visible(_, From, Height),
    step(From, _, To),
    visible(_, To, Other),
    Above is max(Height, Other) + 1,
    \+ narrow(From, To, Above).

% A piece on top of From gets down to To, on the ground.
descends(From, To) :-
    visible(_, From, Height),
    step(From, _, To),
    \+ occupied(To),
    Above is Height + 1,
    \+ narrow(From, To, Above).
