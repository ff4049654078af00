%   All-round judging: the siege of the queens, and the bugs that can join in
%
%   A queen with five neighbours is all but lost, one with two hardly suffers.
%   Bugs are worth most while they are free to move, less in hand, and nothing
%   where they hold the hive together, are hemmed in, or lie under another. What
%   all of it counts stands below as weights, to be read and changed. `hornet
%   tune` found them by games.


%   The weights

:- weight(siege_1, 34, 0, 1000).            % one cell next to the queen is taken
:- weight(siege_2, 58, 0, 1000).            % two are
:- weight(siege_3, 146, 0, 1000).           % three are
:- weight(siege_4, 256, 0, 1000).           % four are
:- weight(siege_5, 387, 0, 1000).           % five are

:- weight(free_queen, 87, 0, 200).          % a queen that is free to move
:- weight(free_ant, 70, 0, 200).            % an ant that is
:- weight(free_mosquito, 83, 0, 200).       % a mosquito that is
:- weight(free_beetle, 89, 0, 200).         % a beetle that is
:- weight(free_ladybug, 39, 0, 200).        % a ladybug that is
:- weight(free_pillbug, 34, 0, 200).        % a pillbug that is
:- weight(free_grasshopper, 38, 0, 200).    % a grasshopper that is
:- weight(free_spider, 56, 0, 200).         % a spider that is

:- weight(hand_ant, 10, 0, 200).            % an ant in hand, from where it may come in
:- weight(hand_mosquito, 4, 0, 200).        % a mosquito in hand
:- weight(hand_beetle, 13, 0, 200).         % a beetle in hand
:- weight(hand_ladybug, 12, 0, 200).        % a ladybug in hand
:- weight(hand_pillbug, 11, 0, 200).        % a pillbug in hand
:- weight(hand_grasshopper, 15, 0, 200).    % a grasshopper in hand
:- weight(hand_spider, 70, 0, 200).         % a spider in hand

:- weight(arrived, 92, 0, 300).             % a bug next to the enemy queen
:- weight(on_queen, 179, 0, 400).           % a bug on top of the enemy queen
:- weight(on_top, 88, 0, 200).              % a bug on top of any enemy
:- weight(guarded, 91, 0, 300).             % a pillbug next to its own queen
:- weight(can_leave, 52, 0, 200).           % a bug next to its own queen that can leave
:- weight(tempo, 35, 0, 100).               % to have the move

% A queen with so many neighbours is in that much Danger. With six the game is over.
danger(0, 0).
danger(1, Danger) :- weight(siege_1, Danger).
danger(2, Danger) :- weight(siege_2, Danger).
danger(3, Danger) :- weight(siege_3, Danger).
danger(4, Danger) :- weight(siege_4, Danger).
danger(5, Danger) :- weight(siege_5, Danger).
danger(6, Danger) :- weight(siege_5, Danger).

% A bug of that Kind is worth so much while it is free to move.
free_worth(queen, Worth) :- weight(free_queen, Worth).
free_worth(ant, Worth) :- weight(free_ant, Worth).
free_worth(mosquito, Worth) :- weight(free_mosquito, Worth).
free_worth(beetle, Worth) :- weight(free_beetle, Worth).
free_worth(ladybug, Worth) :- weight(free_ladybug, Worth).
free_worth(pillbug, Worth) :- weight(free_pillbug, Worth).
free_worth(grasshopper, Worth) :- weight(free_grasshopper, Worth).
free_worth(spider, Worth) :- weight(free_spider, Worth).

% A bug of that Kind is worth so much in hand.
hand_worth(ant, Worth) :- weight(hand_ant, Worth).
hand_worth(mosquito, Worth) :- weight(hand_mosquito, Worth).
hand_worth(beetle, Worth) :- weight(hand_beetle, Worth).
hand_worth(ladybug, Worth) :- weight(hand_ladybug, Worth).
hand_worth(pillbug, Worth) :- weight(hand_pillbug, Worth).
hand_worth(grasshopper, Worth) :- weight(hand_grasshopper, Worth).
hand_worth(spider, Worth) :- weight(hand_spider, Worth).


