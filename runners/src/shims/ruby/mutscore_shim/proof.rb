# Proof that replaced bytes were really loaded.
#
# The worst fault of a mutation tool is a mutant that never ran and so "survived". Ruby asks `load_iseq` about every
# file that `require`, `load` or autoload is about to read; this module looks at the file's bytes there, and leaves the
# loading to Ruby itself. A project whose own `load_iseq` takes its place (a compile cache, say) has no proof.

module MutscoreShim
  class LoadProof
    READ = File.method(:binread)

    # `files` maps absolute paths to the bytes that are to be loaded.
    def initialize(files)
      @wanted = files.transform_values(&:b)
      @seen = {}
      watch(method(:loading))
    end

    # Whether every replaced file was loaded, and never with other bytes.
    def holds?
      @wanted.keys.all? { |path| @seen[path] }
    end

    private

    def loading(path)
      name = File.expand_path(path)
      wanted = @wanted[name]
      @seen[name] = @seen.fetch(name, true) && READ.call(name) == wanted if wanted
    end

    def watch(watcher)
      sequences = RubyVM::InstructionSequence
      earlier = sequences.respond_to?(:load_iseq) ? sequences.method(:load_iseq) : nil
      sequences.define_singleton_method(:load_iseq) do |path|
        watcher.call(path)
        earlier&.call(path)
      end
    end
  end
end
