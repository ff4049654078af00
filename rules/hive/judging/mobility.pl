%   Judging by mobility: who can move, with what, and how the queens stand
%
%   All numbers are 1600 times as large as they were thought out, so as to be
%   whole: 64 is 2/50 of that, 32 is 1/50, and 500 is 2.5/8. Turns are counted as
%   turn_number does, both players' together, and a stack next to a queen counts
%   once.

% Piece, of Player's, is free to move, be it Player's turn or not: it can be
% seen, the hive would not split, and the queen is down. It need not have
% anywhere to go.
free(Player, Piece) :-
    visible(Piece, _, _),
    bug(Piece, Player, _, _),
    queen_is_down(Player),
    \+ pinned(Piece).

% N pieces of Player's are free to move.
freedom(Player, N) :-
    player(Player),
    aggregate_all(count, free(Player, _), N).

% Bugs of that Kind are worth so much.
worth(spider, 15).
worth(queen, 10).
worth(beetle, 30).
worth(grasshopper, 25).
worth(ant, 30).
worth(ladybug, 25).
worth(mosquito, 30).
worth(pillbug, 25).

% Piece, of Player's, is in the hive, and worth so much.
brings(Player, Piece, Worth) :-
    at(Piece, _, _),
    bug(Piece, Player, Kind, _),
    worth(Kind, Worth).

% Player's pieces in the hive are worth Average each, in thousandths.
quality(Player, Average) :-
    player(Player),
    aggregate_all(count, brings(Player, _, _), Pieces),
    aggregate_all(sum(Worth), brings(Player, _, Worth), Total),
    Average is 1000 * Total // max(1, Pieces).

% What loses two thirds in so many turns keeps that many millionths in each.
keeps(30, 964042).
keeps(40, 972908).

% Of what loses two thirds in Span turns, so many millionths are left after
% Turns turns. From the 200th on next to nothing is.
left(Span, 0, 1000000) :-
    keeps(Span, _).
left(Span, Turns, Left) :-
    left(Span, Before, Whole),
    Before < 200,
    keeps(Span, Part),
    Turns is Before + 1,
    Left is Whole * Part // 1000000.

% By now, so much is left of the weight of the own and of the enemy's pieces.
faded(Own, Theirs) :-
    turn_number(Number),
    Turns is min(Number, 200),
    left(30, Turns, Own),
    left(40, Turns, Theirs).

value(Player, Value) :-
    option(style, mobility),
    opponent(Player, Enemy),
    freedom(Player, Free),
    freedom(Enemy, EnemyFree),
    quality(Player, Quality),
    quality(Enemy, EnemyQuality),
    faded(Left, EnemyLeft),
    besieged(Player, Danger),
    besieged(Enemy, Threat),
    Value is 1600 * (Free - EnemyFree) // max(1, Free + EnemyFree)
        + 64 * Quality * Left // 1000000000
        - 32 * EnemyQuality * EnemyLeft // 1000000000
        + 500 * (Threat - Danger).
