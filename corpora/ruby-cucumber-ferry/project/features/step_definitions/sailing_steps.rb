Transform(/^(-?\d+)$/) { |number| number.to_i }

Given(/^it is "([^"]*)"$/) do |text|
  @clock = Ferry::Clock.new(Ferry::Clock.parse(text))
end

When(/^(\d+) minutes pass$/) do |minutes|
  clock.advance(minutes)
end

Given(/^the ship "([^"]*)" sails (\w+) at "([^"]*)"$/) do |ship, code, text|
  add_sailing(code, text, ship)
end

Given(/^the ship "([^"]*)" sails (\w+) at "([^"]*)" with (\d+) seats$/) do |ship, code, text, seats|
  add_sailing(code, text, ship, seats: seats)
end

Given(/^these sailings:$/) do |table|
  table.hashes.each { |row| add_sailing(row['route'], row['departs'], row['ship'], seats: row['seats'].to_i) }
end

Then(/^(\d+) seats and ([\d.]+) metres of the deck are left$/) do |seats, metres|
  assert_equal [seats, metres.to_f], [sailing.seats_left, sailing.lane_left / 100.0]
end

Then(/^([\d.]+) metres are left for high vehicles$/) do |metres|
  assert_equal metres.to_f, sailing.high_lane_left / 100.0
end

Then(/^the sailing "([^"]*)" is (\w+)$/) do |label, state|
  assert_equal state.to_sym, sailing(label).state
end

Then(/^it arrives at "([^"]*)"$/) do |time|
  assert_equal time, sailing.arrives.time_of_day
end

Then(/^(\d+)% of the seats are taken$/) do |share|
  assert_equal share, sailing.load_factor
end

When(/^the sailing departs$/) do
  sailing.depart
end

When(/^the wind blows with (\d+) knots and the waves are (\d+) cm$/) do |wind, wave|
  @weather = Ferry::Weather.new(wind, wave)
  self.answer = @weather.apply(sailings.values, office)
end

Then(/^for the "([^"]*)" that means "([^"]*)"$/) do |ship, verdict|
  assert_equal verdict, @weather.verdict(ship).to_s
end

Then(/^these sailings were cleared:$/) do |table|
  found = answer.map { |label, (moved, refunded)| [label, moved.to_s, refunded.to_s] }
  table.diff!([%w[sailing moved refunded]] + found)
end

Then(/^nothing was cancelled$/) do
  assert_empty answer
end

When(/^the departures of "([^"]*)" are asked for$/) do |text|
  self.answer = timetable.on(Ferry::Clock.parse("#{text} 00:00"))
end

Then(/^they are:$/) do |text|
  lines = answer.map { |departure| format('%02d:%02d %s %s', departure.minute / 60, departure.minute % 60, departure.route.code, departure.ship) }
  assert_equal text, lines.join("\n")
end

When(/^this sheet is read:$/) do |text|
  begin
    self.answer = Ferry::Timetable.read(text).departures
  rescue ArgumentError => e
    self.refusal = e.message
  end
end

Then(/^it is turned down: "([^"]*)"$/) do |words|
  assert_equal words, refusal
end

Then(/^it holds (\d+) departures$/) do |count|
  assert_equal count, answer.size
end

When(/^the way from (\w+) to (\w+) after "([^"]*)" is looked for$/) do |from, to, text|
  self.answer = Ferry::Journey.find(timetable, from, to, Ferry::Clock.parse(text))
end

Then(/^it goes "([^"]*)"$/) do |words|
  assert_equal words, answer.to_s
end

Then(/^it takes (\d+) minutes with (\d+) changes?$/) do |minutes, changes|
  assert_equal [minutes, changes], [answer.minutes, answer.changes]
end

Then(/^there is none$/) do
  assert_nil answer
end
