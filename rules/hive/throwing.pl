%   Throwing
%
%   Instead of moving, a pillbug may throw a piece next to it, whosever it is: lift
%   it onto its back and set it down on another cell next to itself.

% The player to move can throw pieces with Piece, on Cell: the queen is down,
% and Piece has the power, is not covered, and did not move just before.
thrower(Piece, Cell) :-
    turn(Player),
    queen_is_down(Player),
    has_pillbug_power(Piece),
    bug(Piece, Player, _, _),
    alone(Piece, Cell),
    \+ moved(Piece).

% Piece is a pillbug, or a mosquito that touches one.
has_pillbug_power(Piece) :-
    bug(Piece, _, pillbug, _),
    at(Piece, _, _).
has_pillbug_power(Piece) :-
    bug(Piece, _, mosquito, _),
    adjacent(Piece, Pillbug),
    bug(Pillbug, _, pillbug, _).

% Thrower, of the player to move, can lift Piece from From onto its back, and
% set it down on To.
throws(Thrower, Piece, From, To) :-
    thrower(Thrower, Cell),
    step(Cell, _, From),
    alone(Piece, From),
    \+ moved(Piece),
    \+ pinned(Piece),
    climbs(From, Cell),
    descends(Cell, To).
