module Ferry
  # A way from harbour to harbour over several crossings.
  class Journey
    CHANGE_MINUTES = 25
    MOST_LEGS = 3

    Leg = Struct.new(:route, :departs) do
      def arrives
        departs.plus(route.minutes)
      end
    end

    attr_reader :legs

    def initialize(legs)
      @legs = legs
    end

    # The way that arrives first, or nil.
    def self.find(timetable, from, to, moment)
      search(timetable, from, to, moment, []).min_by { |journey| [journey.arrives, journey.legs.size] }
    end

    def self.search(timetable, from, to, moment, legs)
      return [new(legs)] if from == to
      return [] if legs.size >= MOST_LEGS

      routes = timetable.routes.values.select { |route| route.from == from && fresh?(route, legs) }
      routes.flat_map do |route|
        leg = next_leg(timetable, route, moment)
        leg ? search(timetable, route.to, to, leg.arrives.plus(CHANGE_MINUTES), legs + [leg]) : []
      end
    end

    # Whether a route leads to where the way has not been.
    def self.fresh?(route, legs)
      legs.none? { |leg| leg.route.from == route.to }
    end

    def self.next_leg(timetable, route, moment)
      ahead, departure = timetable.following(moment, route.code)
      return nil if departure.nil?

      days = ahead * Clock::Moment::MINUTES_A_DAY
      Leg.new(route, moment.plus(days - moment.minute + departure.minute))
    end

    def departs
      legs.first.departs
    end

    def arrives
      legs.last.arrives
    end

    def minutes
      arrives.since(departs)
    end

    def changes
      legs.size - 1
    end

    def to_s
      stops = legs.map { |leg| "#{leg.route.from} #{leg.departs.time_of_day}" }
      (stops << "#{legs.last.route.to} #{arrives.time_of_day}").join(' > ')
    end
  end
end
