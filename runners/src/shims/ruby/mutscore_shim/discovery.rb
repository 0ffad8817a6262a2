# Scenarios and outlines with their effective steps, and what does not bind, as Cucumber's own parser and registry
# see them.

module MutscoreShim
  class Discovery
    def initialize(scope, features)
      @scope = scope
      @features = features
      @found = []
      @unparsable = []
    end

    def answer
      @features.each { |path| read(path) }
      unbound, failure = bind
      @found.each_with_index { |entry, at| entry['unbound'], entry['binds'] = unbound[at] } if unbound
      { 'scenarios' => @found, 'unparsable' => @unparsable, 'load_error' => failure }
    end

    private

    def read(path)
      @found.concat(Elements.of(path))
    rescue StandardError => e # the parser's own words go to the user
      @unparsable << [path, "#{e.class}: #{e.message}"]
    end

    # What does not bind in each entry, or why the step definitions do not load. In a fork: loading may end a process.
    def bind
      reader, writer = IO.pipe(binmode: true)
      pid = Forking.fork_guarded do
        reader.close
        writer = Record.out_of_the_way(writer, 'wb')
        Wire.write_all(writer, Wire.encode(binding_answer).b)
      end
      writer.close
      text = reader.read
      Process.wait(pid)
      text.empty? ? [nil, { 'note' => 'the process ended while loading' }] : Wire::PARSE.call(text.force_encoding('UTF-8'))
    end

    def binding_answer
      project = Project.new(@scope)
      project.load
      [@found.map { |entry| bindings(project, entry) }, nil]
    rescue Exception => e # rubocop:disable Lint/RescueException -- whatever the project raises
      [nil, LoadFailure.of(e, @scope)]
    end

    # The words of the first step that binds to nothing, or to several definitions; and all definitions that steps bind
    # to, by place.
    def bindings(project, entry)
      @cases ||= Hash.new { |cases, path| cases[path] = Cases.of(path) }
      cases = @cases[entry['feature']]
      unbound = nil
      binds = cases.at(entry['outline'] ? entry['rows'] : [entry['line']]).flat_map(&:test_steps).flat_map do |step|
        matches = project.matches(Generation.text(step))
        matches = matches.first(1) if project.runtime.configuration.guess?
        unbound ||= words_of(cases.steps.describe(step), matches) unless matches.size == 1
        matches.map { |match| match.location.to_s }
      end
      [unbound, binds.uniq.sort]
    end

    def words_of(step, matches)
      words = "#{step['keyword']} #{step['name']}"
      matches.empty? ? words : "#{words} (ambiguous: #{matches.map { |match| match.location.to_s }.join(', ')})"
    end
  end
end
