% A clause has the arguments of a relation the wrong way round.

born(ann, 1941).
born(bob, 1938).
born(carl, 1965).
older(P, Q) :- born(P, One), born(Q, Other), One < Other.
old(P) :- born(Year, P), Year < 1950.
