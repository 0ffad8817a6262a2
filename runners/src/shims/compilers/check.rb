# frozen_string_literal: true

# The half of the compile check that runs inside Ruby.
#
# Compiles the versions of a file that it is asked about and never runs any of them: an instruction sequence that is
# made is not evaluated. What it answers is a digest over the instructions, tables and constants without what only says
# where in the file something stands (lines, columns, events for tracing), so that two versions with equal digests run
# alike.
#
# A frame is a count, then that many fields, each a length and its bytes (lengths and counts: 32 bits, little-endian).

require 'digest'

# The standard output belongs to the protocol; whatever else is printed goes to the log.
ANSWERS = $stdout.dup
ANSWERS.binmode
$stdout.reopen($stderr)
$stdin.binmode
$VERBOSE = nil

# Positions in what `to_a` gives for an instruction sequence.
FORMAT = 'YARVInstructionSequence/SimpleDataFormat'
SHAPE = 4
NAME = 5
TYPE = 9
LOCALS = 10
PARAMETERS = 11
CATCHES = 12
BODY = 13

# Of the entry `SHAPE`: the rest of it says where things stand.
SIZES = %i[arg_size local_size stack_max].freeze

class Unreadable < StandardError; end

def receive
  head = $stdin.read(4)
  return nil if head.nil? || head.bytesize < 4

  Array.new(head.unpack1('V')) { $stdin.read($stdin.read(4).unpack1('V')) || '' }
end

def send_frame(*fields)
  out = [fields.length].pack('V')
  fields.each do |field|
    bytes = field.to_s.b
    out << [bytes.bytesize].pack('V') << bytes
  end
  ANSWERS.write(out)
  ANSWERS.flush
end

# An unambiguous writing of values: kind, length, content. `==` would take 1 and 1.0 for equal.
class Form
  def initialize
    @out = String.new(encoding: Encoding::BINARY)
  end

  attr_reader :out

  def sequence(iseq)
    raise Unreadable, 'an unknown form of instructions' unless iseq[0] == FORMAT && iseq.length == BODY + 1

    list('iseq', [iseq[1], iseq[2], iseq[NAME], iseq[TYPE], iseq[LOCALS], iseq[PARAMETERS]])
    value(SIZES.map { |name| iseq[SHAPE][name] })
    list('catches', iseq[CATCHES].map { |entry| entry.is_a?(Array) ? entry : [entry] })
    # Numbers are lines, and symbols that are no labels are events.
    kept = iseq[BODY].select { |part| part.is_a?(Array) || part.to_s.start_with?('label_') }
    list('body', kept)
  end

  def value(value)
    case value
    when nil, true, false then add('c', value.inspect)
    when Integer then add('i', value.to_s)
    when Float then add('f', [value].pack('G'))
    when String then add('s', "#{value.encoding} #{value.frozen?} ".b + value.b)
    when Symbol then add('y', "#{value.encoding} ".b + value.name.b)
    when Regexp then add('r', "#{value.options} #{value.encoding} ".b + value.source.b)
    when Rational, Complex then list(value.class.name, parts_of(value))
    when Range then list('range', [value.begin, value.end, value.exclude_end?])
    when Array then array(value)
    when Hash then list('hash', value.to_a.flatten(1))
    when Module then add('m', value.name.to_s)
    when Encoding then add('e', value.name)
    else raise Unreadable, "a constant of the class #{value.class}"
    end
  end

  private

  def array(value)
    value[0] == FORMAT ? sequence(value) : list('array', value)
  end

  def parts_of(number)
    number.is_a?(Rational) ? [number.numerator, number.denominator] : [number.real, number.imaginary]
  end

  def list(name, parts)
    add('l', "#{name} #{parts.length}")
    parts.each { |part| value(part) }
  end

  def add(kind, bytes)
    @out << kind << bytes.bytesize.to_s << ':' << bytes.b
  end
end

def answer(source, path)
  code = RubyVM::InstructionSequence.compile(source, path, path, 1)
  form = Form.new
  form.sequence(code.to_a)
  ['form', Digest::SHA256.hexdigest(form.out)]
rescue SyntaxError => e
  # `path:3: syntax error, …`, the path as given.
  place = e.message[/:(\d+): /, 1] || e.message[/^>?\s*(\d+) \|/, 1]
  words = e.message.lines.find { |line| !line.strip.empty? }.to_s.sub(/\A.*?:\d+: /, '')
  ['refused', place, words]
rescue Unreadable => e
  ['opaque', e.message]
rescue StandardError, NoMemoryError, SystemStackError => e
  ['unknown', e.class.name + ': ' + e.message]
end

# The original, then each changed version: a count of edits, then start, end and text of each.
def versions(original, fields)
  yield original
  at = 0
  while at < fields.length
    count = fields[at].to_i
    at += 1
    text = String.new(encoding: Encoding::BINARY)
    from = 0
    count.times do
      text << original.byteslice(from, fields[at].to_i - from) << fields[at + 2].b
      from = fields[at + 1].to_i
      at += 3
    end
    yield text << original.byteslice(from, original.bytesize - from)
  end
end

while (question = receive)
  if question[0] == 'hello'
    send_frame('hello', "#{RUBY_ENGINE} #{RUBY_VERSION}")
  else
    # Ruby reads a source as UTF-8 unless it declares another encoding itself.
    path = question[1].force_encoding(Encoding::UTF_8)
    versions(question[2], question[3..]) do |source|
      send_frame(*answer(source.force_encoding(Encoding::UTF_8), path))
    end
  end
end
