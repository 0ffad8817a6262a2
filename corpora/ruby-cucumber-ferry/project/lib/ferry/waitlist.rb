module Ferry
  # Who comes along when somebody else does not: those who need a hand first, then in the order they asked.
  class Waitlist
    LONGEST = 10

    Entry = Struct.new(:booking, :rank)

    def initialize
      @entries = []
      @asked = 0
    end

    def add(booking)
      raise Refused, 'the waiting list is full' if size >= LONGEST

      @asked += 1
      rank = booking.party.assistance? ? 0 : 1
      @entries << Entry.new(booking, [rank, @asked])
      position(booking)
    end

    def size
      @entries.size
    end

    # 1 is next.
    def position(booking)
      at = ordered.index { |entry| entry.booking.equal?(booking) }
      at && at + 1
    end

    def remove(booking)
      @entries.reject! { |entry| entry.booking.equal?(booking) }
    end

    # Takes those off the list who fit now, and gives them.
    def promote(sailing)
      ordered.filter_map do |entry|
        booking = entry.booking
        next if sailing.obstacle(booking.party)

        sailing.reserve(booking.party)
        remove(booking)
        booking
      end
    end

    private

    def ordered
      @entries.sort_by(&:rank)
    end
  end
end
