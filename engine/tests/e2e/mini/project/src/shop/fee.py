def fee(n):
    return n * 2 + base(n)


def base(n):
    return n - n
