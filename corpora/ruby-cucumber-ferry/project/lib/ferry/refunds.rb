module Ferry
  # How much of a fare comes back when a booking is given up.
  module Refunds
    HOUR = 60
    DAY = 24 * HOUR
    # At least so many minutes before departure => per cent that comes back.
    STEPS = [[14 * DAY, 100], [3 * DAY, 75], [DAY, 50], [2 * HOUR, 25]].freeze
    FEE = Money.new(500)

    module_function

    def percent(minutes_left)
      _, share = STEPS.find { |limit, _| minutes_left >= limit }
      share || 0
    end

    # The line's own cancellation gives everything back; a passenger's costs a fee, but never more than was paid.
    def due(paid, minutes_left, by_line: false)
      return paid if by_line

      share = paid.percent(percent(minutes_left))
      return Money.zero if share <= FEE

      share - FEE
    end

    # A change of date costs nothing a week ahead.
    def change_fee(minutes_left)
      return Money.zero if minutes_left >= 7 * DAY

      minutes_left >= DAY ? FEE : FEE * 2
    end
  end
end
