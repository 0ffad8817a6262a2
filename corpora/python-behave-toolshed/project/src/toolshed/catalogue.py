"""The catalogue of tools: CSV in, search, stock counts."""

import csv
import io
from dataclasses import dataclass, field
from typing import Tuple

from .errors import Conflict, FormatError, NotFound, ToolshedError, ValidationError
from .money import Money
from .tags import SECTIONS, Tag, parse_tag

COLUMNS = ("tag", "name", "value", "grade")
GRADES = {"A": 1, "B": 2, "C": 3}
_STOP_WORDS = frozenset(["a", "an", "and", "for", "of", "the", "with"])


@dataclass(frozen=True)
class Tool:
    tag: Tag
    name: str
    value: Money
    grade: str = "A"
    keywords: Tuple[str, ...] = field(default=(), compare=False)

    def __post_init__(self):
        if not self.name.strip():
            raise ValidationError("name", "must not be empty")
        if len(self.name) > 60:
            raise ValidationError("name", "is longer than 60 characters")
        if self.value.cents <= 0:
            raise ValidationError("value", "must be positive")
        if self.grade not in GRADES:
            raise ValidationError("grade", "must be one of A, B, C")

    @property
    def section(self):
        return self.tag.section

    @property
    def words(self):
        text = " ".join((self.name,) + self.keywords)
        words = (word.strip(".,()").lower() for word in text.split())
        return frozenset(word for word in words if word and word not in _STOP_WORDS)

    def score(self, query):
        """How well a query matches: 2 a whole word, 1 the start of one, 0 when any word fails."""
        points = 0
        for wanted in query.lower().split():
            if wanted in self.words:
                points += 2
            elif len(wanted) >= 3 and any(word.startswith(wanted) for word in self.words):
                points += 1
            else:
                return 0
        return points


class Catalogue:
    def __init__(self, tools=()):
        self._tools = {}
        for tool in tools:
            self.add(tool)

    def __len__(self):
        return len(self._tools)

    def __iter__(self):
        return iter(sorted(self._tools.values(), key=lambda tool: tool.tag))

    def __contains__(self, tag):
        return tag in self._tools

    def add(self, tool):
        if tool.tag in self._tools:
            raise Conflict("tag {} is taken".format(tool.tag), tag=tool.tag)
        self._tools[tool.tag] = tool
        return tool

    def get(self, tag):
        try:
            return self._tools[tag]
        except KeyError:
            raise NotFound("no tool {}".format(tag), tag=tag) from None

    def search(self, query, section=None, limit=10):
        """Best first, then by tag; at most `limit`."""
        if limit < 1:
            raise ValidationError("limit", "must be at least 1")
        found = []
        for tool in self:
            if section is not None and tool.section != section:
                continue
            points = tool.score(query)
            if points > 0:
                found.append((-points, tool.tag, tool))
        found.sort(key=lambda entry: entry[:2])
        return [tool for _, _, tool in found[:limit]]

    def by_section(self):
        """(section, its tools) for sections with tools, in catalogue order."""
        for section in SECTIONS:
            tools = [tool for tool in self if tool.section == section]
            if tools:
                yield section, tools

    def total_value(self):
        return Money.total(tool.value for tool in self)


def _read_row(row):
    return Tool(
        tag=parse_tag(row["tag"]),
        name=row["name"].strip(),
        value=Money.parse(row["value"]),
        grade=(row["grade"] or "A").strip().upper(),
        keywords=tuple((row.get("keywords") or "").split()),
    )


def rows_of(text):
    """(line number, row) for each row that is neither blank nor a `#` comment."""
    reader = csv.reader(io.StringIO(text))
    header = None
    for cells in reader:
        if not any(cell.strip() for cell in cells) or cells[0].startswith("#"):
            continue
        if header is None:
            header = [cell.strip().lower() for cell in cells]
            missing = [column for column in COLUMNS if column not in header]
            if missing:
                raise FormatError("missing column: {}".format(", ".join(missing)), reader.line_num)
            continue
        if len(cells) > len(header):
            raise FormatError("too many cells", reader.line_num)
        padded = cells + [""] * (len(header) - len(cells))
        yield reader.line_num, dict(zip(header, padded))


@dataclass
class ImportResult:
    added: int = 0
    problems: list = field(default_factory=list)

    @property
    def ok(self):
        return not self.problems


def import_csv(catalogue, text, strict=False):
    """Add what can be added; collect what cannot, or stop at it when `strict`."""
    result = ImportResult()
    for line, row in rows_of(text):
        try:
            catalogue.add(_read_row(row))
        except ToolshedError as error:
            if strict:
                raise FormatError(error.message, line) from error
            result.problems.append((line, error.message))
        else:
            result.added += 1
    return result
