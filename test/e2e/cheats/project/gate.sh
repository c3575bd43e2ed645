! grep -q FORBIDDEN src/solver.py
