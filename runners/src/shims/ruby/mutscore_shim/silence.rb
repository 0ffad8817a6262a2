# Whether a library may be loaded before a project that does not load it itself.
#
# Cucumber looks for an assertion library only after the project is loaded, so code that runs while it is loaded finds
# none. Loading it earlier is the same where that code cannot tell: nothing of the project, and nothing that it loads from
# elsewhere, names what the library brings, and the project's own files do not ask what there is altogether.

module MutscoreShim
  class Silence
    # What asks for classes and files without a name, or is told of new ones.
    ASKS_FOR_ALL = /
      ObjectSpace|LOADED_FEATURES|\$"|TracePoint|set_trace_func|\bconstants\b|_added\b|_missing\b|\binherited\b|
      \bsubclasses\b|\b(?:instance_)?methods\b|\bBasicObject\b
    /x
    # What loading may read as code.
    CODE = '**/*.{rb,yml,rake,ru}'.freeze

    # The block loads the library.
    def self.names_of
      before = Object.constants
      yield
      Object.constants - before
    end

    # `names` are the library's own; `files` are what the project loads from outside of itself.
    def initialize(root, names, files)
      @names = /#{names.map { |name| Regexp.escape(name.to_s) }.join('|')}/i
      @root = root
      @files = files.reject { |path| Silence.rubys_own?(path) }
      @known = !names.empty?
    end

    def kept?
      @known && @files.none? { |path| names?(path) } &&
        Dir.glob(CODE, File::FNM_DOTMATCH, base: @root).none? { |path| tells?("#{@root}#{path}") }
    rescue SystemCallError
      false
    end

    # Ruby's own library names no assertion library where it is loaded; what comes with it as a gem may.
    def self.rubys_own?(path)
      path.start_with?("#{RbConfig::CONFIG['rubylibdir']}/")
    end

    private

    def names?(path)
      @names.match?(File.binread(path))
    end

    def tells?(path)
      return false unless File.file?(path)

      text = File.binread(path)
      @names.match?(text) || ASKS_FOR_ALL.match?(text)
    end
  end
end
