# Which Cucumber this is. What differs between generations lies in one file for each (`cucumber_2.rb`, `cucumber_9.rb`);
# it defines the same few things:
#
# - `Generation`: how that Cucumber loads a project, what runs before and after its scenarios, how its events are called;
# - `Cases`: the test cases of a feature file, compiled by Cucumber itself, and what its test steps stand for (`steps`);
# - `Elements`: the scenarios and outlines of a feature file, for discovery;
# - `Rehearsed`: what a rehearsal needs.

module MutscoreShim
  module Generations
    KNOWN = { '2.4.' => 'cucumber_2', '9.' => 'cucumber_9', '10.' => 'cucumber_9' }.freeze

    module_function

    # Chooses the gem that the project's own `cucumber` would be, and loads it.
    #
    # A folder that is searched before all gems (RUBYLIB) comes first, as it does for Ruby. Else it is the newest that is
    # installed, or the one that Bundler has chosen.
    def load_cucumber
      gem 'cucumber' unless ahead_of_gems?
    rescue LoadError
      nil
    ensure
      require 'cucumber'
    end

    def ahead_of_gems?
      $LOAD_PATH.first(Gem.load_path_insert_index || 0).any? { |folder| File.file?("#{folder}/cucumber.rb") }
    end

    # The file of this generation, or nil.
    def file
      KNOWN.find { |start, _| version.start_with?(start) }&.last
    end

    def version
      found = Cucumber::VERSION
      (found.is_a?(String) ? found : found.to_s).strip
    end
  end
end
