%   How the queens stand
%
%   All styles of judging ask this, and so does a game that is broken off.

% Cell, next to Player's queen, is occupied.
taken_next_to_queen(Player, Cell) :-
    bug(Queen, Player, queen, _),
    at(Queen, At, _),
    step(At, _, Cell),
    occupied(Cell).

% N cells next to Player's queen are occupied; none before she is in the hive.
besieged(Player, N) :-
    player(Player),
    aggregate_all(count, taken_next_to_queen(Player, _), N).

% Player is ahead if the game is broken off: fewer cells are occupied around the
% own queen than around the enemy's.
leads(Player) :-
    opponent(Player, Enemy),
    besieged(Player, Own),
    besieged(Enemy, Theirs),
    Own < Theirs.

% The queen that Player is after is on Cell.
enemy_queen_on(Player, Cell) :-
    opponent(Player, Enemy),
    bug(Queen, Enemy, queen, _),
    at(Queen, Cell, _).

% Piece, of Player's, stands next to the enemy queen. Of a stack only the piece
% on top counts.
attacks(Player, Piece) :-
    enemy_queen_on(Player, Cell),
    step(Cell, _, Next),
    visible(Piece, Next, _),
    bug(Piece, Player, _, _).
