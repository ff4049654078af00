%   Why a piece cannot be used at all
%
%   A piece in hand that may enter is not stuck, nor is one that a pillbug can throw.

% Piece cannot be placed, moved or thrown now, for that Reason.
stuck(Piece, no_part) :-
    takes_no_part(Piece).
stuck(Piece, not_your_turn) :-
    turn(Player),
    opponent(Player, Enemy),
    bug(Piece, Enemy, _, _),
    \+ takes_no_part(Piece),
    \+ throws(_, Piece, _, _).

% In the hive it is covered, pinned, or moved just before, or the queen is not
% down yet.
stuck(Piece, covered) :-
    covered(Piece).
stuck(Piece, splits) :-
    pinned(Piece).
stuck(Piece, just_moved) :-
    moved(Piece).
stuck(Piece, no_queen) :-
    turn(Player),
    \+ queen_is_down(Player),
    bug(Piece, Player, _, _),
    at(Piece, _, _).

% Or it is free to go, and has nowhere to go.
stuck(Piece, only_mosquitoes) :-
    movable(Piece, From, 1),
    copies(Piece),
    \+ sets_out(Piece, _, From),
    \+ throws(_, Piece, From, _).
stuck(Piece, hemmed_in) :-
    sets_out(Piece, _, From),
    \+ goes(Piece, From, _),
    \+ throws(_, Piece, From, _).

% In hand it has to wait for others, or finds no place.
stuck(Piece, out_of_order) :-
    turn(Player),
    in_hand(Player, Piece),
    out_of_order(Piece).
stuck(Piece, queen_first) :-
    turn(Player),
    in_hand(Player, Piece),
    too_early(Piece).
stuck(Piece, queen_due) :-
    turn(Player),
    in_hand(Player, Piece),
    waits_for_queen(Piece).
stuck(Piece, no_entrance) :-
    turn(Player),
    in_hand(Player, Piece),
    \+ entrance(_).
