module Ferry
  # Who and what travels together on one booking.
  class Party
    LARGEST = 20
    LICENCE_AGE = 18

    attr_reader :passengers, :vehicle

    def initialize(passengers, vehicle = nil)
      @passengers = passengers
      @vehicle = vehicle
      check
    end

    def seats
      passengers.count(&:needs_seat?)
    end

    def lane_length
      vehicle ? vehicle.lane_length : 0
    end

    def size
      passengers.size
    end

    def residents?
      passengers.all?(&:resident?)
    end

    def assistance?
      passengers.any?(&:assistance?)
    end

    def count(category)
      passengers.count { |passenger| passenger.category == category }
    end

    # Two grown-ups at most, with at least one child.
    def family?
      grown = passengers.count { |passenger| %i[adult senior].include?(passenger.category) }
      grown.between?(1, 2) && count(:child).positive? && grown + count(:child) + count(:infant) == size
    end

    def leader
      passengers.max_by(&:age)
    end

    private

    def check
      raise Refused, 'nobody travels' if passengers.empty?
      raise Refused, "no more than #{LARGEST} travel together" if size > LARGEST
      raise Refused, 'children need somebody with them' unless passengers.any?(&:may_travel_alone?)
      raise Refused, 'nobody may drive' if vehicle&.driver_needed? && leader.age < LICENCE_AGE
    end
  end
end
