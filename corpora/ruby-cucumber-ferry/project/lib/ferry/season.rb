module Ferry
  # The part of the year, which decides how much is asked for a crossing.
  module Season
    # First day (month * 100 + day) of each season.
    STARTS = [[101, :low], [401, :mid], [620, :high], [906, :mid], [1101, :low]].freeze
    FACTORS = { low: 80, mid: 100, high: 135 }.freeze
    WEEKEND = [4, 5, 6].freeze

    module_function

    # The season of a date such as 704 for the fourth of July.
    def of(date)
      STARTS.reverse.find { |start, _| date >= start }&.last || :low
    end

    # Per cent of the plain fare.
    def factor(date, weekday)
      season = of(date)
      base = FACTORS.fetch(season)
      season == :high && WEEKEND.include?(weekday) ? base + 15 : base
    end
  end
end
