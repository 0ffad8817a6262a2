//! Placeholders instead of bodies: the text that comes out.

use mutscore_operators::rewrite::{Why, Wish};

use super::bed::{hidden, hidden_by};

#[test]
fn a_python_body_goes_with_its_comments_and_the_docstring_stays() {
    let source = "\
class Till:
    @property
    def total(self) -> int:  # type: ignore
        \"\"\"What is due.\"\"\"
        # the secret
        def inner(): return 1
        return inner()  # more of it
        # and more

    # about the next
    def free(self): return self.total == 0

    def __init__(self, n=len('x')):
        self.n = n
";
    let expected = "\
class Till:
    @property
    def total(self) -> int:  # type: ignore
        \"\"\"What is due.\"\"\"
        raise NotImplementedError(\"implementation hidden\")

    # about the next
    def free(self): raise NotImplementedError(\"implementation hidden\")

    def __init__(self, n=len('x')):
        raise NotImplementedError(\"implementation hidden\")
";
    assert_eq!(hidden("python", source), expected);
}

#[test]
fn python_generators_stay_generators_and_declarations_stay_as_they_are() {
    let source = "\
def each(things):
    for one in things: yield one

async def later(): \"\"\"Doc.\"\"\"; yield 1

def not_one(things):
    return [(yield_ := 1), lambda: (yield)]

class Shape(Protocol):
    def area(self) -> float: ...
    def name(self) -> str:
        \"\"\"Its name.\"\"\"
";
    let expected = "\
def each(things):
    raise NotImplementedError(\"implementation hidden\")
    yield

async def later(): \"\"\"Doc.\"\"\"; raise NotImplementedError(\"implementation hidden\"); yield

def not_one(things):
    raise NotImplementedError(\"implementation hidden\")

class Shape(Protocol):
    def area(self) -> float: ...
    def name(self) -> str:
        \"\"\"Its name.\"\"\"
";
    assert_eq!(hidden("python", source), expected);
}

#[test]
fn line_ends_tabs_and_foreign_bytes_stay() {
    let source = "def f():\r\n\tx = 1\r\n\treturn x\r\ny = 'é'\r\n";
    let expected =
        "def f():\r\n\traise NotImplementedError(\"implementation hidden\")\r\ny = 'é'\r\n";
    assert_eq!(hidden("python", source), expected);
}

#[test]
fn a_java_body_throws_and_what_builds_the_base_part_stays() {
    let source = "\
class Till extends Shop {
    private final int n;
    static { N = 3; }

    /** Makes one. */
    Till(int n) {
        super(n); // the base
        this.n = n;
    }

    @Override
    public <T> int total(List<T> prices) throws IOException {
        // the secret
        return prices.size();
    }

    boolean free() { return n == 0; }
    abstract void open();
    Comparator<String> order = (a, b) -> a.compareTo(b);
}
";
    let expected = "\
class Till extends Shop {
    private final int n;
    static { N = 3; }

    /** Makes one. */
    Till(int n) {
        super(n);
        throw new UnsupportedOperationException(\"implementation hidden\");
    }

    @Override
    public <T> int total(List<T> prices) throws IOException {
        throw new UnsupportedOperationException(\"implementation hidden\");
    }

    boolean free() { throw new UnsupportedOperationException(\"implementation hidden\"); }
    abstract void open();
    Comparator<String> order = (a, b) -> { throw new UnsupportedOperationException(\"implementation hidden\"); };
}
";
    assert_eq!(hidden("java", source), expected);
}

#[test]
fn a_ruby_body_raises_whatever_way_the_method_is_written() {
    let source = "\
class Till
  # What is due.
  def total(prices) # :nodoc:
    # the secret
    prices.sum
  rescue TypeError
    0
  ensure
    close
  end

  def self.open; new; end
  def free?() total == 0 end
  def name = @name
  def empty
  end
  scope :cheap, -> { where(price: 1) }
  def text
    <<~END
      secret
    END
  end
end
";
    let expected = "\
class Till
  # What is due.
  def total(prices) # :nodoc:
    raise NotImplementedError, \"implementation hidden\"
  end

  def self.open; raise NotImplementedError, \"implementation hidden\"; end
  def free?() raise NotImplementedError, \"implementation hidden\"; end
  def name = raise(NotImplementedError, \"implementation hidden\")
  def empty
      raise NotImplementedError, \"implementation hidden\"
  end
  scope :cheap, -> { raise NotImplementedError, \"implementation hidden\" }
  def text
    raise NotImplementedError, \"implementation hidden\"
  end
end
";
    assert_eq!(hidden("ruby", source), expected);
}

#[test]
fn what_runs_while_loading_stays_and_what_it_made_goes() {
    let source = "\
def logged(function):
    def wrapper(*words):
        return function(*words)
    return wrapper

def other():
    return 1
";
    let (text, rewrite) = hidden_by(
        "python",
        source,
        &mut |function| match function.name.as_str() {
            "logged" => Wish::Keep(Why::Loading),
            "other" => Wish::Pass,
            _ => Wish::Hide,
        },
    );
    assert_eq!(
        text,
        source.replace(
            "return function(*words)",
            "raise NotImplementedError(\"implementation hidden\")"
        )
    );
    let changed: Vec<&str> = rewrite.changed.iter().map(|one| &*one.name).collect();
    assert_eq!(changed, ["logged/wrapper"]);
    assert_eq!(
        (
            rewrite.left[0].name.as_str(),
            rewrite.left[0].line,
            rewrite.left[0].why
        ),
        ("logged", 1, Why::Loading)
    );
}

#[test]
fn lines_of_a_function_are_those_of_its_head_and_of_its_body() {
    let source = "\
@decorated
def f(
    a=1,
):
    \"\"\"Doc.\"\"\"
    return a

def g(): return 1
";
    let mut lines = Vec::new();
    hidden_by("python", source, &mut |function| {
        lines.push((
            function.head.clone(),
            function.body.clone(),
            function.own_lines(),
        ));
        Wish::Pass
    });
    assert_eq!(lines[0], (1..=4, 5..=6, 5..=6));
    assert_eq!((&lines[1].0, &lines[1].1), (&(8..=8), &(8..=8)));
    assert!(lines[1].2.is_empty());
}

#[test]
fn a_function_that_the_parser_could_not_read_is_left_and_named() {
    let source = "def f():\n    return 1 1 ) (\n\ndef g():\n    return 2\n";
    let (text, rewrite) = hidden_by("python", source, &mut |_| Wish::Hide);
    assert!(text.contains("def g():\n    raise"), "{text}");
    assert!(
        rewrite
            .left
            .iter()
            .any(|left| left.name == "f" && left.why == Why::Damaged),
        "{rewrite:?}"
    );
}

#[test]
fn a_ruby_method_whose_text_lies_outside_is_left_and_named() {
    let source = "def name = <<~END\n  secret\nEND\n\ndef other\n  2\nend\n";
    let (text, rewrite) = hidden_by("ruby", source, &mut |_| Wish::Hide);
    assert!(
        text.starts_with("def name = <<~END\n  secret\nEND\n"),
        "{text}"
    );
    assert_eq!(rewrite.left[0].why, Why::HereDocument);
    assert_eq!(rewrite.changed.len(), 1);
}
