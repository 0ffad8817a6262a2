# Cucumber: load a project, run one scenario, and say what happened step by step.
#
# The same code serves cold and warm runs: a cold run calls `load` and `run` in a new process, a warm one calls `run`
# in a fork of a process that called `load`. Outcomes are read from Cucumber's own events, never from an exit code or
# from names.

require 'cucumber/rspec/disable_option_parser'
require 'cucumber/cli/main'
%W[steps #{MutscoreShim::Generations.file} watcher load_failure versions found_library].each { |name| require_relative name }

module MutscoreShim
  # A project that is loaded: hooks, step definitions and whatever they require.
  class Project
    attr_reader :scope, :runtime

    def initialize(scope, runtime: nil, parsed: {})
      @scope = scope
      @runtime = runtime
      @parsed = parsed
    end

    # Parses feature files ahead; needs no code of the project. A file that does not parse is left out.
    def parse(features)
      features.each do |path|
        @parsed[path] = Cases.of(path)
      rescue StandardError # the run that asks for it reports it
        nil
      end
    end

    def parsed?(path)
      @parsed.key?(path)
    end

    # Loads hooks and step definitions as `cucumber` does. Raises what they raise.
    def load
      command_line = Cucumber::Cli::Configuration.new($stdout, $stderr)
      # A profile's own choice of features is put aside by naming one.
      command_line.parse!(['features'])
      Cucumber.logger = command_line.log
      options = Hash(command_line).merge(Generation::OVERRULED)
      @runtime = Cucumber::Runtime.new(Cucumber::Configuration.new(options))
      Generation.load(@runtime)
    end

    # Does what Cucumber would do next in each run, and in each alike: it looks for an assertion library, which takes
    # longer than most scenarios. Not where a hook of the project comes before that.
    def look_ahead
      hooks = Generation.registry(@runtime).send(:hooks)
      FoundLibrary.look_for if Generation::EARLY.all? { |phase| hooks[phase].empty? }
    rescue StandardError, ScriptError # the run meets it again, and reports it
      nil
    end

    # Runs one scenario and gives its end. It is over at the first failed step: what would follow cannot change it.
    def run(scenario, record, strip: false, observer: nil)
      watcher = Watcher.new(record, @scope, observer, Generation.steps(@runtime, @parsed[scenario['feature']]))
      watcher.listen_to(@runtime.configuration)
      Stripping.new(self, *cases(scenario)).empty_then_bodies if strip
      unexpected = nil
      catch(Watcher::FAILED) do
        go_through(scenario, watcher)
      rescue Exception => e # rubocop:disable Lint/RescueException -- it ends a run without a word from Cucumber
        unexpected = e
      end
      ending = watcher.ending(unexpected, lines(scenario).size) { |error| ambiguous_step(scenario, error) }
      observer ? ending.merge('observation' => observer.finish) : ending
    end

    # The step definitions that a text matches.
    def matches(text)
      Generation.registry(@runtime).step_matches(text)
    end

    private

    def go_through(scenario, watcher)
      @runtime.configuration.to_hash[:paths] = ["#{scenario['feature']}:#{lines(scenario).join(':')}"]
      Generation::BEFORE.each { |name, hook| watcher.hook(name) { @runtime.send(hook) } }
      report = @runtime.send(:report)
      @runtime.visitor = report
      run_cases(scenario, Generation.receiver(@runtime, report), @runtime.send(:filters))
      Generation.finish(@runtime)
      Generation::AFTER.each { |name, hook| watcher.hook(name) { @runtime.send(hook) } }
    end

    def run_cases(scenario, receiver, filters)
      return Generation.compile(@runtime, receiver, filters) unless parsed?(scenario['feature'])

      # Cucumber's own choice by line compares every scenario of the file; a fork takes what was parsed ahead.
      filters = filters.reject { |filter| filter.is_a?(Cucumber::Core::Test::LocationsFilter) }
      first = @runtime.send(:compose, filters, receiver)
      @parsed[scenario['feature']].announce(@runtime)
      cases(scenario).first.each { |test_case| test_case.describe_to(first) }
      first.done
    end

    # The test cases of a scenario, and what knows their steps.
    def cases(scenario)
      all = @parsed[scenario['feature']] || Cases.of(scenario['feature'])
      [all.at(lines(scenario)), all.steps]
    end

    # Lines of the example rows, or the scenario's own.
    def lines(scenario)
      rows = scenario['rows'] || []
      rows.empty? ? [scenario['line']] : rows
    end

    # The first step of a scenario that matches several definitions: Cucumber 2 raises without saying which.
    def ambiguous_step(scenario, error)
      return nil unless error.is_a?(Cucumber::Ambiguous)

      found, steps = cases(scenario)
      step = found.flat_map(&:test_steps).find { |one| matches(Generation.text(one)).size > 1 }
      step && steps.describe(step)
    end
  end

  # Empties the step definitions that a scenario's Then steps bind to, wherever else they are used.
  class Stripping
    NOTHING = proc { |*| }

    def initialize(project, cases, steps)
      @project = project
      @cases = cases
      @steps = steps
    end

    def empty_then_bodies
      checks = @cases.flat_map { |test_case| @steps.with_kinds(test_case).select { |_, kind| kind == 'then' } }
      definitions = checks.flat_map { |step, _| @project.matches(Generation.text(step)).map(&:step_definition) }
      definitions.uniq(&:object_id).each { |definition| definition.instance_variable_set(:@proc, NOTHING) }
    end
  end
end
