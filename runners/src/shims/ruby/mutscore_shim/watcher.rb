# Sees each step begin and end, and knows what a run has ended in.

require_relative 'steps'

module MutscoreShim
  class Watcher
    # What is thrown at the first failure: no `rescue` of a project or of Cucumber stops it.
    FAILED = Object.new.freeze
    THROW = Kernel.method(:throw)

    # `steps` knows what Cucumber's test steps stand for.
    def initialize(record, scope, observer, steps)
      @record = record
      @scope = scope
      @observer = observer
      @steps = steps
      @passed = @cases_passed = 0
      @kinds = {}
    end

    def listen_to(configuration)
      { case_begins: ->(event) { case_begins(event.test_case) },
        step_begins: ->(event) { begins(event.test_step) },
        step_ends: ->(event) { ends(event.test_step, event.result) },
        case_ends: ->(event) { case_ends(event.test_case, event.result) } }
        .each { |name, listener| configuration.on_event(Generation::EVENTS.fetch(name), &listener) }
    end

    # Runs a hook that Cucumber itself does not guard.
    def hook(name)
      yield
    rescue Exception => e # rubocop:disable Lint/RescueException -- whatever the hook raises
      described = Classify.describe(e, @scope)
      begun = @record.steps.positive?
      fail_with('outcome' => begun ? 'execution-failure' : 'build-failure', 'detail' => 'hook', 'failed_step' => @last,
                'exception' => described, 'note' => "#{name}: #{described['class']}: #{described['message']}")
    end

    # What the run has ended in. `unexpected` ended it from outside of Cucumber; `planned` is the number of its rows.
    def ending(unexpected, planned, &ambiguous_step)
      begun = @record.steps.positive?
      found = @failure || broken(unexpected, begun, &ambiguous_step) || quiet(begun, planned)
      found.merge('step_begun' => begun)
    end

    private

    def case_begins(test_case)
      @kinds = @observer ? @steps.with_kinds(test_case).to_h { |step, kind| [@steps.describe(step), kind] } : {}
    end

    def begins(test_step)
      return unless @steps.step?(test_step)

      @running = @steps.describe(test_step)
      return unless @steps.bound?(test_step)

      @last = @running
      @observer&.kind = @kinds.fetch(@running, 'hook')
      @record.step_begins(@running)
    end

    def ends(test_step, result)
      @observer&.kind = 'hook'
      if result.passed?
        @passed += 1 if @steps.step?(test_step)
      elsif !result.unknown?
        fail_with(@steps.step?(test_step) ? step_failure(result) : hook_failure(result))
      end
    end

    def case_ends(test_case, result)
      if result.passed?
        @cases_passed += 1
      elsif !(result.unknown? || nothing_to_run?(test_case, result))
        # No step was seen to fail: it was a hook around the scenario, or the making of its World.
        fail_with(hook_failure(result))
      end
    end

    # Later Cucumbers call a scenario without steps undefined.
    def nothing_to_run?(test_case, result)
      result.undefined? && test_case.test_steps.empty?
    end

    def fail_with(failure)
      @failure = failure
      THROW.call(FAILED)
    end

    def step_failure(result)
      named = { 'failed_step' => @running }
      case result.to_sym
      when :failed
        outcome, detail, described = Classify.of_step(result.exception, @scope)
        named.merge('outcome' => outcome, 'detail' => detail, 'exception' => described)
      else named.merge('outcome' => 'binding-failure', 'detail' => result.to_sym.to_s)
      end
    end

    def hook_failure(result)
      return { 'outcome' => 'binding-failure', 'detail' => result.to_sym.to_s } unless result.failed?

      error = result.exception
      described = Classify.describe(error, @scope)
      { 'outcome' => 'execution-failure', 'detail' => error.is_a?(NoMemoryError) ? 'out-of-memory' : 'hook',
        'failed_step' => @last, 'exception' => described, 'note' => "#{described['class']}: #{described['message']}" }
    end

    def broken(error, begun)
      return nil if error.nil?

      described = Classify.describe(error, @scope)
      case error
      when Cucumber::Ambiguous
        { 'outcome' => 'binding-failure', 'detail' => 'ambiguous', 'failed_step' => yield(error),
          'note' => described['message'] }
      when Cucumber::Core::Gherkin::ParseError
        { 'outcome' => 'build-failure', 'detail' => 'syntax', 'note' => described['message'] }
      else
        { 'outcome' => begun ? 'execution-failure' : 'build-failure', 'failed_step' => @last,
          'detail' => error.is_a?(NoMemoryError) ? 'out-of-memory' : 'crash', 'exception' => described }
      end
    end

    # No step failed. The scenario may have been passed over, or be empty.
    def quiet(begun, planned)
      return { 'outcome' => 'pass' } if @cases_passed == planned && @passed.positive?

      { 'outcome' => 'binding-failure', 'detail' => begun ? 'skipped' : 'nothing-run' }
    end
  end
end
