# Steps as the engine names them: keyword, text, line, row, and the kind that `And` and `But` take over.

module MutscoreShim
  module Steps
    LONGEST_NAME = 500

    module_function

    # Whether a test step stands for a line of the feature: hooks are test steps, too.
    def step?(test_step)
      test_step.source.last.is_a?(Cucumber::Core::Ast::Step)
    end

    def describe(test_step)
      step = test_step.source.last
      row = test_step.source.find { |node| node.is_a?(Cucumber::Core::Ast::ExamplesTable::Row) }
      { 'keyword' => step.keyword.strip, 'name' => step.name[0, LONGEST_NAME], 'line' => written(step).location.line,
        'row' => row && row.location.line }
    end

    # The step as it stands in the file: one of an outline knows its row's line only.
    def written(step)
      step.instance_variable_get(:@outline_step) || step
    end

    # The steps of a test case, with their kinds.
    def with_kinds(test_case)
      kinds = Kinds.new(test_case.language)
      test_case.test_steps.select { |step| step?(step) }.map { |step| [step, kinds.of(step.source.last.keyword)] }
    end

    # Resolves keywords one after the other.
    class Kinds
      def initialize(language)
        @language = language
        @last = 'given'
      end

      def of(keyword)
        @last = own(keyword) || @last
      end

      private

      # The kind that a keyword has by itself; `*` and the words for "and" and "but" have none.
      def own(keyword)
        return nil if keyword.strip == '*'

        { 'given' => @language.given_keywords, 'when' => @language.when_keywords, 'then' => @language.then_keywords }
          .find { |_, words| words.include?(keyword) }&.first
      end
    end
  end
end
