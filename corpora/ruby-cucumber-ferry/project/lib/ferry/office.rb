module Ferry
  # The counter: takes bookings, money and cancellations, and keeps the waiting lists.
  class Office
    attr_reader :clock, :bookings, :takings

    def initialize(tariff, clock)
      @tariff = tariff
      @clock = clock
      @bookings = {}
      @waitlists = Hash.new { |lists, sailing| lists[sailing] = Waitlist.new }
      @takings = Money.zero
      @last = 0
    end

    # Holds places, or puts the party on the waiting list if it may wait.
    def book(party, sailing, may_wait: false)
      booking = Booking.new(next_number(sailing), party, sailing, clock.now)
      why = sailing.obstacle(party)
      if why.nil?
        sailing.reserve(party)
      elsif may_wait && sailing.state == :open
        booking.wait
        waitlist(sailing).add(booking)
      else
        raise Refused, why
      end
      bookings[booking.number] = booking
    end

    def find(number)
      bookings.fetch(number) { raise Refused, "there is no booking #{number}" }
    end

    # Takes money; the change.
    def pay(number, amount, price)
      booking = find(number)
      lapse
      change = booking.confirm(amount, price)
      @takings += price
      change
    end

    def cancel(number, by_line: false)
      booking = find(number)
      waited = booking.state == :waiting
      back = booking.cancel(clock.now, by_line: by_line)
      @takings -= back
      waited ? waitlist(booking.sailing).remove(booking) : free(booking)
      back
    end

    # Lets holds go that nobody paid for.
    def lapse
      late = bookings.values.select { |booking| booking.expired?(clock.now) }
      late.each do |booking|
        booking.expire
        free(booking)
      end
      late.size
    end

    # Moves a booking to another sailing of the same route; the fee.
    def change(number, sailing)
      booking = find(number)
      raise Refused, 'only another sailing of the same route' unless booking.sailing.route.code == sailing.route.code
      raise Refused, 'only a confirmed booking can be changed' unless booking.state == :confirmed

      fee = Refunds.change_fee(booking.sailing.departs.since(clock.now))
      sailing.reserve(booking.party)
      free(booking)
      booking.rebook(sailing)
      @takings += fee
      fee
    end

    def waitlist(sailing)
      @waitlists[sailing]
    end

    def on(sailing)
      bookings.values.select { |booking| booking.sailing.equal?(sailing) && booking.live? }
    end

    private

    def free(booking)
      booking.sailing.release(booking.party)
      waitlist(booking.sailing).promote(booking.sailing).each { |next_one| next_one.hold(clock.now) }
    end

    # Route, running number and a digit that catches slips of the pen.
    def next_number(sailing)
      @last += 1
      digits = format('%05d', @last).chars.map(&:to_i)
      check = digits.each_with_index.sum { |digit, at| digit * (at + 2) } % 11
      "#{sailing.route.code}#{digits.join}#{check == 10 ? 'X' : check}"
    end
  end
end
