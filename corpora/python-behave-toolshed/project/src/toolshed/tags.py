"""Tool tags such as `HD-00417-K`: two-letter section, serial, check letter."""

import re
from dataclasses import dataclass

from .decorators import memoised
from .errors import FormatError, ValidationError

ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ"
SECTIONS = {
    "HD": "hand tools",
    "PW": "power tools",
    "GD": "garden",
    "LD": "ladders and access",
    "MS": "measuring",
}
_TAG = re.compile(r"^([A-Z]{2})-?(\d{1,5})-?([A-Z])$")


def _build_weights(length):
    weights = []
    weight = 2
    for _ in range(length):
        weights.append(weight)
        weight = weight * 2 % 23
    return tuple(weights)


WEIGHTS = _build_weights(7)


def check_letter(section, serial):
    """The letter that catches any single wrong digit and most swaps."""
    digits = [ALPHABET.find(letter) + 1 for letter in section]
    digits += [int(digit) for digit in "{:05d}".format(serial)]
    total = sum(digit * weight for digit, weight in zip(digits, WEIGHTS))
    return ALPHABET[total % 23]


@dataclass(frozen=True, order=True)
class Tag:
    section: str
    serial: int

    def __post_init__(self):
        if self.section not in SECTIONS:
            raise ValidationError("section", "unknown section {!r}".format(self.section))
        if not 1 <= self.serial <= 99999:
            raise ValidationError("serial", "must be between 1 and 99999")

    @property
    def letter(self):
        return check_letter(self.section, self.serial)

    @property
    def section_name(self):
        return SECTIONS[self.section]

    def __str__(self):
        return "{}-{:05d}-{}".format(self.section, self.serial, self.letter)

    def next(self):
        return Tag(self.section, self.serial + 1)


@memoised
def parse_tag(text):
    """Read a tag as typed at the desk: any case, dashes optional."""
    match = _TAG.match(text.strip().upper())
    if match is None:
        raise FormatError("not a tool tag: {!r}".format(text))
    section, serial, letter = match.groups()
    tag = Tag(section, int(serial))
    if tag.letter != letter:
        raise FormatError(
            "check letter of {} is wrong (expected {})".format(text.strip(), tag.letter)
        )
    return tag
