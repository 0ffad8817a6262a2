# Steps as the engine names them: keyword, text, line, row, and the kind that `And` and `But` take over.

module MutscoreShim
  module Steps
    LONGEST_NAME = 500

    module_function

    def named(keyword, text, line, row)
      { 'keyword' => keyword.strip, 'name' => text[0, LONGEST_NAME], 'line' => line, 'row' => row }
    end

    # Resolves keywords one after the other. The language knows its `given_keywords` and so on.
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

    # A scenario or an outline as discovery tells it. `steps` are what `written` makes.
    def element(path, feature, element, outline, rows, tags, steps)
      { 'feature' => path, 'line' => element.location.line, 'outline' => outline, 'rows' => rows,
        'feature_name' => feature.name, 'name' => element.name,
        'tags' => tags.map { |tag| tag.name.delete_prefix('@') }.uniq.sort, 'steps' => steps, 'unbound' => nil }
    end

    # Steps as they are written; the block knows a step's text.
    def written(language, steps, background)
      kinds = Kinds.new(language)
      steps.map do |step|
        { 'keyword' => step.keyword.strip, 'kind' => kinds.of(step.keyword), 'text' => yield(step),
          'line' => step.location.line, 'background' => background }
      end
    end
  end
end
