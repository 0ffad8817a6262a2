# Executed production lines, and production methods that test code calls directly.
#
# Lines come from Ruby's own `coverage`; load-time lines are kept apart. Calls come from a trace: the caller is the
# nearest frame of the project, so that a library in between (an iteration, a delegation) hides nobody.

require 'coverage'

module MutscoreShim
  # Direct calls from withheld test code into public production methods, with the kind of step they serve.
  class Calls
    attr_writer :kind
    attr_reader :found

    def initialize(scope, callers)
      @scope = scope
      @callers = callers.to_h { |path| [path, true] }
      @kind = 'hook'
      @found = {}
    end

    def start
      @trace = TracePoint.new(:call, :c_call) { |event| event.event == :call ? called(event) : accessor(event) }
      @trace.enable
    end

    def stop
      @trace.disable
    end

    private

    def called(event)
      path = @scope.relative(event.path)
      return unless @scope.production.key?(path) && public?(event)

      # Above the two frames of this trace and the called method's own.
      place = caller_locations(3).find { |frame| @scope.relative(frame.absolute_path || frame.path) }
      note(path, event) if place && caller?(place.absolute_path || place.path)
    end

    # What `attr_reader` and its kin define runs no Ruby code: the event stands in its caller's file.
    def accessor(event)
      return unless caller?(event.path)

      place, = event.defined_class.instance_method(event.method_id).source_location
      path = place && @scope.relative(place)
      note(path, event) if path && @scope.production.key?(path) && public?(event)
    rescue NameError
      nil
    end

    def caller?(name)
      @callers.key?(@scope.relative(name))
    end

    # A constructor is private by itself, yet the way in for everybody.
    def public?(event)
      event.method_id == :initialize || event.defined_class.public_method_defined?(event.method_id, false)
    end

    def note(path, event)
      (@found["#{path}::#{owner(event.defined_class)}#{event.method_id}"] ||= {})[@kind] = true
    end

    def owner(type)
      return "#{type.inspect[/\A#<Class:(.*)>\z/m, 1]}." if type.singleton_class?

      name = Classify::NAME.bind_call(type)
      "#{name}#"
    end
  end

  # Both observations over one cold run.
  class Observer
    def initialize(scope, callers)
      @scope = scope
      @calls = Calls.new(scope, callers)
    end

    def start
      Coverage.start(lines: true)
      @calls.start
    end

    # The project is loaded; what follows belongs to the scenario.
    def loaded
      @loaded = counts
      @calls.found.clear
    end

    def kind=(kind)
      @calls.kind = kind
    end

    # Stops, and gives what was seen.
    def finish
      @calls.stop
      run = counts.to_h { |path, lines| [path, lines.select { |line, count| count > @loaded.dig(path, line).to_i }] }
      { 'coverage' => { 'run' => numbers(run), 'load' => numbers(@loaded) },
        'calls' => @calls.found.transform_values { |kinds| kinds.keys.sort }.sort.to_h }
    end

    private

    # How often each line of the production code has run, by 1-based number.
    def counts
      Coverage.peek_result.filter_map do |name, found|
        path = @scope.relative(name)
        next unless @scope.production.key?(path)

        lines = found.fetch(:lines).each_with_index.select { |count, _| count.to_i.positive? }
        [path, lines.to_h { |count, at| [at + 1, count] }]
      end.to_h
    end

    def numbers(lines)
      lines.transform_values { |found| found.keys.sort }.reject { |_, found| found.empty? }.sort.to_h
    end
  end
end
