# A scenario of our own, run before any project code is there, so that a fork does not have to warm up.
#
# The first time that Ruby comes by a call it notes which method it found, in pages that a fork shares with its parent:
# most of what a run copies is Cucumber's own code being come by for the first time. What is rehearsed is that code
# alone. The runtime, its step definitions and its World are thrown away; loading the project makes its own.

require 'stringio'

module MutscoreShim
  class Rehearsal
    FEATURE = <<~GHERKIN.freeze
      # language: en
      @rehearsal
      Feature: Rehearsal
        Background:
          Given a step

        Scenario: One that passes
          When a step with "words" and 3
          Then a table
            | name | value |
            | a    | 1     |
          And a text
            """
            text
            """

        Scenario Outline: One with rows
          When a step with "<word>" and <number>
          Then a step
          Examples:
            | word | number |
            | x    | 1      |
            | y    | 2      |

        Scenario: One that fails
          Given a step
          Then a step that fails
    GHERKIN

    def initialize(scope)
      @scope = scope
      options = { paths: [], formats: [], out_stream: StringIO.new, error_stream: StringIO.new }
      read_command_line(*options.values_at(:out_stream, :error_stream))
      @runtime = Cucumber::Runtime.new(Cucumber::Configuration.new(options))
      define_steps(Generation.registry(@runtime).extend(Rehearsed::NoLibrary))
    end

    def run
      cases = Cases.new('features/rehearsal.feature', FEATURE)
      lines = cases.all.map { |test_case| test_case.location.line }
      reader, writer = IO.pipe(binmode: true)
      record = Record.new(writer, 'rehearsal')
      project = Project.new(@scope, runtime: @runtime, parsed: { 'rehearsal' => cases })
      ending = project.run({ 'feature' => 'rehearsal', 'line' => 0, 'rows' => lines }, record)
      record.done(ending)
      [record, reader].each(&:close)
      ending
    end

    private

    # As each loading of the project does; no profile, so that no file of the project is read.
    def read_command_line(out, err)
      command_line = Cucumber::Cli::Configuration.new(out, err)
      command_line.parse!(%w[--no-profile features])
      command_line.log
      Hash(command_line)
    end

    def define_steps(language)
      nothing = proc { |*| }
      Rehearsed::PATTERNS.each { |pattern| language.register_rb_step_definition(pattern, nothing, {}) }
      language.register_rb_step_definition(/^a step that fails$/, proc { raise 'rehearsed' }, {})
      %i[before after after_step].each { |phase| language.register_rb_hook(phase, [], nothing) }
    end
  end
end
