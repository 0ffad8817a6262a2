# What a failure in a step means: by the exception's class and by where it was raised.
#
# A plain exception raised by test code is a check written without an assertion library; the same class out of
# production code is a failure of execution.

module MutscoreShim
  # Which files are production code and which are on the test side.
  class Scope
    attr_reader :root, :production

    def initialize(root, production)
      @root = "#{root.chomp('/')}/"
      @production = production.to_h { |path| [path, true] }
      @known = {}
    end

    # Project-relative path of a file name, or nil outside the project.
    def relative(name)
      # What Ruby itself or an `eval` calls its code is no file.
      return nil if name.nil? || name.start_with?('<', '(')

      @known.fetch(name) do
        path = name.start_with?('/') ? name : "#{@root}#{name}"
        path = File.expand_path(path)
        @known[name] = path.start_with?(@root) ? path.byteslice(@root.bytesize..) : nil
      end
    end

    def production?(name)
      @production.key?(relative(name))
    end

    def test?(name)
      path = relative(name)
      !path.nil? && !@production.key?(path)
    end
  end

  module Classify
    MESSAGE_LIMIT = 2000
    # The classes by which assertion libraries say that a check failed; their subclasses included.
    ASSERTIONS = %w[
      Minitest::Assertion
      RSpec::Expectations::ExpectationNotMetError
      RSpec::Mocks::MockExpectationError
      Test::Unit::AssertionFailedError
      Cucumber::MultilineArgument::DataTable::Different
      Capybara::ExpectationNotMet
    ].freeze
    # What `raise "words"` makes, and its two bare relatives.
    PLAIN = [RuntimeError, StandardError, Exception].freeze
    NAME = Module.instance_method(:name)

    module_function

    # A class by the name it was given, whatever it calls itself since.
    def name_of(type)
      NAME.bind_call(type) || 'anonymous class'
    end

    def text_of(error)
      Wire.recode(error.message.to_s)[0, MESSAGE_LIMIT]
    rescue Exception # rubocop:disable Lint/RescueException -- a broken `message` must not hide the failure
      ''
    end

    # Class, message and innermost project frame of an exception.
    def describe(error, scope)
      origin = frames(error).find { |path, _| scope.relative(path) }
      { 'class' => name_of(error.class), 'message' => text_of(error),
        'origin' => origin && [scope.relative(origin[0]), origin[1]] }
    end

    # Outcome, detail and description of an exception that ended a step.
    def of_step(error, scope)
      described = describe(error, scope)
      [*outcome_of(error, described['origin'], scope), described]
    end

    def outcome_of(error, origin, scope)
      names = error.class.ancestors.map { |type| NAME.bind_call(type) }
      case error
      when NoMemoryError then return %w[execution-failure out-of-memory]
      when Cucumber::UndefinedDynamicStep then return %w[binding-failure undefined]
      when Cucumber::Ambiguous then return %w[binding-failure ambiguous]
      end
      return %w[binding-failure skipped] if names.include?('Minitest::Skip')

      in_production = !origin.nil? && scope.production.key?(origin[0])
      check = names.any? { |name| ASSERTIONS.include?(name) } && !in_production
      check || plain_check?(error, scope) ? ['assertion-failure', nil] : ['execution-failure', nil]
    end

    def plain_check?(error, scope)
      return false unless PLAIN.include?(error.class)

      path, = frames(error).first
      scope.test?(path)
    end

    # Paths and lines, innermost first. Cucumber rewrites the texts of a backtrace, but not its locations.
    def frames(error)
      locations = error.backtrace_locations
      return locations.map { |place| [place.absolute_path || place.path, place.lineno] } if locations

      (error.backtrace || []).filter_map do |line|
        found = /\A(.+?):(\d+)(?::in |\z)/.match(line.to_s.lines.first.to_s.chomp)
        found && [found[1], found[2].to_i]
      end
    end
  end
end
