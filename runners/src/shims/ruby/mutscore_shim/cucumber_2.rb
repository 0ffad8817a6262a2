# What is Cucumber 2.4's own: test steps that hold the feature's tree, and the names of its events.

module MutscoreShim
  module Generation
    EVENTS = { case_begins: :before_test_case, step_begins: :before_test_step, step_ends: :after_test_step,
               case_ends: :after_test_case }.freeze
    # What a profile may ask for that has no place in a run of one scenario: files of reports, and not to run at all.
    OVERRULED = { formats: [], dry_run: false, fail_fast: false, wip: false }.freeze
    # Hooks that come before Cucumber looks for an assertion library.
    EARLY = %i[after_configuration].freeze
    # Hooks of a run that Cucumber does not guard: their names, and what runs them.
    BEFORE = { 'AfterConfiguration' => :fire_after_configuration_hook }.freeze
    AFTER = {}.freeze

    module_function

    def load(runtime)
      runtime.send(:load_step_definitions)
      runtime.send(:install_wire_plugin)
    end

    # Where hooks and step definitions are kept.
    def registry(runtime)
      runtime.support_code.ruby
    end

    # What Cucumber does between the last scenario and the hooks after it.
    def finish(_runtime); end

    # What runs test cases.
    def receiver(_runtime, report)
      Cucumber::Core::Test::Runner.new(report)
    end

    def compile(runtime, receiver, filters)
      runtime.compile(runtime.send(:features), receiver, filters)
    end

    # What the test steps of a run stand for; `cases` were compiled ahead, or not.
    def steps(_runtime, _cases)
      TestSteps
    end

    def text(test_step)
      test_step.name
    end
  end

  # What test steps stand for.
  module TestSteps
    module_function

    # Whether a test step stands for a line of the feature: hooks are test steps, too.
    def step?(test_step)
      test_step.source.last.is_a?(Cucumber::Core::Ast::Step)
    end

    # An undefined step never begins; Cucumber announces it all the same.
    def bound?(test_step)
      !test_step.instance_variable_get(:@action).is_a?(Cucumber::Core::Test::UndefinedAction)
    end

    def describe(test_step)
      step = test_step.source.last
      row = test_step.source.find { |node| node.is_a?(Cucumber::Core::Ast::ExamplesTable::Row) }
      Steps.named(step.keyword, step.name, written(step).location.line, row && row.location.line)
    end

    # The step as it stands in the file: one of an outline knows its row's line only.
    def written(step)
      step.instance_variable_get(:@outline_step) || step
    end

    # The steps of a test case, with their kinds.
    def with_kinds(test_case)
      kinds = Steps::Kinds.new(test_case.language)
      test_case.test_steps.select { |step| step?(step) }.map { |step| [step, kinds.of(step.source.last.keyword)] }
    end
  end

  # The test cases of a feature file, compiled by Cucumber itself.
  class Cases
    def self.of(path)
      new(path, Cucumber::Runtime::NormalisedEncodingFile.read(path))
    end

    # All of them.
    attr_reader :all

    def initialize(path, source)
      @all = []
      parser = Cucumber::Core::Gherkin::Parser.new(Cucumber::Core::Compiler.new(self))
      parser.document(Cucumber::Core::Gherkin::Document.new(path, source))
    end

    # Those that begin on these lines.
    def at(lines)
      @all.select { |test_case| lines.include?(test_case.location.line) }
    end

    def steps
      TestSteps
    end

    # Cucumber 2 says nothing of what it parses.
    def announce(_runtime); end

    # What the compiler calls.
    def test_case(test_case)
      @all << test_case
      self
    end

    def done
      self
    end
  end

  # The scenarios and outlines of a feature file.
  class Elements
    AST = Cucumber::Core::Ast

    def self.of(path)
      receiver = new
      parser = Cucumber::Core::Gherkin::Parser.new(receiver)
      source = Cucumber::Runtime::NormalisedEncodingFile.read(path)
      parser.document(Cucumber::Core::Gherkin::Document.new(path, source))
      receiver.found.flat_map { |feature| receiver.in_feature(path, feature) }
    end

    attr_reader :found

    def initialize
      @found = []
    end

    # What the parser calls.
    def feature(feature)
      @found << feature
    end

    def in_feature(path, feature)
      backgrounds, others = feature.feature_elements.partition { |element| element.is_a?(AST::Background) }
      background = backgrounds.flat_map(&:children)
      others.map do |element|
        outline = element.is_a?(AST::ScenarioOutline)
        outline ? outline(path, feature, element, background) : told(path, feature, element, background, element.children, nil)
      end
    end

    private

    def outline(path, feature, element, background)
      rows = element.examples_tables.flat_map(&:example_rows).map { |row| row.location.line }
      told(path, feature, element, background, element.steps, rows)
    end

    def told(path, feature, element, background, steps, rows)
      written = [[background, true], [steps, false]].flat_map do |some, of_background|
        Steps.written(feature.language, some, of_background, &:name)
      end
      Steps.element(path, feature, element, !rows.nil?, rows || [], feature.tags + element.tags, written)
    end
  end

  # What a rehearsal needs.
  module Rehearsed
    PATTERNS = [/^a step$/, /^a step with "([^"]*)" and (\d+)$/, /^a table$/, /^a text$/].freeze

    # Kept from the search for an assertion library: which one there is, is the project's affair.
    module NoLibrary
      def extend_world
        @current_world.extend(Cucumber::RbSupport::RbWorld)
      end
    end
  end
end