%   Which bugs are free

% Piece, of Player's, is free: nothing lies on it, the hive would hold together
% without it, it is not hemmed in, and the queen is down.
at_large(Player, Piece) :-
    visible(Piece, _, _),
    bug(Piece, Player, _, _),
    queen_is_down(Player),
    \+ pinned(Piece),
    \+ hemmed_in(Piece).

% Piece can only crawl, and no gap beside it is wide enough to crawl out by.
hemmed_in(Piece) :-
    alone(Piece, Cell),
    bug(Piece, _, Kind, _),
    crawls(Kind),
    \+ way_out(Cell).

% Bugs of that Kind neither climb nor jump.
crawls(queen).
crawls(spider).
crawls(ant).
crawls(pillbug).

% Two cells side by side, both next to Cell, are free.
way_out(Cell) :-
    alone(_, Cell),
    step(Cell, Dir, Gap),
    \+ occupied(Gap),
    clockwise(Dir, Next),
    step(Cell, Next, Beside),
    \+ occupied(Beside).


%   What each player has

% Piece is worth Points to Player for that Reason. A bug that is free can go where
% it is needed.
asset(Player, Piece, free, Points) :-
    at_large(Player, Piece),
    bug(Piece, Player, Kind, _),
    \+ attacks(Player, Piece),
    free_worth(Kind, Points).

% Bugs that wait in hand can come in wherever an own one stands.
asset(Player, Piece, in_hand, Points) :-
    in_hand(Player, Piece),
    bug(Piece, Player, Kind, _),
    hand_worth(Kind, Points).

% Next to the enemy queen a bug has arrived, and need not move any more.
asset(Player, Piece, arrived, Points) :-
    attacks(Player, Piece),
    bug(Piece, Player, Kind, _),
    free_worth(Kind, Free),
    weight(arrived, More),
    Points is Free // 2 + More.

% A bug on top of an enemy keeps it down, best of all the queen.
asset(Player, Piece, on_top, Points) :-
    keeps_down(Player, Piece, _),
    weight(on_top, Points).
asset(Player, Piece, on_queen, Points) :-
    keeps_down(Player, Piece, queen),
    weight(on_queen, Points).

% A pillbug next to its queen can throw her out of a siege.
asset(Player, Pillbug, guarded, Points) :-
    bug(Pillbug, Player, pillbug, _),
    alone(Pillbug, Cell),
    step(Cell, _, Next),
    bug(Queen, Player, queen, _),
    visible(Queen, Next, 1),
    weight(guarded, Points).

% A bug next to its own queen weighs less on her if it can leave.
asset(Player, Piece, can_leave, Points) :-
    next_to_own_queen(Player, Piece),
    at_large(Player, Piece),
    weight(can_leave, Points).

% A queen under siege is worth less than nothing.
asset(Player, Queen, besieged, Points) :-
    bug(Queen, Player, queen, _),
    besieged(Player, Neighbours),
    danger(Neighbours, Danger),
    Points is -Danger.

% Whoever has the move can use it.
asset(Player, Queen, to_move, Points) :-
    turn(Player),
    bug(Queen, Player, queen, _),
    weight(tempo, Points).

% Piece, of Player's, stands next to Player's queen.
next_to_own_queen(Player, Piece) :-
    bug(Queen, Player, queen, _),
    at(Queen, Cell, _),
    step(Cell, _, Next),
    visible(Piece, Next, _),
    bug(Piece, Player, _, _).

% Piece, of Player's, lies on top of an enemy of that Kind.
keeps_down(Player, Piece, Kind) :-
    visible(Piece, Cell, Level),
    bug(Piece, Player, _, _),
    Below is Level - 1,
    at(Enemy, Cell, Below),
    bug(Enemy, Other, Kind, _),
    Other \= Player.

value(Player, Value) :-
    option(style, all_round),
    player(Player),
    aggregate_all(sum(Points), asset(Player, _, _, Points), Value).
