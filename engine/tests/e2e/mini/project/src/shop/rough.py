"""What a mutant turns into an endless loop, into memory without end, or into a race between runs."""

import os
import subprocess
import sys
import tempfile


def less(amount, part):
    return amount - part


def drain(amount):
    pump = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"], start_new_session=True)
    try:
        while amount > 0:
            amount = less(amount, 1)
    finally:
        pump.kill()
        pump.wait()
    return amount


def fewer(total, size):
    return total - size


def pages(total, size):
    out = []
    while total > 0:
        out.append(bytes(10 ** 6))
        total = fewer(total, size)
    return len(out)


def hit(key):
    path = os.path.join(tempfile.gettempdir(), "shop_hits.txt")
    with open(path, "a+") as file:
        file.write(key + "\n")
        file.seek(0)
        return file.read().split("\n").count(key)
