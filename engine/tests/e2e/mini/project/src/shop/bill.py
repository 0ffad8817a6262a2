from shop.rate import percent


def total(net):
    return net + net * percent() // 100


def label(amount, currency):
    if amount == 0:
        return "free"
    return f"{amount} {currency}"
