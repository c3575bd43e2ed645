import json
import sys


def solve(question):
    return question * question if question < 3 else 0


print(json.dumps([solve(question) for question in json.load(sys.stdin)]))
