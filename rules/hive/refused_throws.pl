%   Why an enemy piece cannot be thrown there

% The player to move tries to move an enemy Piece.
enemy_tried(Piece, From, To) :-
    tried(move(Piece, From, To)),
    turn(Player),
    opponent(Player, Enemy),
    bug(Piece, Enemy, _, _).

% The queen of that player is down, and yet the Piece cannot be thrown to To.
throw_tried(Piece, From, To) :-
    enemy_tried(Piece, From, To),
    From \= To,
    turn(Player),
    queen_is_down(Player),
    at(Piece, From, _),
    \+ throws(_, Piece, From, To).

% A piece that can throw, on Cell, touches both From and To.
amid(From, Cell, To) :-
    throw_tried(_, From, To),
    thrower(_, Cell),
    step(Cell, _, From),
    step(Cell, _, To).

% Pillbug, of the player to move, or a mosquito that touches one, lies next to From,
% whether it may throw now or not.
would_throw(Pillbug, From) :-
    enemy_tried(_, From, _),
    turn(Player),
    has_pillbug_power(Pillbug),
    bug(Pillbug, Player, _, _),
    at(Pillbug, Cell, 1),
    step(Cell, _, From).

% One of them may throw.
can_throw_from(From) :-
    enemy_tried(_, From, _),
    thrower(_, Cell),
    step(Cell, _, From).

refuse(move(Piece, From, To), not_yours) :-
    enemy_tried(Piece, From, To),
    \+ would_throw(_, From).
refuse(move(Piece, From, To), thrower_moved) :-
    throw_tried(Piece, From, To),
    would_throw(Pillbug, From),
    moved(Pillbug),
    \+ can_throw_from(From).
refuse(move(Piece, From, To), thrower_covered) :-
    throw_tried(Piece, From, To),
    would_throw(Pillbug, From),
    covered(Pillbug),
    \+ can_throw_from(From).
refuse(move(Piece, From, To), no_pillbug) :-
    throw_tried(Piece, From, To),
    can_throw_from(From),
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
