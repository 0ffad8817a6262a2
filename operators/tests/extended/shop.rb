# A shop: one of each construct that the extended set changes.
class Shop < Base
  LIMIT = 3
  NAMES = { a: "b" }.freeze

  attr_reader :orders
  validates :name, presence: true, length: { maximum: 4 }

  def initialize(name, rate = 0.19, open: true)
    super()
    @name = name
    @rate = rate
  end

  def sell(order, count = 1)
    if count < 1 || (order&.closed? && !@open)
      raise ArgumentError, "count #{count}"
    end
    @orders[:last] = order
    sum = 0
    order.lines.each do |line|
      next if line.gift?
      break if line.place > 99

      sum += line.price
    end
    while count > 0
      count -= 1
      pack(order)
    end
    until order.done?
      pack(order)
    end
    note = Note.new(order.name)
    note.head = "#{sum} pieces"
    note.text ||= order.name.strip + "!"
    order.lines.sort! { |a, b| a.rank <=> b.rank }
    check = ->(line) { line.open? && line.price }
    known = [sum, *order.codes, { a: sum, "b" => [sum, 2].max, :c => nil }]
    for code in known do pack(code) end
    case count
    when 0 then pack(note)
    when 1, 2
      pack(note)
    else
      logger.info("odd")
    end
    begin
      deliver(known, check)
    rescue Missing, Broken => e
      pack(e)
    ensure
      @done = true
    end
    pack(order, :now) unless note.state == :sent
    return [known] if order.name =~ /\A[a-z]+\z/i

    (1..count).map { |i| known[i...9] }
  end

  def text
    <<~TEXT + "end"
      #{@name} is open
    TEXT
  end

  def save
    super
    ""
  end
end
