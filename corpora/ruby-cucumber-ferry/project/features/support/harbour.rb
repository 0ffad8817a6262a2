# What the steps share: the office, today's sailings and the parties that turn up.
module Harbour
  DATA = File.expand_path('../data', __dir__)
  SHIPS = { 'Tern' => { seats: 60, lanes: 9000, high_lanes: 3000 }, 'Heron' => { seats: 120, lanes: 24_000 } }.freeze

  attr_accessor :party, :booking, :refusal, :answer

  def clock
    @clock ||= Ferry::Clock.new(Ferry::Clock.parse('2026-05-04 08:00'))
  end

  def office
    @office ||= Ferry::Office.new(tariff, clock)
  end

  def tariff
    @tariff ||= Ferry::Tariff.read(File.read(File.join(DATA, 'prices.yml')))
  end

  def timetable
    @timetable ||= Ferry::Timetable.read(File.read(File.join(DATA, 'timetable.csv')))
  end

  def sailings
    @sailings ||= {}
  end

  def sailing(label = sailings.keys.first)
    sailings.fetch(label)
  end

  def add_sailing(code, text, ship, **room)
    route = timetable.routes.fetch(code)
    departs = Ferry::Clock.parse(text)
    made = Ferry::Sailing.new(route, departs, ship, **SHIPS.fetch(ship, {}), **room)
    sailings[made.label] = made
  end

  # "an adult", "2 adults and 3 children".
  def people(text)
    ages = { 'infant' => 1, 'child' => 8, 'youth' => 19, 'adult' => 40, 'senior' => 70 }
    text.split(/, | and /).flat_map do |part|
      count, word = part.split
      word = { 'children' => 'child', 'youths' => 'youth' }.fetch(word, word.chomp('s'))
      Array.new(count =~ /\d/ ? count.to_i : 1) { |at| Ferry::Passenger.new("#{word.capitalize} No#{at + 1}", ages.fetch(word)) }
    end
  end

  def quote(date:, days: 0, round_trip: false)
    Ferry::Quote.new(tariff, sailing, party, date: date, days_ahead: days, round_trip: round_trip)
  end

  # Keeps what the line says instead of doing what was asked.
  def listening
    self.refusal = nil
    yield
  rescue Ferry::Refused => e
    self.refusal = e.message
  end
end

World(Harbour)
