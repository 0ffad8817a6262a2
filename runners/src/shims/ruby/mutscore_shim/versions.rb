# What the tool chain says of itself.

module MutscoreShim
  module Versions
    module_function

    def short
      { 'ruby' => "#{RUBY_VERSION}p#{RUBY_PATCHLEVEL}", 'cucumber' => Generations.version }
    end

    # Versions of Ruby, Cucumber, the gems that it needs and those that the project locks; the assertion library that
    # Cucumber mixes into every World, which depends on what else is installed; and the content of what is no gem.
    def fingerprint
      gems = Gem.loaded_specs.values + locked
      packages = gems.map { |gem| "#{gem.name}-#{gem.version}" }.uniq.sort
      found = short.merge('engine' => RUBY_ENGINE, 'packages' => packages.join(' '), 'assertions' => assertions)
      folders = ahead_of_gems
      folders.empty? ? found : found.merge('libraries' => digest(folders))
    end

    # Folders that are searched before all gems, but for the project's own, whose files are known.
    def ahead_of_gems
      ENV['RUBYLIB'].to_s.split(':').select { |folder| folder.start_with?('/') && File.directory?(folder) }
    end

    # Of all files in folders, by name and content.
    def digest(folders)
      require 'digest'
      sum = Digest::SHA256.new
      folders.each do |folder|
        Dir.glob('**/*', File::FNM_DOTMATCH, base: folder).sort.each do |name|
          path = "#{folder}/#{name}"
          sum << "#{name}\0" << Digest::SHA256.file(path).digest if File.file?(path)
        end
      end
      sum.hexdigest[0, 24]
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
