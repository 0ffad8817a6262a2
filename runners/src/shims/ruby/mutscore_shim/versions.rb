# What the tool chain says of itself.

module MutscoreShim
  module Versions
    module_function

    def short
      { 'ruby' => "#{RUBY_VERSION}p#{RUBY_PATCHLEVEL}", 'cucumber' => Generations.version }
    end

    # Versions of Ruby, Cucumber, the gems that it needs and those that the project locks; and the assertion library
    # that Cucumber mixes into every World, which depends on what else is installed.
    def fingerprint
      gems = Gem.loaded_specs.values + locked
      packages = gems.map { |gem| "#{gem.name}-#{gem.version}" }.uniq.sort
      short.merge('engine' => RUBY_ENGINE, 'packages' => packages.join(' '), 'assertions' => assertions)
    end

    # The installed gems that the project's Gemfile.lock names.
    def locked
      return [] unless File.exist?('Gemfile.lock')

      names = File.read('Gemfile.lock').scan(/^    (\S+) \(/).flatten.uniq
      names.filter_map { |name| Gem::Specification.find_all_by_name(name).max_by(&:version) }
    end

    def assertions
      before = $LOADED_FEATURES.dup
      MultiTest::AssertionLibrary.detect_best
      found = ($LOADED_FEATURES - before).filter_map { |path| path[%r{(?:rspec|minitest|test-unit|test/unit)[^/]*}] }
      found.first || 'none'
    end
  end
end
