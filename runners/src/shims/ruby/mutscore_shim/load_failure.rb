# What it means that loading a project raised something.

module MutscoreShim
  module LoadFailure
    module_function

    def of(error, scope)
      described = Classify.describe(error, scope)
      { 'outcome' => 'build-failure', 'detail' => detail(error), 'exception' => described, 'step_begun' => false,
        'note' => "#{described['class']}: #{described['message']}" }
    end

    def detail(error)
      case error
      when SyntaxError then 'syntax'
      when NoMemoryError then 'out-of-memory'
      else 'load'
      end
    end
  end
end
