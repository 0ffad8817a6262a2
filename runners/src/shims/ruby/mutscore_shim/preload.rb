# Loads in L0 what the project loads from outside of itself, so that each M starts with it.
#
# A scout, forked and thrown away, loads the project and tells the files: L0 stays free of project code. Loading a
# library earlier than the project does is the same only if the project does nothing to the surroundings of that
# loading: where it changes the environment, its working folder, Bundler's choice of gems or how files are loaded,
# nothing is loaded ahead. Nor is anything that failed, or that came from where L0 would not find it.
#
# The assertion library that Cucumber looks for once the project is loaded comes last, and only where the project cannot
# tell (see `silence.rb`).

require_relative 'silence'

module MutscoreShim
  class Preload
    PATIENCE = 60.0

    # Both are called in the scout only: `load` loads the project, `look` has Cucumber look for an assertion library.
    def initialize(scope, load:, look:)
      @scope = scope
      @load = load
      @look = look
    end

    def run
      reader, writer = IO.pipe(binmode: true)
      pid = Forking.fork_guarded do
        reader.close
        Wire.write_all(writer, scout.join("\n").b)
      end
      writer.close
      require_all(read_all(reader, pid).force_encoding('UTF-8').split("\n"))
      reader.close
    end

    private

    def scout
      before = surroundings
      own = loaded_by(&@load)
      return [] unless surroundings == before && load_paths_are_its_own?

      library = nil
      names = Silence.names_of { library = loaded_by(&@look) }
      unnoticed = surroundings == before && Silence.new(@scope.root, names, own).kept?
      unnoticed ? own + library : own
    rescue Exception # rubocop:disable Lint/RescueException -- it fails, or not, where the project is really loaded
      []
    end

    # The files outside of the project that the block loads.
    def loaded_by
      known = $LOADED_FEATURES.to_h { |path| [path, true] }
      yield
      fresh = $LOADED_FEATURES.reject { |path| known[path] }
      fresh.select { |path| path.end_with?('.rb', '.so') && File.exist?(path) && @scope.relative(path).nil? }
    end

    # What loading may depend on beside the files it reads, as far as a project is known to change it.
    def surroundings
      @load_paths ||= $LOAD_PATH.map(&:to_s)
      sequences = RubyVM::InstructionSequence
      [ENV.to_h, Dir.pwd, $VERBOSE, $DEBUG, Encoding.default_external, Encoding.default_internal,
       defined?(Bundler) ? true : false, sequences.respond_to?(:load_iseq),
       Kernel.instance_method(:require).source_location, Kernel.method(:require).source_location]
    end

    # Folders of the project may join the load path, and those of gems that were chosen on the way; none may leave it.
    def load_paths_are_its_own?
      (@load_paths - $LOAD_PATH.map(&:to_s)).empty?
    end

    def require_all(paths)
      paths.each do |path|
        require path
      rescue Exception # rubocop:disable Lint/RescueException -- it will fail, or not, where the project loads it
        nil
      end
    end

    # What the scout says, until it ends or patience does.
    def read_all(reader, pid)
      deadline = Forking.now + PATIENCE
      text = String.new(encoding: 'BINARY')
      while (left = deadline - Forking.now).positive? && IO.select([reader], nil, nil, left)
        part = reader.read_nonblock(65_536, exception: false)
        break if part.nil?

        text << part unless part == :wait_readable
      end
      Forking.end_child(pid)
      text
    end
  end
end
