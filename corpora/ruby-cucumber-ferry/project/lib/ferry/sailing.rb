module Ferry
  # One departure on one day, with what is left on board.
  class Sailing
    CHECK_IN_CLOSES = 30
    # Places for wheelchairs and for those who need a hand.
    ASSISTED = 4

    attr_reader :route, :departs, :ship, :state, :reserved

    def initialize(route, departs, ship, seats:, lanes:, high_lanes: lanes)
      @route = route
      @departs = departs
      @ship = ship
      @seats = seats
      @lanes = lanes
      @high_lanes = high_lanes
      @state = :open
      @reserved = []
    end

    def arrives
      departs.plus(route.minutes)
    end

    def seats_left
      @seats - reserved.sum(&:seats)
    end

    # Centimetres of the car deck that are free.
    def lane_left
      @lanes - reserved.sum(&:lane_length)
    end

    def high_lane_left
      high = reserved.select { |party| party.vehicle&.high? }
      [@high_lanes - high.sum(&:lane_length), lane_left].min
    end

    # Why a party cannot come along, or nil.
    def obstacle(party)
      return "the sailing is #{state}" unless state == :open
      return 'no seats are left' if party.seats > seats_left
      return 'the car deck is full' if party.lane_length > lane_left
      return 'no room is left for high vehicles' if party.vehicle&.high? && party.lane_length > high_lane_left
      return 'no assisted place is left' if party.assistance? && assisted >= ASSISTED

      nil
    end

    def reserve(party)
      why = obstacle(party)
      raise Refused, why if why

      reserved << party
    end

    def release(party)
      reserved.delete_if { |other| other.equal?(party) }
    end

    def check_in_open?(now)
      state == :open && departs.since(now) >= CHECK_IN_CLOSES
    end

    def cancel
      @state = :cancelled
    end

    def depart
      @state = :departed if state == :open
    end

    # Share of the seats that are taken, in per cent.
    def load_factor
      taken = @seats - seats_left
      taken * 100 / @seats
    end

    def label
      "#{route.code} #{departs.time_of_day}"
    end

    private

    def assisted
      reserved.count(&:assistance?)
    end
  end
end
