module Ferry
  # What is driven or pushed aboard, measured in centimetres.
  class Vehicle
    # Kind => shortest length that is charged, in centimetres.
    KINDS = { bicycle: 0, motorcycle: 0, car: 400, van: 500, camper: 600, truck: 800 }.freeze
    LOW_DECK = 190
    # Between two vehicles the crew wants room to walk.
    GAP = 30

    attr_reader :kind, :length, :height, :plate

    def initialize(kind, length, height, plate: nil)
      raise Refused, "no vehicle is called a #{kind}" unless KINDS.key?(kind)
      raise Refused, "a #{kind} has a length" unless length.positive? || on_two_wheels?(kind)

      @kind = kind
      @length = length
      @height = height
      @plate = plate
    end

    # The room it takes on the car deck.
    def lane_length
      return 0 if on_two_wheels?(kind)

      length + GAP
    end

    # The length that is paid for, in whole metres.
    def charged_metres
      longest = [length, KINDS.fetch(kind)].max
      (longest + 99) / 100
    end

    def high?
      height > LOW_DECK
    end

    def motor?
      kind != :bicycle
    end

    def driver_needed?
      motor?
    end

    private

    def on_two_wheels?(kind)
      %i[bicycle motorcycle].include?(kind)
    end
  end
end
