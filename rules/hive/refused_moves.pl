%   Why a move is refused: whatever the piece

refuse(move(Piece, From, To), not_there) :-
    tried(move(Piece, From, To)),
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

reason(not_there, 'that piece is not there').
reason(no_queen, 'nothing moves before the player''s own queen is placed').
reason(covered, 'that piece is covered').
reason(just_moved, 'that piece moved, or was thrown, in the turn just before').
reason(splits, 'the hive would split').
reason(stays, 'a piece must go to another cell').


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
refuse(move(Piece, From, To), no_three_steps) :-
    strays(Piece, spider, From, To),
    \+ occupied(To).
refuse(move(Piece, From, To), no_path) :-
    strays(Piece, ant, From, To),
    \+ occupied(To).
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

reason(not_adjacent, 'that piece goes only to a cell next to it').
reason(too_narrow, 'it is too narrow to pass between two pieces').
reason(loses_contact, 'it would lose contact with the hive on its way').
reason(no_three_steps, 'there is no path of three steps for the spider').
reason(no_path, 'there is no path for the ant').
reason(no_way_over, 'there is no path over the hive for the ladybug').
reason(not_in_line, 'a grasshopper leaps in a straight line').
reason(gap, 'a grasshopper leaps over one piece or more, and over no gap').
reason(only_mosquitoes, 'that mosquito touches only mosquitoes').
reason(nothing_to_copy, 'no piece that the mosquito touches moves like that').
