module Ferry
  # What a crossing costs a party, line by line.
  class Quote
    Line = Struct.new(:text, :amount)

    COIN = 5

    attr_reader :lines

    def initialize(tariff, sailing, party, date:, days_ahead:, round_trip: false)
      @tariff = tariff
      @sailing = sailing
      @party = party
      @factor = Season.factor(date, sailing.departs.weekday)
      @discount, @percent = Discounts.for(party, days_ahead, round_trip: round_trip)
      @lines = []
      work_out
    end

    def total
      Money.sum(lines.map(&:amount))
    end

    def to_s
      width = lines.map { |line| line.text.length }.max
      body = lines.map { |line| format("%-#{width}s %9s", line.text, line.amount) }
      (body << format("%-#{width}s %9s", 'total', total)).join("\n")
    end

    private

    def work_out
      add_passengers
      add_vehicle
      add_discount
      add_tax
    end

    def route
      @sailing.route
    end

    def add_passengers
      @party.passengers.group_by(&:category).each do |category, passengers|
        one = @tariff.passenger(route, passengers.first).percent(@factor).round_to(COIN)
        next if one.zero?

        add("#{passengers.size} #{category}", one * passengers.size)
      end
    end

    def add_vehicle
      vehicle = @party.vehicle
      return if vehicle.nil?

      add(vehicle.kind.to_s, @tariff.vehicle(route, vehicle).percent(@factor).round_to(COIN))
    end

    def add_discount
      return if @percent.zero? || total.zero?

      add("#{@discount} #{@percent}%", Money.zero - total.percent(@percent).round_to(COIN))
    end

    def add_tax
      tax = @tariff.harbour_tax(route) * @party.seats
      add('harbour tax', tax) unless tax.zero?
    end

    def add(text, amount)
      lines << Line.new(text, amount)
    end
  end
end
