# The state of Ruby's own random numbers, which every fork draws anew.
#
# That is right as long as loading does not seed them itself: then a new process would begin each scenario in the
# state that loading left, and a fork has to be put back there.

module MutscoreShim
  class FixedRandom
    # How many numbers drawn after a seed are looked for: what draws more while loading is not run warm.
    MOST_DRAWS = 10_000

    # Why forks cannot be put into the state that loading left, or nil.
    attr_reader :trouble

    # The random states that the block changes, by name, as texts to compare.
    def touched_by
      before = digest
      yield
      after = digest
      before == after ? {} : { 'random' => after }
    end

    # The project is loaded: this is the state that a new process would go on from.
    def remember
      @seed = Random.seed
      @state = state
    end

    # Gives this fork the random state of a new process: Ruby has drawn it anew, but for what loading seeds itself.
    def draw_anew(fixed)
      return unless fixed.include?('random')

      srand(@seed)
      draws = 0
      until state == @state
        raise "loading draws more than #{MOST_DRAWS} random numbers" if (draws += 1) > MOST_DRAWS

        Random.rand(1 << 32)
      end
    end

    private

    # Where the generator stands; Ruby has no public name for it.
    def state
      [Random.send(:state), Random.send(:left)]
    end

    def digest
      "#{Random.seed.to_s(16)}-#{state.hash}"
    end
  end
end
