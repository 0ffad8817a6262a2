"""Command line: `python -m toolshed tag|quote|stock|check …`."""

import argparse
import sys

from . import __version__, reports, tariff
from .catalogue import Catalogue, import_csv
from .errors import ToolshedError
from .money import Money
from .tags import SECTIONS, Tag, parse_tag


def build_parser():
    parser = argparse.ArgumentParser(prog="toolshed")
    parser.add_argument("--version", action="version", version="toolshed " + __version__)
    commands = parser.add_subparsers(dest="command")
    tag = commands.add_parser("tag", help="make or check tags")
    tag.add_argument("text", help="a section and serial (HD 417) or a whole tag", nargs="+")
    quote = commands.add_parser("quote", help="price a hire")
    quote.add_argument("section", choices=sorted(SECTIONS))
    quote.add_argument("value")
    quote.add_argument("days", type=int)
    quote.add_argument("--grade", default="A")
    quote.add_argument("--coupon", default="")
    quote.add_argument("--deposit", type=int, default=0)
    stock = commands.add_parser("stock", help="report on a catalogue file")
    stock.add_argument("file")
    stock.add_argument("--strict", action="store_true")
    return parser


def run_tag(options, out):
    if len(options.text) == 2:
        section, serial = options.text
        out.write("{}\n".format(Tag(section.upper(), int(serial))))
        return 0
    tag = parse_tag(options.text[0])
    out.write("{} ({})\n".format(tag, tag.section_name))
    return 0


def run_quote(options, out):
    request = tariff.Request(
        options.section,
        Money.parse(options.value),
        options.days,
        grade=options.grade.upper(),
        coupon=options.coupon,
    )
    out.write(reports.receipt(tariff.quote(request, options.deposit)) + "\n")
    return 0


def run_stock(options, out):
    catalogue = Catalogue()
    with open(options.file, encoding="utf-8") as handle:
        result = import_csv(catalogue, handle.read(), strict=options.strict)
    out.write(reports.stock_report(catalogue) + "\n")
    for line, problem in result.problems:
        sys.stderr.write("line {}: {}\n".format(line, problem))
    return 0 if result.ok else 3


COMMANDS = {"tag": run_tag, "quote": run_quote, "stock": run_stock}


def main(argv=None, out=None):
    parser = build_parser()
    options = parser.parse_args(argv)
    if options.command is None:
        parser.print_usage(sys.stderr)
        return 2
    try:
        return COMMANDS[options.command](options, out or sys.stdout)
    except ToolshedError as error:
        sys.stderr.write("toolshed: {}: {}\n".format(error.code, error.message))
        return 1


if __name__ == "__main__":
    sys.exit(main())
