# Scenarios and outlines with their effective steps, and what does not bind, as Cucumber's own parser and registry
# see them.

module MutscoreShim
  class Discovery
    AST = Cucumber::Core::Ast

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
      source = Cucumber::Runtime::NormalisedEncodingFile.read(path)
      receiver = Features.new
      parser = Cucumber::Core::Gherkin::Parser.new(receiver)
      parser.document(Cucumber::Core::Gherkin::Document.new(path, source))
      receiver.found.each { |feature| entries(path, feature) }
    rescue StandardError => e # the parser's own words go to the user
      @unparsable << [path, "#{e.class}: #{e.message}"]
    end

    # Receives what the parser makes of a file.
    class Features
      attr_reader :found

      def initialize
        @found = []
      end

      def feature(feature)
        @found << feature
      end
    end

    def entries(path, feature)
      background = []
      feature.feature_elements.each do |element|
        case element
        when AST::Background then background = element.children
        when AST::ScenarioOutline then @found << entry(path, feature, element, background, element.steps, true)
        when AST::Scenario then @found << entry(path, feature, element, background, element.children, false)
        end
      end
    end

    def entry(path, feature, element, background, steps, outline)
      rows = outline ? element.examples_tables.flat_map(&:example_rows).map { |row| row.location.line } : []
      { 'feature' => path, 'line' => element.location.line, 'outline' => outline, 'rows' => rows,
        'feature_name' => feature.name, 'name' => element.name,
        'tags' => (feature.tags + element.tags).map { |tag| tag.name.delete_prefix('@') }.uniq.sort,
        'steps' => effective(feature.language, background, true) + effective(feature.language, steps, false),
        'unbound' => nil }
    end

    def effective(language, steps, background)
      kinds = Steps::Kinds.new(language)
      steps.map do |step|
        { 'keyword' => step.keyword.strip, 'kind' => kinds.of(step.keyword), 'text' => step.name,
          'line' => step.location.line, 'background' => background }
      end
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
      wanted = entry['outline'] ? entry['rows'] : [entry['line']]
      chosen = @cases[entry['feature']].select { |test_case| wanted.include?(test_case.location.line) }
      unbound = nil
      binds = chosen.flat_map(&:test_steps).flat_map do |step|
        matches = project.runtime.configuration.guess? ? project.matches(step.name).first(1) : project.matches(step.name)
        unbound ||= words_of(step, matches) unless matches.size == 1
        matches.map { |match| match.location.to_s }
      end
      [unbound, binds.uniq.sort]
    end

    def words_of(step, matches)
      words = "#{step.source.last.keyword.strip} #{step.name}"
      matches.empty? ? words : "#{words} (ambiguous: #{matches.map { |match| match.location.to_s }.join(', ')})"
    end
  end
end
