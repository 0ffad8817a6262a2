module Ferry
  # The lists that the crew prints before a sailing.
  class Manifest
    def initialize(sailing, bookings)
      @sailing = sailing
      @bookings = bookings.sort_by(&:number)
    end

    def to_s
      [header, *rows, footer].join("\n")
    end

    # Vehicles in the order in which they are driven aboard: high ones first, then the longest.
    def loading_order
      vehicles = @bookings.map { |booking| booking.party.vehicle }.compact.select { |vehicle| vehicle.lane_length.positive? }
      vehicles.sort_by { |vehicle| [vehicle.high? ? 0 : 1, -vehicle.length, vehicle.plate.to_s] }
    end

    # Names as they are called out: family name first.
    def self.family_name_first(name)
      first, _, last = name.rpartition(' ')
      first.empty? ? last : "#{last}, #{first}"
    end

    private

    def header
      "#{@sailing.route} #{@sailing.departs.time_of_day} #{@sailing.ship}"
    end

    def rows
      @bookings.flat_map do |booking|
        mark = booking.state == :checked_in ? '*' : ' '
        booking.party.passengers.map do |passenger|
          help = passenger.assistance? ? ' (assistance)' : ''
          "#{mark}#{booking.number} #{Manifest.family_name_first(passenger.name)}#{help}"
        end
      end
    end

    def footer
      people = @bookings.sum { |booking| booking.party.size }
      "#{people} on board, #{@sailing.load_factor}% of seats"
    end
  end
end
