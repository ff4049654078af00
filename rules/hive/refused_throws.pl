%   Why an enemy piece cannot be thrown there

% The player to move, whose queen is down, tries to move an enemy Piece.
throw_tried(Piece, From, To) :-
    tried(move(Piece, From, To)),
    From \= To,
    turn(Player),
    queen_is_down(Player),
    opponent(Player, Enemy),
    bug(Piece, Enemy, _, _),
    at(Piece, From, _),
    \+ throws(_, Piece, From, To).

% A piece that can throw, on Cell, touches both From and To.
amid(From, Cell, To) :-
    throw_tried(_, From, To),
    thrower(_, Cell),
    step(Cell, _, From),
    step(Cell, _, To).

refuse(move(Piece, From, To), not_yours) :-
    throw_tried(Piece, From, To),
    \+ (thrower(_, Cell), step(Cell, _, From)).
refuse(move(Piece, From, To), no_pillbug) :-
    throw_tried(Piece, From, To),
    thrower(_, Cell),
    step(Cell, _, From),
    \+ amid(From, _, To).
refuse(move(Piece, From, To), stacked) :-
    throw_tried(Piece, From, To),
    amid(From, _, To),
    at(Piece, From, Level),
    Level > 1.
refuse(move(Piece, From, To), occupied) :-
    throw_tried(Piece, From, To),
    amid(From, _, To),
    occupied(To).
refuse(move(Piece, From, To), too_narrow) :-
    throw_tried(Piece, From, To),
    amid(From, Cell, To),
    at(Piece, From, 1),
    narrow(From, Cell, 2).
refuse(move(Piece, From, To), too_narrow) :-
    throw_tried(Piece, From, To),
    amid(From, Cell, To),
    at(Piece, From, 1),
    narrow(Cell, To, 2).

reason(not_yours, 'that piece is not yours').
reason(no_pillbug, 'no pillbug of yours is between the cells to throw it').
reason(stacked, 'stacked pieces cannot be thrown').
