%   Why a placement is refused

refuse(place(Piece, Cell), not_your_turn) :-
    tried(place(Piece, Cell)),
    turn(Player),
    opponent(Player, Enemy),
    bug(Piece, Enemy, _, _).
refuse(place(Piece, Cell), no_part) :-
    tried(place(Piece, Cell)),
    takes_no_part(Piece).
refuse(place(Piece, Cell), not_in_hand) :-
    tried(place(Piece, Cell)),
    at(Piece, _, _).
refuse(place(Piece, Cell), out_of_order) :-
    tried(place(Piece, Cell)),
    out_of_order(Piece).
refuse(place(Piece, Cell), queen_first) :-
    tried(place(Piece, Cell)),
    too_early(Piece).
refuse(place(Piece, Cell), queen_due) :-
    tried(place(Piece, Cell)),
    waits_for_queen(Piece).
refuse(place(Piece, Cell), not_at_origin) :-
    tried(place(Piece, Cell)),
    \+ occupied(_),
    Cell \= (0,0).
refuse(place(Piece, Cell), occupied) :-
    tried(place(Piece, Cell)),
    occupied(Cell).
refuse(place(Piece, Cell), unconnected) :-
    tried(place(Piece, Cell)),
    occupied(_),
    \+ occupied(Cell),
    \+ (step(Cell, _, Next), occupied(Next)).
refuse(place(Piece, Cell), touches_enemy) :-
    tried(place(Piece, Cell)),
    \+ occupied(Cell),
    turn(Player),
    bug(Piece, Player, _, _),
    has_entered(Player),
    opponent(Player, Enemy),
    touches(Enemy, Cell).


%   Why a pass is refused

refuse(pass, can_act) :-
    tried(pass),
    legal(place(_, _)).
refuse(pass, can_act) :-
    tried(pass),
    legal(move(_, _, _)).
