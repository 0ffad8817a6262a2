require 'yaml'

module Ferry
  # The price list: fares of passengers by category, of vehicles by metre or by piece, for each route.
  class Tariff
    SHARES = { infant: 0, child: 50, youth: 75, adult: 100, senior: 85 }.freeze
    HIGH_SURCHARGE = 25

    def initialize(prices)
      @prices = prices
    end

    def self.read(text)
      new(YAML.safe_load(text))
    end

    def knows?(route)
      @prices.key?(route.code)
    end

    # The plain fare of a passenger, before season and discounts.
    def passenger(route, passenger)
      adult(route).percent(SHARES.fetch(passenger.category))
    end

    # The plain fare of a vehicle.
    def vehicle(route, vehicle)
      prices = of(route)
      piece = prices.fetch('pieces', {})[vehicle.kind.to_s]
      return Money.parse(piece.to_s) if piece

      fare = Money.parse(prices.fetch('metre').to_s) * vehicle.charged_metres
      vehicle.high? ? fare + fare.percent(HIGH_SURCHARGE) : fare
    end

    # What the harbour asks for each passenger who needs a seat.
    def harbour_tax(route)
      Money.parse(of(route).fetch('tax', 0).to_s)
    end

    private

    def adult(route)
      Money.parse(of(route).fetch('adult').to_s)
    end

    def of(route)
      @prices.fetch(route.code) { raise Refused, "no fare is known for #{route}" }
    end
  end
end
