"""Counts right answers. The solver runs in a process of its own, twice, and must say the same both times."""
import json
import subprocess
import sys

sys.path.insert(0, "src")
import checks

QUESTIONS = list(range(10))


def ask(call):
    command = [sys.executable, "src/solver.py", str(call)]
    done = subprocess.run(command, input=json.dumps(QUESTIONS), stdout=subprocess.PIPE, text=True)
    if done.returncode != 0:
        sys.exit("the solver failed")
    return json.loads(done.stdout.strip().split("\n")[-1])


first = ask(1)
with open("data/weights.json") as file:
    each = json.load(file)["each"]
if ask(2) != first or len(first) != len(QUESTIONS):
    sys.exit("the solver does not say the same twice")
print(sum(each for question, answer in zip(QUESTIONS, first) if checks.right(question, answer)))
