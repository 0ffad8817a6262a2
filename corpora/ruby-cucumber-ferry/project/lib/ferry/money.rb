module Ferry
  # An amount in cents. Never a float: fares are added up by the thousand.
  class Money
    include Comparable

    PATTERN = /\A(-)?(\d+)(?:\.(\d{1,2}))?\z/.freeze

    attr_reader :cents

    def initialize(cents)
      @cents = cents
    end

    def self.zero
      new(0)
    end

    # Reads "12", "12.5" or "12.50".
    def self.parse(text)
      sign, whole, part = PATTERN.match(text.strip)&.captures
      raise ArgumentError, "not an amount: #{text.inspect}" if whole.nil?

      cents = whole.to_i * 100
      cents += part.ljust(2, '0').to_i if part
      new(sign ? -cents : cents)
    end

    def +(other)
      Money.new(cents + other.cents)
    end

    def -(other)
      Money.new(cents - other.cents)
    end

    def *(number)
      Money.new(cents * number)
    end

    # A share of the amount, rounded to whole cents, halves away from zero.
    def percent(number)
      product = cents * number
      rounded = (product.abs + 50) / 100
      Money.new(product.negative? ? -rounded : rounded)
    end

    # Rounds to the coins that the ticket machines take.
    def round_to(step)
      Money.new(((cents + (step / 2)) / step) * step)
    end

    def zero?
      cents.zero?
    end

    def <=>(other)
      cents <=> other.cents
    end

    def to_s
      sign = cents.negative? ? '-' : ''
      format('%s%d.%02d', sign, cents.abs / 100, cents.abs % 100)
    end

    def self.sum(amounts)
      amounts.reduce(zero) { |total, amount| total + amount }
    end
  end
end
