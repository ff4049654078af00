% A comma is missing between two arguments.

course(ai 6).
course(logic, 5) :- course(ai, X) , other(X Y).
