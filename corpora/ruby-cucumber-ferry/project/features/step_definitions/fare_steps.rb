When(/^the fare is asked for on (\d+)$/) do |date|
  listening { @quote = quote(date: date) }
end

When(/^the fare is asked for on (\d+), (\d+) days ahead(, there and back)?$/) do |date, days, round_trip|
  listening { @quote = quote(date: date, days: days, round_trip: !round_trip.nil?) }
end

Then(/^it costs "([^"]*)"$/) do |amount|
  assert_equal amount, @quote.total.to_s
end

Then(/^the quote reads:$/) do |text|
  assert_equal text, @quote.to_s
end

Then(/^(\d+) days ahead they get "([^"]*)" of (\d+)% (one way|with the way back)$/) do |days, names, percent, trip|
  assert_equal [names, percent], Ferry::Discounts.for(party, days, round_trip: trip != 'one way')
end

When(/^a person of (-?\d+) years is named$/) do |age|
  listening { self.answer = Ferry::Passenger.new('Somebody', age) }
end

Then(/^that is an? (\w+)$/) do |category|
  assert_equal category.to_sym, answer.category
end

When(/^the amount "([^"]*)" is read$/) do |text|
  begin
    self.answer = Ferry::Money.parse(text.to_s)
  rescue ArgumentError => e
    self.refusal = e.message
  end
end

Then(/^it is (-?\d+) cents and is written "([^"]*)"$/) do |cents, text|
  assert_equal [cents, text], [answer.cents, answer.to_s]
end

Then(/^(\d+)% of it, in coins of (\d+), is "([^"]*)"$/) do |percent, coin, amount|
  assert_equal amount, answer.percent(percent).round_to(coin).to_s
end

Then(/^of "([^"]*)", "([^"]*)" comes back (\d+) hours ahead$/) do |paid, back, hours|
  assert_equal back, Ferry::Refunds.due(Ferry::Money.parse(paid), hours * 60).to_s
end

Then(/^(\d+) hours ahead, (\d+)% comes back and a change costs "([^"]*)"$/) do |hours, percent, fee|
  assert_equal [percent, fee], [Ferry::Refunds.percent(hours * 60), Ferry::Refunds.change_fee(hours * 60).to_s]
end

Then(/^the amount is turned down$/) do
  assert_match(/\Anot an amount: /, refusal)
end

When(/^the fare of the outer islands is asked for on (\d+)$/) do |date|
  listening { @quote = Ferry::Quote.new(tariff, sailings.values.last, party, date: date, days_ahead: 0) }
end
