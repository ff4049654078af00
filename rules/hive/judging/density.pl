%   Judging by density: whose pieces stand around whose queen
%
%   It is a difference and not a quotient, which would have no value as long as
%   a queen stands alone.

% N pieces of Player's stand next to the enemy queen.
attackers(Player, N) :-
    player(Player),
    aggregate_all(count, attacks(Player, _), N).

value(Player, Value) :-
    option(style, density),
    opponent(Player, Enemy),
    attackers(Player, Own),
    attackers(Enemy, Theirs),
    Value is Own - Theirs.
