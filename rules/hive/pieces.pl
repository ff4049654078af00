%   The pieces
%
%   Each player has a queen, two spiders, two beetles, three grasshoppers and
%   three ants; with the expansions a mosquito, a ladybug and a pillbug as well.

% Piece is Player's, and the Number-th one of its Kind.
bug(wQ, white, queen, 1).
bug(wS1, white, spider, 1).
bug(wS2, white, spider, 2).
bug(wB1, white, beetle, 1).
bug(wB2, white, beetle, 2).
bug(wG1, white, grasshopper, 1).
bug(wG2, white, grasshopper, 2).
bug(wG3, white, grasshopper, 3).
bug(wA1, white, ant, 1).
bug(wA2, white, ant, 2).
bug(wA3, white, ant, 3).
bug(wM, white, mosquito, 1).
bug(wL, white, ladybug, 1).
bug(wP, white, pillbug, 1).
bug(bQ, black, queen, 1).
bug(bS1, black, spider, 1).
bug(bS2, black, spider, 2).
bug(bB1, black, beetle, 1).
bug(bB2, black, beetle, 2).
bug(bG1, black, grasshopper, 1).
bug(bG2, black, grasshopper, 2).
bug(bG3, black, grasshopper, 3).
bug(bA1, black, ant, 1).
bug(bA2, black, ant, 2).
bug(bA3, black, ant, 3).
bug(bM, black, mosquito, 1).
bug(bL, black, ladybug, 1).
bug(bP, black, pillbug, 1).

% Of two pieces of a player that are of one kind, Before comes first.
enters_before(Before, Piece) :-
    bug(Before, Player, Kind, Lower),
    bug(Piece, Player, Kind, Number),
    Lower < Number.

% Bugs of that Kind take part in this game.
takes_part(queen).
takes_part(spider).
takes_part(beetle).
takes_part(grasshopper).
takes_part(ant).
takes_part(mosquito) :-
    option(mosquito, on).
takes_part(ladybug) :-
    option(ladybug, on).
takes_part(pillbug) :-
    option(pillbug, on).

% Piece stays in the box in this game.
takes_no_part(Piece) :-
    bug(Piece, _, Kind, _),
    \+ takes_part(Kind).
