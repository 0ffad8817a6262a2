# Room for the objects of a run, made before the fork.
#
# A fork whose heap is full begins with a garbage collection, and that writes to most of the pages it shares with its
# parent: three times the cost of the run itself. No setting of the collector is touched.

module MutscoreShim
  module Heap
    # More than most scenarios make; 40 bytes each.
    FREE_SLOTS = 200_000

    module_function

    def settle
      # Objects that have seen a few collections are old: a short collection passes them by.
      3.times { GC.start }
      Array.new(FREE_SLOTS) { Object.new }.clear
      GC.start
    end
  end
end
