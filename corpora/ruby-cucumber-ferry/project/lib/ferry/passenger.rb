module Ferry
  # Somebody who travels, at an age that decides the fare.
  class Passenger
    CATEGORIES = [[3, :infant], [14, :child], [25, :youth], [64, :adult]].freeze

    attr_reader :name, :age

    def initialize(name, age, resident: false, assistance: false)
      raise Refused, "an age of #{age} cannot be" if age.negative? || age > 120

      @name = name.strip
      @age = age
      @resident = resident
      @assistance = assistance
    end

    # The highest age of each category is part of it.
    def category
      _, found = CATEGORIES.find { |limit, _| age <= limit }
      found || :senior
    end

    def resident?
      @resident
    end

    def assistance?
      @assistance
    end

    # Infants sit on a lap.
    def needs_seat?
      category != :infant
    end

    def may_travel_alone?
      age >= 12
    end
  end
end
