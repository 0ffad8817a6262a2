module Ferry
  # A crossing between two harbours.
  class Route
    attr_reader :code, :from, :to, :minutes

    def initialize(code, from, to, minutes)
      @code = code
      @from = from
      @to = to
      @minutes = minutes
    end

    def reverse?(other)
      from == other.to && to == other.from
    end

    def to_s
      "#{from}-#{to}"
    end
  end
end
