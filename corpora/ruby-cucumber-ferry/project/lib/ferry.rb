# Bookings for a small ferry line: timetable, fares, capacity, refunds and the lists that the crew prints.
module Ferry
  # A request that the line turns down, in words meant for the passenger.
  class Refused < StandardError; end
end

require_relative 'ferry/money'
require_relative 'ferry/clock'
require_relative 'ferry/passenger'
require_relative 'ferry/vehicle'
require_relative 'ferry/party'
require_relative 'ferry/route'
require_relative 'ferry/timetable'
require_relative 'ferry/sailing'
require_relative 'ferry/season'
require_relative 'ferry/tariff'
require_relative 'ferry/discounts'
require_relative 'ferry/quote'
require_relative 'ferry/refunds'
require_relative 'ferry/waitlist'
require_relative 'ferry/booking'
require_relative 'ferry/office'
require_relative 'ferry/weather'
require_relative 'ferry/manifest'
require_relative 'ferry/journey'
