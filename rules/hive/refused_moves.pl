%   Why a move is refused: whatever the piece

refuse(move(Piece, From, To), no_part) :-
    tried(move(Piece, From, To)),
    takes_no_part(Piece).
refuse(move(Piece, From, To), not_there) :-
    tried(move(Piece, From, To)),
    \+ takes_no_part(Piece),
    \+ at(Piece, From, _).
refuse(move(Piece, From, To), no_queen) :-
    tried(move(Piece, From, To)),
    turn(Player),
    \+ queen_is_down(Player).
refuse(move(Piece, From, To), covered) :-
    tried(move(Piece, From, To)),
    covered(Piece).
refuse(move(Piece, From, To), just_moved) :-
    tried(move(Piece, From, To)),
    moved(Piece).
refuse(move(Piece, From, To), splits) :-
    tried(move(Piece, From, To)),
    pinned(Piece).
refuse(move(Piece, From, From), stays) :-
    tried(move(Piece, From, From)).


%   Why a piece cannot go there by itself

% The player to move tries to move Piece, which could go the way bugs of that
% Kind do, but not to To, not even thrown. What a mosquito copies is left out.
strays(Piece, Kind, From, To) :-
    tried(move(Piece, From, To)),
    From \= To,
    sets_out(Piece, Kind, From),
    \+ copies(Piece),
    \+ goes(Piece, From, To),
    \+ throws(_, Piece, From, To).

% Piece is a mosquito on the ground, which moves like the pieces it touches.
copies(Piece) :-
    bug(Piece, _, mosquito, _),
    at(Piece, _, 1).

% Somebody tries to move Piece, a spider or an ant, where it cannot get.
cannot_slide(Piece) :-
    strays(Piece, spider, _, _).
cannot_slide(Piece) :-
    strays(Piece, ant, _, _).

% For such a Piece it is too narrow from From to To: other pieces lie on both
% sides.
gate(Piece, From, To) :-
    cannot_slide(Piece),
    obstacle(Piece, Left),
    step(Left, Dir, From),
    side_by_side(Dir, Next),
    step(Left, Next, To),
    step(From, Next, Right),
    obstacle(Piece, Right),
    \+ obstacle(Piece, From),
    \+ obstacle(Piece, To).

% If it could squeeze through, it would get from From to To.
pushes(Piece, From, To) :-
    cannot_slide(Piece),
    slide(Piece, From, To).
pushes(Piece, From, To) :-
    gate(Piece, From, To).

% An ant gets to Cell if it squeezes through wherever it is too narrow.
pushes_through(Piece, Cell) :-
    strays(Piece, ant, From, _),
    pushes(Piece, From, Cell).
pushes_through(Piece, Next) :-
    pushes_through(Piece, Cell),
    pushes(Piece, Cell, Next).

% Nothing but a gap that is too narrow keeps a spider or an ant from To.
squeezes(Piece, From, To) :-
    strays(Piece, spider, From, To),
    pushes(Piece, From, First),
    pushes(Piece, First, Second),
    Second \= From,
    pushes(Piece, Second, To),
    To \= First.
squeezes(Piece, From, To) :-
    strays(Piece, ant, From, To),
    pushes_through(Piece, To).

% To, where a spider is to go, can be entered from nowhere, since it is too narrow.
closed(Piece, From, To) :-
    strays(Piece, spider, From, To),
    gate(Piece, _, To),
    \+ slide(Piece, _, To).

% In the move that is tried, To is in a straight line with From.
in_line(From, To) :-
    tried(move(_, From, To)),
    column(From, Same),
    column(To, Same).
in_line(From, To) :-
    tried(move(_, From, To)),
    row(From, Same),
    row(To, Same).
in_line(From, To) :-
    tried(move(_, From, To)),
    column(From, Q),
    row(From, R),
    column(To, Column),
    row(To, Row),
    Q + R =:= Column + Row.

refuse(move(Piece, From, To), not_adjacent) :-
    strays(Piece, Kind, From, To),
    goes_one_cell(Kind),
    \+ step(From, _, To).
refuse(move(Piece, From, To), occupied) :-
    strays(Piece, Kind, From, To),
    Kind \= beetle,
    occupied(To).
refuse(move(Piece, From, To), too_narrow) :-
    strays(Piece, Kind, From, To),
    goes_one_cell(Kind),
    at(Piece, From, Level),
    \+ occupied(To),
    narrow(From, To, Level).
refuse(move(Piece, From, To), too_narrow) :-
    strays(Piece, beetle, From, To),
    at(Piece, From, Level),
    visible(_, To, Height),
    Above is max(Level, Height + 1),
    narrow(From, To, Above).
refuse(move(Piece, From, To), loses_contact) :-
    strays(Piece, Kind, From, To),
    goes_one_cell(Kind),
    step(From, _, To),
    alone(Piece, From),
    \+ occupied(To),
    \+ narrow(From, To, 1).
refuse(move(Piece, From, To), too_narrow) :-
    squeezes(Piece, From, To).
refuse(move(Piece, From, To), too_narrow) :-
    closed(Piece, From, To).
refuse(move(Piece, From, To), no_three_steps) :-
    strays(Piece, spider, From, To),
    \+ occupied(To),
    \+ squeezes(Piece, From, To).
refuse(move(Piece, From, To), no_path) :-
    strays(Piece, ant, From, To),
    \+ occupied(To),
    \+ squeezes(Piece, From, To).
refuse(move(Piece, From, To), no_way_over) :-
    strays(Piece, ladybug, From, To),
    \+ occupied(To).
refuse(move(Piece, From, To), not_in_line) :-
    strays(Piece, grasshopper, From, To),
    \+ in_line(From, To).
refuse(move(Piece, From, To), gap) :-
    strays(Piece, grasshopper, From, To),
    in_line(From, To),
    \+ occupied(To).
refuse(move(Piece, From, To), only_mosquitoes) :-
    tried(move(Piece, From, To)),
    movable(Piece, From, 1),
    copies(Piece),
    \+ sets_out(Piece, _, From),
    \+ throws(_, Piece, From, To).
refuse(move(Piece, From, To), nothing_to_copy) :-
    tried(move(Piece, From, To)),
    From \= To,
    copies(Piece),
    sets_out(Piece, _, From),
    \+ goes(Piece, From, To),
    \+ throws(_, Piece, From, To).
