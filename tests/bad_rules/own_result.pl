% A variable is to be one more than itself.

born(ann, 1941).
next(P, Year) :- born(P, Year), Year is Year + 1.
