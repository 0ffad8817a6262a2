# Methods of every kind, for rewrites.
module Shapes
  def self.plain(n)
    n * 2
  end

  class Shape
    attr_reader :sides

    def initialize(sides = 3) # how many
      @sides = sides
    rescue TypeError
      @sides = 0
    ensure
      @made = true
    end

    def name
      <<~TEXT
        #{sides}-gon
      TEXT
    end

    def empty; end
    def square? = sides == 4
    def each() yield 1 end
    def [](n) = n
    def sides=(n)
      @sides = n
    end
    DOUBLE = ->(n) { n * 2 }
    TRIPLE = lambda do |n|
      n * 3
    end

    class << self
      def square
        new(4)
      end
    end
  end
end
