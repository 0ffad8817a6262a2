module Ends
  class None; end
  class << self
    def g(*rest, &block) = rest
  end
  class One < Two
    def f(a, b = {}, *c)
      if a then b else c end
      unless a
        # nothing
      end
      [1, 2].each do |x, y| end
      [].map { |x| x }
      {}.map { }
      h({ a: 1, 'b' => [ ] }, *c, &a)
      if a
        1
      elsif b
        2
      else
      end
      case a
      when 1, 2 then 3
      else 4
      end
      begin
        yield a
      rescue A, B => e
        return (a + 1)
      else
        ()
      end
      return
    end

    def empty; end
    def self.s() = 1
    def self.t; end
    def send_end = a.end
  end
end
