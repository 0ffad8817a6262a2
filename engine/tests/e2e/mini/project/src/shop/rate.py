def percent():
    return 0
