# What is Cucumber 9's and 10's own: messages instead of a tree, events on a bus that remembers them, hooks around a whole run.

module MutscoreShim
  module Generation
    EVENTS = { case_begins: :test_case_started, step_begins: :test_step_started, step_ends: :test_step_finished,
               case_ends: :test_case_finished }.freeze
    # What a profile may ask for that has no place in a run of one scenario: files of reports, publishing, and not to run
    # at all.
    OVERRULED = { formats: [], publish_enabled: false, publish_quiet: true, dry_run: false, fail_fast: false,
                  wip: false }.freeze
    # Hooks that come before Cucumber looks for an assertion library.
    EARLY = %i[install_plugin before_all].freeze
    # Hooks of a run that Cucumber does not guard: their names, and what runs them.
    BEFORE = { 'InstallPlugin' => :fire_install_plugin_hook, 'BeforeAll' => :fire_before_all_hook }.freeze
    AFTER = { 'AfterAll' => :fire_after_all_hook }.freeze

    module_function

    def load(runtime)
      meta = Cucumber::Runtime::MetaMessageBuilder.build_meta_message
      runtime.configuration.notify(:envelope, Cucumber::Messages::Envelope.new(meta: meta))
      runtime.send(:load_step_definitions)
    end

    # Where hooks and step definitions are kept.
    def registry(runtime)
      runtime.support_code.registry
    end

    # What Cucumber does between the last scenario and the hooks after it.
    def finish(runtime)
      runtime.configuration.notify(:test_run_finished, !runtime.failure?)
    end

    # What runs test cases.
    def receiver(runtime, _report)
      Cucumber::Core::Test::Runner.new(runtime.configuration.event_bus)
    end

    def compile(runtime, receiver, filters)
      runtime.compile(runtime.send(:features), receiver, filters, runtime.configuration.event_bus)
    end

    # What the test steps of a run stand for; `cases` were compiled ahead, or not.
    def steps(runtime, cases)
      bus = runtime.configuration.event_bus
      steps = cases&.steps || TestSteps.new.tap { |own| own.learn_from(bus) }
      steps.tap { steps.see_bindings(bus) }
    end

    def text(test_step)
      test_step.text
    end
  end

  # What test steps stand for: they know themselves only by id, messages know the rest.
  class TestSteps
    def initialize
      @written = {}
      @sources = {}
      @bound = {}
    end

    # Listens to what Cucumber says while it parses.
    def learn_from(bus)
      bus.on(:gherkin_source_parsed) { |event| remember(event.gherkin_document.feature) }
      bus.on(:test_step_created) { |event| @sources[event.test_step.id] = event.pickle_step.ast_node_ids }
    end

    # A step that one definition matches is activated; one that is undefined or ambiguous is begun like any other, and
    # never was.
    def see_bindings(bus)
      bus.on(:step_activated) { |event| @bound[event.test_step.id] = true }
    end

    # Whether a test step stands for a line of the feature: hooks are test steps, too.
    def step?(test_step)
      !test_step.hook?
    end

    def bound?(test_step)
      @bound.key?(test_step.id)
    end

    def describe(test_step)
      step, row = @sources.fetch(test_step.id).map { |id| @written.fetch(id) }
      Steps.named(step.keyword, test_step.text, step.location.line, row&.location&.line)
    end

    # The steps of a test case, with their kinds.
    def with_kinds(test_case)
      kinds = Steps::Kinds.new(::Gherkin::Dialect.for(test_case.language))
      test_case.test_steps.reject(&:hook?).map { |step| [step, kinds.of(keyword_of(step))] }
    end

    private

    def keyword_of(test_step)
      @written.fetch(@sources.fetch(test_step.id).first).keyword
    end

    # Steps and rows, by id.
    def remember(parent)
      parent&.children&.each do |child|
        remember(child.rule) if child.respond_to?(:rule)
        element = child.background || child.scenario
        element&.steps&.each { |step| @written[step.id] = step }
        rows = child.scenario ? child.scenario.examples.flat_map(&:table_body) : []
        rows.each { |row| @written[row.id] = row }
      end
    end
  end

  # The test cases of a feature file, compiled by Cucumber itself.
  class Cases
    # What is said of a file while it is parsed.
    SAID = %i[envelope gherkin_source_parsed test_step_created test_case_created].freeze

    def self.of(path)
      new(path, Cucumber::Runtime::NormalisedEncodingFile.read(path))
    end

    # All of them.
    attr_reader :all
    # What knows their steps.
    attr_reader :steps

    def initialize(path, source)
      @all = []
      @steps = TestSteps.new
      @said = [Cucumber::Events::GherkinSourceRead.new(path, source)]
      bus = Cucumber::Events.make_event_bus
      SAID.each { |id| bus.on(id) { |event| @said << event } }
      @steps.learn_from(bus)
      query = ::Gherkin::Query.new
      parser = Cucumber::Core::Gherkin::Parser.new(Cucumber::Core::Compiler.new(self, query, bus), bus, query)
      parser.document(Cucumber::Core::Gherkin::Document.new(path, source))
    end

    # Those that begin on these lines: an outline's row comes before its scenario.
    def at(lines)
      @all.select { |test_case| lines.include?(test_case.location.line) }
    end

    # Says on a run's own bus what was said when the file was parsed ahead: plugins may listen.
    def announce(runtime)
      bus = runtime.configuration.event_bus
      @said.each { |event| bus.broadcast(event) }
    end

    # What the compiler calls.
    def test_case(test_case)
      @all << test_case
      self
    end
  end

  # The scenarios and outlines of a feature file, those of rules among them. Any scenario with examples is an outline.
  class Elements
    def self.of(path)
      feature = nil
      bus = Cucumber::Events.make_event_bus
      bus.on(:gherkin_source_parsed) { |event| feature = event.gherkin_document.feature }
      parser = Cucumber::Core::Gherkin::Parser.new(Nobody.new, bus, ::Gherkin::Query.new)
      source = Cucumber::Runtime::NormalisedEncodingFile.read(path)
      parser.document(Cucumber::Core::Gherkin::Document.new(path, source))
      feature ? new(path, feature).in(feature, [], []) : []
    end

    # Receives test cases in waiting.
    class Nobody
      def pickle(_pickle); end
    end

    def initialize(path, feature)
      @path = path
      @feature = feature
      @language = ::Gherkin::Dialect.for(feature.language)
    end

    # The elements of a feature or a rule, in order; `background` and `tags` are those of what is around it.
    def in(parent, background, tags)
      tags += parent.tags
      parent.children.flat_map do |child|
        if child.background
          background += child.background.steps
          []
        elsif child.scenario then [told(child.scenario, background, tags)]
        else self.in(child.rule, background, tags)
        end
      end
    end

    private

    def told(scenario, background, tags)
      rows = scenario.examples.flat_map(&:table_body).map { |row| row.location.line }
      written = [[background, true], [scenario.steps, false]].flat_map do |steps, of_background|
        Steps.written(@language, steps, of_background, &:text)
      end
      Steps.element(@path, @feature, scenario, scenario.examples.any?, rows, tags + scenario.tags, written)
    end
  end

  # What a rehearsal needs.
  module Rehearsed
    PATTERNS = [/^a step$/, 'a step with {string} and {int}', /^a table$/, /^a text$/].freeze

    # Kept from the search for an assertion library: which one there is, is the project's affair.
    module NoLibrary
      def begin_scenario(test_case)
        @current_world = Cucumber::Glue::WorldFactory.new(@world_proc).create_world
        @current_world.extend(Cucumber::Glue::ProtoWorld.for(@runtime, test_case.language))
        @current_world.add_modules!([], {})
      end
    end
  end
end
