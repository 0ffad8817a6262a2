# Whether a fork of a loaded process is what a new process is after loading the project.
#
# It is not if loading left something that children share, lose or find stale: threads, children, open descriptors,
# shared memory, files that were written, or a moment that was asked for. What is compared is taken once, before any
# project code ran.

module MutscoreShim
  class Forkable
    HARMLESS = %w[/dev/null /dev/urandom /dev/random].freeze
    # What Ruby wakes its own threads by: renewed in every fork.
    RUBYS_OWN = 'anon_inode:[eventfd]'.freeze
    # What tells the time or the process: what is kept of it is stale in a fork.
    MOMENTS = { Time => %i[now], Process => %i[clock_gettime pid ppid times getpgrp] }.freeze
    DATES = %i[today now].freeze
    NAMES = (MOMENTS.values.flatten + DATES).uniq.freeze

    def initialize
      @descriptors = descriptors
      @shared = shared_memory
      @tasks = tasks
    end

    # What loading left behind, in words, or nil. `placed` are the files put into the view before.
    def what_a_fork_would_change(view, placed)
      return 'loading the project starts a thread' if Thread.list.size > 1 || tasks > @tasks
      return 'loading the project starts a process' if View.children(Process.pid).any?

      opened = opened_descriptor
      return "loading the project leaves a descriptor open (#{opened})" if opened
      return 'loading the project maps memory that children share' if (shared_memory - @shared).any?

      written = view && Written.new(view, placed).first
      written && "loading the project writes a file (#{written})"
    end

    # Loads with an eye on what asks for the moment; its name, or nil.
    def self.moment_asked_for(scope)
      asked = nil
      trace = TracePoint.new(:call, :c_call) do |event|
        next unless asked.nil? && NAMES.include?(event.method_id) && moment?(event)

        # Some of Ruby's own methods are written in Ruby: the event then stands in them, not in who called.
        path = event.event == :call ? caller_locations(2, 1).first&.path : event.path
        asked = event.method_id if path && (scope.relative(path) || path.start_with?('(eval'))
      end
      trace.enable { yield }
      asked
    end

    def self.moment?(event)
      # The receiver may be anything, half made or without methods: it is asked for nothing.
      receiver = event.self
      _, asks = MOMENTS.find { |type, _| type.equal?(receiver) }
      return asks.include?(event.method_id) if asks

      DATES.include?(event.method_id) && defined?(Date) && Class === receiver && receiver <= Date
    end

    private

    def opened_descriptor
      found = descriptors
      return RUBYS_OWN if found.values.count(RUBYS_OWN) > @descriptors.values.count(RUBYS_OWN)

      found.find { |number, target| @descriptors[number] != target && target != RUBYS_OWN && !harmless?(target) }&.last
    end

    def harmless?(target)
      HARMLESS.any? { |name| target.start_with?(name) }
    end

    def tasks
      Dir.children('/proc/self/task').size
    end

    def descriptors
      Dir.children('/proc/self/fd').to_h do |name|
        [name.to_i, File.readlink("/proc/self/fd/#{name}")]
      rescue SystemCallError # the folder's own descriptor
        [name.to_i, '/dev/null']
      end
    end

    # Writable mappings that a child would share with its parent, by their place.
    def shared_memory
      File.foreach('/proc/self/maps').filter_map do |line|
        range, mode = line.split(' ', 3)
        range if mode == 'rw-s'
      end
    end
  end

  # What was written, removed or changed in a view since it was entered.
  class Written
    def initialize(view, placed)
      @own = view.fetch('own')
      @kept = (view['keep'] || []).map { |path| "#{@own}/tmp#{path.delete_prefix(view['tmp'])}" }
      @placed = placed.keys.flat_map { |path| folders(path) << path }
    end

    def first
      first_in("#{@own}/upper", '', @placed) ||
        %w[home tmp shm].lazy.filter_map { |name| first_in("#{@own}/#{name}", '', []) }.first
    end

    private

    def folders(path)
      parts = path.split('/')[0...-1]
      parts.each_index.map { |last| parts[0..last].join('/') }
    end

    def first_in(top, folder, expected)
      Dir.children("#{top}/#{folder}").lazy.filter_map do |name|
        relative = folder.empty? ? name : "#{folder}/#{name}"
        whole = "#{top}/#{relative}"
        next if @kept.include?(whole)

        below = File.directory?(whole) && !File.symlink?(whole) ? first_in(top, relative, expected) : nil
        below || (relative unless expected.include?(relative) || @kept.any? { |kept| kept.start_with?("#{whole}/") })
      end.first
    end
  end
end
