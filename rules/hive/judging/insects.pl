%   Judging by insects: how good a place each bug has
%
%   This was thought out to score moves, by how much better the bug's new place
%   is than its old one. Here the places themselves count, so that what a move
%   adds to the value is its score. Whether a bug is free to leave its place is
%   not asked. Mosquitoes, ladybugs and pillbugs have no good places, nor has a
%   bug with another on top of it, other than the queen.

% Piece has a place that is worth so many Points for that Reason. A queen suffers
% from every neighbour.
good(Queen, besieged, Points) :-
    bug(Queen, Player, queen, _),
    besieged(Player, N),
    N > 0,
    Points is -40 * N.

% An ant stands well next to the enemy queen, and better where it pins her: the
% two cells next to both of them are empty.
good(Ant, harries, 30) :-
    attacks(_, Ant),
    bug(Ant, _, ant, _).
good(Ant, pins, 20) :-
    attacks(Player, Ant),
    bug(Ant, _, ant, _),
    alone(Ant, Cell),
    enemy_queen_on(Player, Queen),
    step(Cell, Dir, Queen),
    \+ (side_by_side(Dir, Next), step(Cell, Next, Shared), occupied(Shared)).

% A spider hardly ever gets next to the enemy queen, and stands very well there.
good(Spider, arrived, 36) :-
    attacks(_, Spider),
    bug(Spider, _, spider, _).

% A beetle or a grasshopper fills a cell next to the enemy queen; best one that
% others could not slide into, with no two empty cells around it.
good(Piece, fills, 24) :-
    fills(Piece, _).
good(Piece, fills_gap, 16) :-
    fills(Piece, Cell),
    \+ (step(Cell, Dir, Next),
        \+ occupied(Next),
        step(Cell, Another, Other),
        \+ occupied(Other),
        Dir \= Another).

% A beetle stands better the nearer it is to the enemy queen.
good(Beetle, near, Points) :-
    away(Beetle, Distance),
    Distance < 6,
    Points is 4 * (6 - Distance).

% It stands well on top of an enemy piece, and badly on top of an own one.
good(Beetle, covers, Points) :-
    sits_on(Beetle, Enemy, Kind),
    \+ bug(Beetle, Enemy, _, _),
    burden(Kind, Points).
good(Beetle, burdens, Points) :-
    sits_on(Beetle, Player, Kind),
    bug(Beetle, Player, _, _),
    burden(Kind, Loss),
    Points is -Loss.

% From further off, spiders, grasshoppers and beetles may come next to the enemy
% queen later, by three moves at most. Each move that it takes halves what that
% is worth.
good(Beetle, on_its_way, Points) :-
    away(Beetle, Distance),
    Distance \= 1,
    Moves is abs(Distance - 1),
    Moves < 4,
    Points is 24 // 2 ^ Moves.
good(Piece, on_its_way, Points) :-
    arrives(Piece, _),
    aggregate_all(min(N), arrives(Piece, N), Moves),
    Points is 24 // 2 ^ Moves.

% To have a piece of that Kind under a beetle counts so much.
burden(Kind, 10) :-
    kind(Kind),
    Kind \= ant.
burden(ant, 20).

% Bugs of that Kind fill cells that others could not slide into.
squeezes_in(beetle).
squeezes_in(grasshopper).

% Piece, which squeezes in, has Cell to itself, next to the enemy queen.
fills(Piece, Cell) :-
    attacks(_, Piece),
    alone(Piece, Cell),
    bug(Piece, _, Kind, _),
    squeezes_in(Kind).

% Beetle lies on top of a piece of Player's, of that Kind.
sits_on(Beetle, Player, Kind) :-
    bug(Beetle, _, beetle, _),
    visible(Beetle, Cell, Level),
    Below is Level - 1,
    at(Piece, Cell, Below),
    bug(Piece, Player, Kind, _).

% Beetle is so many cells away from the enemy queen. It goes one cell a move,
% so its later moves are judged by this alone.
away(Beetle, Distance) :-
    bug(Beetle, Player, beetle, _),
    visible(Beetle, Cell, _),
    enemy_queen_on(Player, Queen),
    column(Cell, Q),
    row(Cell, R),
    column(Queen, QueenQ),
    row(Queen, QueenR),
    Distance is max(max(abs(Q - QueenQ), abs(R - QueenR)),
                    abs(Q - QueenQ + R - QueenR)).

