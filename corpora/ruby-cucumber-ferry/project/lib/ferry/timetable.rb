require 'csv'

module Ferry
  # Which route is served when, read from the sheet that the harbour office keeps.
  class Timetable
    DAYS = %w[mon tue wed thu fri sat sun].freeze

    # One line of the sheet.
    Departure = Struct.new(:route, :days, :minute, :ship)

    attr_reader :routes, :departures

    def initialize
      @routes = {}
      @departures = []
    end

    # Columns: code, from, to, minutes, days, time, ship. An empty line or a comment is passed over.
    def self.read(text)
      table = new
      rows = CSV.parse(text, headers: true, skip_blanks: true, skip_lines: /\A\s*#/)
      rows.each.with_index(2) { |row, line| table.add(row, line) }
      table
    end

    def add(row, line)
      route = (@routes[row['code']] ||= Route.new(row['code'], row['from'], row['to'], row['minutes'].to_i))
      hour, minute = row['time'].to_s.split(':').map(&:to_i)
      raise ArgumentError, "line #{line}: no time" if minute.nil?

      @departures << Departure.new(route, Timetable.days(row['days'], line), (hour * 60) + minute, row['ship'])
    end

    # "daily", "mon-fri" or "sat sun".
    def self.days(text, line)
      return (0..6).to_a if text == 'daily'

      text.split.flat_map do |part|
        first, last = part.split('-').map { |name| DAYS.index(name) }
        raise ArgumentError, "line #{line}: no day is called #{part}" if first.nil?

        last ? (first..last).to_a : [first]
      end
    end

    # Departures of a day, in order.
    def on(day, code = nil)
      weekday = day.weekday
      found = departures.select { |departure| departure.days.include?(weekday) }
      found = found.select { |departure| departure.route.code == code } if code
      found.sort_by(&:minute)
    end

    # The first departure at or after a moment, looked for within a week: the number of days ahead, and the departure.
    def following(moment, code)
      8.times do |ahead|
        day = moment.plus(ahead * Clock::Moment::MINUTES_A_DAY)
        earliest = ahead.zero? ? moment.minute : 0
        found = on(day, code).find { |departure| departure.minute >= earliest }
        return [ahead, found] if found
      end
      nil
    end
  end
end
