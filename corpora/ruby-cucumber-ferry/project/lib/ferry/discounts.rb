module Ferry
  # What is taken off a fare. Only the best one counts, but a return trip comes on top.
  class Discounts
    Rule = Struct.new(:name, :percent, :applies)

    EARLY_DAYS = 30
    GROUP = 10
    RETURN_PERCENT = 10
    MOST = 50

    RULES = [
      Rule.new('resident', 40, ->(party, _days) { party.residents? }),
      Rule.new('group', 20, ->(party, _days) { party.passengers.count(&:needs_seat?) >= GROUP }),
      Rule.new('family', 15, ->(party, _days) { party.family? }),
      Rule.new('early', 12, ->(_party, days) { days >= EARLY_DAYS })
    ].freeze

    # The best rule for a party that books so many days ahead, or nil.
    def self.best(party, days)
      RULES.select { |rule| rule.applies.call(party, days) }.max_by(&:percent)
    end

    # Name and per cent of what is taken off.
    def self.for(party, days, round_trip: false)
      rule = best(party, days)
      names = [rule&.name, round_trip ? 'return' : nil].compact
      percent = (rule ? rule.percent : 0) + (round_trip ? RETURN_PERCENT : 0)
      [names.join(' and '), [percent, MOST].min]
    end
  end
end