% Queen is the enemy's of Piece, which is after her.
enemy_queen(Piece, Queen) :-
    bug(Piece, Player, _, _),
    opponent(Player, Enemy),
    bug(Queen, Enemy, queen, _).

% Bugs of that Kind are also judged by what they could reach by several moves.
plans_ahead(spider).
plans_ahead(grasshopper).

% Piece, on Cell, looks for a way to the enemy queen, and is not there yet.
seeks(Piece, Cell) :-
    plans_ahead(Kind),
    bug(Piece, _, Kind, _),
    alone(Piece, Cell),
    enemy_queen(Piece, Queen),
    at(Queen, Heart, _),
    \+ step(Heart, _, Cell).

% Piece could come next to the enemy queen by so many moves.
arrives(Spider, Moves) :-
    spider_gets_to(Spider, Moves, Cell),
    enemy_queen(Spider, Queen),
    at(Queen, Heart, _),
    step(Heart, _, Cell).
arrives(Grasshopper, Moves) :-
    would_leap_over(Grasshopper, Dir, Over),
    step(Over, Dir, To),
    bug(Grasshopper, Player, _, _),
    leaps_to_queen(Player, Left, To),
    Moves is Left + 1.

% Spider could be on Cell after so many moves, if no other piece moved.
spider_gets_to(Spider, 0, Cell) :-
    seeks(Spider, Cell),
    bug(Spider, _, spider, _).
spider_gets_to(Spider, Moves, To) :-
    spider_goes_on(Spider, Before, From),
    slides_thrice(Spider, From, To),
    Moves is Before + 1.

% Spider, on Cell after so many moves, goes on: it is not yet next to the enemy
% queen, and near enough to come there by three moves in all, of three cells
% each.
spider_goes_on(Spider, Moves, Cell) :-
    spider_gets_to(Spider, Moves, Cell),
    enemy_queen(Spider, Queen),
    at(Queen, Heart, _),
    column(Cell, Q),
    row(Cell, R),
    column(Heart, HeartQ),
    row(Heart, HeartR),
    Distance is max(max(abs(Q - HeartQ), abs(R - HeartR)),
                    abs(Q - HeartQ + R - HeartR)),
    Distance > 1,
    Distance - 1 =< 3 * (3 - Moves).

% Grasshopper, which looks for a way, would leap over Cell in direction Dir.
would_leap_over(Grasshopper, Dir, Cell) :-
    seeks(Grasshopper, From),
    bug(Grasshopper, _, grasshopper, _),
    step(From, Dir, Cell),
    occupied(Cell).
would_leap_over(Grasshopper, Dir, Next) :-
    would_leap_over(Grasshopper, Dir, Cell),
    step(Cell, Dir, Next),
    occupied(Next).

% From Cell, which is empty, a grasshopper of Player's would come next to the
% enemy queen by so many leaps, two at most, if no other piece moved and its own
% first cell counted as full. The leaps are traced back, from the queen.
leaps_to_queen(Player, 0, Cell) :-
    enemy_queen_on(Player, Queen),
    step(Queen, _, Cell),
    \+ occupied(Cell).
leaps_to_queen(Player, Leaps, From) :-
    leap_traced_back(Player, Leaps, Dir, Over),
    step(Over, Dir, From),
    \+ occupied(From).

% A grasshopper of Player's would come next to the enemy queen by so many leaps,
% the first of them over Cell, coming from direction Dir.
leap_traced_back(Player, Leaps, Dir, Cell) :-
    leaps_to_queen(Player, Left, To),
    Left < 2,
    Leaps is Left + 1,
    step(To, Dir, Cell),
    occupied(Cell).
leap_traced_back(Player, Leaps, Dir, Next) :-
    leap_traced_back(Player, Leaps, Dir, Cell),
    step(Cell, Dir, Next),
    occupied(Next).

value(Player, Value) :-
    option(style, insects),
    player(Player),
    aggregate_all(sum(Points), (good(Piece, _, Points), bug(Piece, Player, _, _)), Value).
