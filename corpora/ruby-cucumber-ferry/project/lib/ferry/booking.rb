module Ferry
  # A party on a sailing, from the first question to the gangway.
  class Booking
    # State => the states that may follow.
    FLOW = {
      held: %i[confirmed waiting cancelled expired],
      waiting: %i[held cancelled],
      confirmed: %i[checked_in cancelled],
      checked_in: %i[boarded cancelled],
      boarded: [], cancelled: [], expired: []
    }.freeze
    HOLD_MINUTES = 20

    attr_reader :number, :party, :sailing, :state, :paid, :held_until, :history

    def initialize(number, party, sailing, now)
      @number = number
      @party = party
      @sailing = sailing
      @state = :held
      @paid = Money.zero
      @held_until = now.plus(HOLD_MINUTES)
      @history = [:held]
    end

    def confirm(amount, price)
      raise Refused, "#{price - amount} more is due" if amount < price

      move(:confirmed)
      @paid = price
      amount - price
    end

    def wait
      move(:waiting)
    end

    def hold(now)
      move(:held)
      @held_until = now.plus(HOLD_MINUTES)
    end

    def expired?(now)
      state == :held && now > held_until
    end

    def expire
      move(:expired)
    end

    def check_in(now)
      raise Refused, 'the check-in is closed' unless sailing.check_in_open?(now)

      move(:checked_in)
    end

    def board
      move(:boarded)
    end

    # Gives the booking up; what comes back.
    def cancel(now, by_line: false)
      move(:cancelled)
      back = Refunds.due(paid, sailing.departs.since(now), by_line: by_line)
      @paid -= back
      back
    end

    def rebook(sailing)
      @sailing = sailing
    end

    def live?
      !FLOW.fetch(state).empty?
    end

    private

    def move(target)
      unless FLOW.fetch(state).include?(target)
        raise Refused, "a #{words(state)} booking cannot be #{words(target)}"
      end

      @state = target
      history << target
    end

    def words(state)
      state.to_s.tr('_', ' ')
    end
  end
end
