def right(question, answer):
    return type(answer) is int and answer == question * question
