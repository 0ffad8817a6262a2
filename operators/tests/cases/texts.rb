def letter(name, sum)
  head = %Q(to "#{name}" (#{sum + 1})) + %q{plain}
  send_to(<<~TEXT, copies: 2)
    Dear #{name.empty? ? "friend" : name},
    you owe #{sum - 3}.
  TEXT
  log [<<-A, <<~'B'].join if sum > 5
    a #{sum * 2}
    A
    b #{sum * 2}
  B
  rest = "one #{sum / 4} " \
    "two " 'three'
  list = %W[x#{sum} y]
  note(<<~END,
    inner #{name ? sum : 7}
  END
    rest, 8)
  head.sub(/x#{sum + 9}/, "") unless !list.any?
end
