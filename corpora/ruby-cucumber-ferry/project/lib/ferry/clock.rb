module Ferry
  # The office's idea of now. Set by hand in the harbour's simulator, so nothing here asks the machine.
  class Clock
    attr_reader :now

    def initialize(now)
      @now = now
    end

    # Reads "2026-07-04 09:30".
    def self.parse(text)
      found = /\A(\d{4})-(\d{2})-(\d{2}) (\d{2}):(\d{2})\z/.match(text)
      raise ArgumentError, "not a time: #{text.inspect}" unless found

      Moment.new(*found.captures.map(&:to_i))
    end

    def advance(minutes)
      @now = @now.plus(minutes)
    end

    # A minute of a day, in local time.
    class Moment
      include Comparable

      MINUTES_A_DAY = 24 * 60

      attr_reader :day, :minute

      def initialize(year, month, day, hour, minute)
        @day = Moment.day_number(year, month, day)
        @minute = (hour * 60) + minute
      end

      # Days since the first of March of the year 0: leap days come last, which keeps the sums short.
      def self.day_number(year, month, day)
        year -= 1 if month < 3
        shifted = (month + 9) % 12
        (365 * year) + (year / 4) - (year / 100) + (year / 400) + (((153 * shifted) + 2) / 5) + day - 1
      end

      def total
        (day * MINUTES_A_DAY) + minute
      end

      def plus(minutes)
        copy = dup
        copy.shift(minutes)
        copy
      end

      # Minutes from another moment to this one.
      def since(other)
        total - other.total
      end

      # 0 is Monday.
      def weekday
        (day + 2) % 7
      end

      def time_of_day
        format('%02d:%02d', minute / 60, minute % 60)
      end

      def <=>(other)
        total <=> other.total
      end

      protected

      def shift(minutes)
        @day, @minute = (total + minutes).divmod(MINUTES_A_DAY)
      end
    end
  end
end
