Given(/^(?:a party of )?(\d+ \w+(?:(?:, | and )\d+ \w+)*) travels?$/) do |text|
  listening { self.party = Ferry::Party.new(people(text)) }
end

Given(/^these people travel:$/) do |table|
  passengers = table.hashes.map do |row|
    notes = row['notes'].to_s.split(/, */)
    Ferry::Passenger.new(row['name'], row['age'].to_i, resident: notes.include?('resident'), assistance: notes.include?('assistance'))
  end
  listening { self.party = Ferry::Party.new(passengers) }
end

Given(/^they bring a (\w+) of ([\d.]+) m, ([\d.]+) m high(?:, called "([^"]*)")?$/) do |kind, length, height, plate|
  listening do
    vehicle = Ferry::Vehicle.new(kind.to_sym, (length.to_f * 100).round, (height.to_f * 100).round, plate: plate)
    self.party = Ferry::Party.new(party.passengers, vehicle)
  end
end

When(/^they (?:book|have booked)$/) do
  listening { self.booking = office.book(party, sailing) }
end

When(/^they (?:book|have booked) "([^"]*)"$/) do |label|
  listening { self.booking = office.book(party, sailing(label)) }
end

When(/^they book or wait$/) do
  listening { self.booking = office.book(party, sailing, may_wait: true) }
end

When(/^they (?:pay|have paid) "([^"]*)" of "([^"]*)"$/) do |amount, price|
  listening { self.answer = office.pay(booking.number, Ferry::Money.parse(amount), Ferry::Money.parse(price)) }
end

When(/^they cancel$/) do
  listening { self.answer = office.cancel(booking.number) }
end

When(/^booking "([^"]*)" is given up$/) do |number|
  listening { self.answer = office.cancel(number) }
end

When(/^they check in$/) do
  listening { booking.check_in(clock.now) }
end

When(/^they board$/) do
  listening { booking.board }
end

When(/^they change to "([^"]*)"$/) do |label|
  listening { self.answer = office.change(booking.number, sailing(label)) }
end

When(/^unpaid bookings lapse$/) do
  self.answer = office.lapse
end

Then(/^(\d+) of them (?:has|have) lapsed$/) do |count|
  assert_equal count, answer
end

Then(/^they are refused: "([^"]*)"$/) do |words|
  assert_equal words, refusal
end

Then(/^they are not refused$/) do
  assert_nil refusal
end

Then(/^the booking is (.+)$/) do |state|
  assert_equal state.tr(' ', '_').to_sym, booking.state
end

Then(/^booking "([^"]*)" is (\w+)$/) do |number, state|
  assert_equal state.to_sym, office.find(number).state
end

Then(/^its number is "([^"]*)"$/) do |number|
  assert_equal number, booking.number
end

Then(/^it went through "([^"]*)"$/) do |states|
  assert_equal states, booking.history.join(' > ')
end

Then(/^"([^"]*)" comes back$/) do |amount|
  raise "#{answer} came back instead of #{amount}" unless answer.to_s == amount
end

Then(/^"([^"]*)" is asked for the change$/) do |amount|
  assert_equal amount, answer.to_s
end

Then(/^the office has taken "([^"]*)"$/) do |amount|
  assert_equal amount, office.takings.to_s
end

Then(/^they are number (\d+) on the waiting list$/) do |place|
  assert_equal place, office.waitlist(sailing).position(booking)
end

Then(/^(\d+) parties wait$/) do |count|
  assert_equal count, office.waitlist(sailing).size
end

Then(/^they travel on "([^"]*)"$/) do |label|
  assert_equal label, booking.sailing.label
end

When(/^the list of the crew is printed$/) do
  file = File.join(@printer, 'list.txt')
  File.write(file, Ferry::Manifest.new(sailing, office.on(sailing)).to_s)
  @printed = File.read(file)
end

Then(/^it reads:$/) do |text|
  assert_equal text, @printed
end

Then(/^vehicles are driven aboard in the order "([^"]*)"$/) do |plates|
  assert_equal plates, Ferry::Manifest.new(sailing, office.on(sailing)).loading_order.map(&:plate).join(' ')
end

Then(/^the name "([^"]*)" is called out as "([^"]*)"$/) do |name, called|
  assert_equal called, Ferry::Manifest.family_name_first(name)
end
