# The assertion library that Cucumber finds, remembered for as long as it could not find another one.
#
# Before each scenario Cucumber tries to require one library after the other, and each that is not installed is looked
# for in all of the load path. The answer depends on the load path, on what is loaded, and on the gems that are active:
# while these are as they were, it is the same.

module MutscoreShim
  module FoundLibrary
    class << self
      # Looks for it as Cucumber does, and remembers it.
      def look_for
        library = MultiTest::AssertionLibrary.detect_best
        @found = library
        @circumstances = circumstances
        MultiTest::AssertionLibrary.singleton_class.prepend(Remembered)
      end

      # What was found, or nil where it has to be looked for again.
      def still
        @found if @circumstances == circumstances
      end

      private

      def circumstances
        [$LOAD_PATH.hash, $LOADED_FEATURES.size, Gem.loaded_specs.size]
      end
    end

    # Goes before Cucumber's own search.
    module Remembered
      def detect_best
        FoundLibrary.still || super
      end
    end
  end
end
