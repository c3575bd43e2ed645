"""Which job goes next on a machine that does one at a time."""


def priority(work, due, weight, now):
    """How urgent a job is: the one with the lowest value goes next.

    `work` is how long it takes, `due` when it should be done, `weight` what an hour of lateness costs.
    As it stands the earliest due date goes first, whatever it costs.
    """
    slack = due - now
    value = slack
    if slack < work:
        value = slack + weight
    return value
