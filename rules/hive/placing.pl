%   Placing
%
%   A player brings in a piece from the hand next to own pieces only, and has to
%   bring in the queen by the fourth turn.

start(turn(white)) :-
    option(starts, white).
start(turn(black)) :-
    option(starts, black).

legal(place(Piece, Cell)) :-
    may_enter(Piece),
    entrance(Cell).

% Player holds Piece: it takes part in the game, and is not in the hive.
in_hand(Player, Piece) :-
    bug(Piece, Player, Kind, _),
    takes_part(Kind),
    \+ at(Piece, _, _).

% Player has no piece left to bring in.
empty_handed(Player) :-
    player(Player),
    \+ in_hand(Player, _).

% The player to move may bring in Piece: the first one left of its kind.
may_enter(Piece) :-
    turn(Player),
    in_hand(Player, Piece),
    \+ out_of_order(Piece),
    \+ too_early(Piece),
    \+ waits_for_queen(Piece).

% A piece that enters before Piece is still in hand.
out_of_order(Piece) :-
    enters_before(Before, Piece),
    in_hand(_, Before).

% Under the tournament rule a queen is not a player's first piece.
too_early(Queen) :-
    option(tournament, on),
    bug(Queen, Player, queen, _),
    \+ has_entered(Player).

% It is the fourth turn of the player to move, or a later one. Both players' turns
% are counted together: the seventh is the fourth of who began, the eighth that of
% the other.
fourth_turn_has_come :-
    turn_number(N),
    N >= 7.

% Piece has to wait: from the player's fourth turn on the queen comes in first.
waits_for_queen(Piece) :-
    fourth_turn_has_come,
    turn(Player),
    bug(Piece, Player, Kind, _),
    Kind \= queen,
    \+ queen_is_down(Player).

% The player to move, who has pieces left, may bring one in on Cell. The first
% piece of all goes to the origin, the second next to it, and every other one
% next to own pieces only.
entrance((0,0)) :-
    \+ occupied(_).
entrance(Cell) :-
    turn(Player),
    \+ has_entered(Player),
    occupied(Other),
    step(Other, _, Cell).
entrance(Cell) :-
    turn(Player),
    \+ empty_handed(Player),
    opponent(Player, Enemy),
    touches(Player, Cell),
    \+ occupied(Cell),
    \+ touches(Enemy, Cell).
