module Ferry
  # What wind and waves do to the timetable.
  class Weather
    # Ship => strongest wind in knots, highest wave in centimetres.
    LIMITS = { 'Tern' => [28, 180], 'Heron' => [36, 260] }.freeze
    USUAL = [30, 200].freeze

    attr_reader :wind, :wave

    def initialize(wind, wave)
      @wind = wind
      @wave = wave
    end

    # :run, :warn or :stop.
    def verdict(ship)
      wind_limit, wave_limit = LIMITS.fetch(ship, USUAL)
      return :stop if wind > wind_limit || wave > wave_limit
      return :warn if wind * 10 >= wind_limit * 8

      :run
    end

    # Cancels the sailings that cannot run, and moves their passengers to the next one that can take them.
    def apply(sailings, office)
      stopped = sailings.select { |sailing| verdict(sailing.ship) == :stop }
      stopped.each(&:cancel)
      stopped.to_h { |sailing| [sailing.label, clear(sailing, sailings - stopped, office)] }
    end

    private

    # How many bookings were moved, and how many were given back their fare.
    def clear(sailing, others, office)
      moved, refunded = office.on(sailing).partition { |booking| move(booking, others) }
      refunded.each { |booking| office.cancel(booking.number, by_line: true) }
      [moved.size, refunded.size]
    end

    def move(booking, others)
      later = others.select { |other| fits?(other, booking) }.min_by(&:departs)
      return false if later.nil?

      later.reserve(booking.party)
      booking.sailing.release(booking.party)
      booking.rebook(later)
      true
    end

    def fits?(other, booking)
      other.route.code == booking.sailing.route.code && other.departs > booking.sailing.departs &&
        other.obstacle(booking.party).nil?
    end
  end
end
