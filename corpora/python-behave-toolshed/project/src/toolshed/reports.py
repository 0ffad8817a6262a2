"""Reports as plain text, in columns."""

from .money import ZERO, Money

WIDTH = 64


def clip(text, width):
    """Cut to width, with an ellipsis where something was cut."""
    if len(text) <= width:
        return text
    return text[: width - 1] + "…"


def table(headers, rows, right=()):
    """Columns as wide as their widest cell; those named in `right` are right-aligned."""
    rows = [[str(cell) for cell in row] for row in rows]
    widths = [len(header) for header in headers]
    for row in rows:
        for index, cell in enumerate(row):
            widths[index] = max(widths[index], len(cell))

    def line(cells):
        parts = []
        for header, cell, width in zip(headers, cells, widths):
            parts.append(cell.rjust(width) if header in right else cell.ljust(width))
        return "  ".join(parts).rstrip()

    ruler = "  ".join("-" * width for width in widths)
    return "\n".join([line(headers), ruler] + [line(row) for row in rows])


def title(text, fill="="):
    return "{}\n{}".format(text, fill * min(len(text), WIDTH))


def plural(count, noun):
    if count == 1:
        return "1 {}".format(noun)
    if noun.endswith("y") and noun[-2:-1] not in "aeiou":
        return "{} {}ies".format(count, noun[:-1])
    return "{} {}s".format(count, noun)


def stock_report(catalogue):
    rows = []
    for section, tools in catalogue.by_section():
        worth = Money.total(tool.value for tool in tools)
        worst = max(tools, key=lambda tool: (tool.grade, tool.tag))
        rows.append([section, len(tools), worth, worst.grade])
    body = table(["section", "tools", "value", "worst"], rows, right=("tools", "value"))
    footer = "{} worth {}".format(plural(len(catalogue), "tool"), catalogue.total_value())
    return "\n\n".join([title("Stock"), body, footer])


def overdue_report(desk, day):
    loans = desk.overdue(day)
    if not loans:
        return "Nothing is overdue."
    rows = []
    owed = ZERO
    for loan in loans:
        late, fee = desk.late_fee(loan.due, day)
        owed += fee
        name = clip(desk.catalogue.get(loan.tag).name, 18)
        rows.append([loan.tag, name, loan.card, loan.due.isoformat(), late, fee])
    body = table(["tag", "tool", "member", "due", "days", "fee"], rows, right=("days", "fee"))
    return "\n".join([body, "", "{}, {} owed".format(plural(len(loans), "loan"), owed)])


def statement(ledger, card, since=None):
    """A member's account, one entry a line, with the balance carried forward."""
    rows = []
    closing = ZERO
    for entry, balance in ledger.running(card, since):
        rows.append([entry.day.isoformat(), entry.kind, entry.memo, entry.effect, balance])
        closing = balance
    if not rows:
        return "No entries for {}.".format(card)
    verdict = "in credit" if closing.is_negative else "settled" if closing.is_zero else "owing"
    body = table(["day", "kind", "memo", "amount", "balance"], rows, right=("amount", "balance"))
    return "{}\n\nBalance: {} ({})".format(body, closing, verdict)


def receipt(quote):
    lines = ["{:<20}{:>10}".format(label, str(amount)) for label, amount in quote.lines]
    if quote.deposit > ZERO:
        lines.append("{:<20}{:>10}".format("deposit", str(quote.deposit)))
    lines.append("{:<20}{:>10}".format("total", str(quote.total)))
    return "\n".join(lines)
