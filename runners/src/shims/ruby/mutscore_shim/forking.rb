# Runs a piece of work in a forked child and watches it: time, memory, what it leaves behind.
#
# The child writes its record to a pipe (see `record.rb`). What comes back is raw facts; what they mean is said in one
# place, on the engine's side, for cold and warm runs alike.

module MutscoreShim
  module Forking
    PIPE_LIMIT = 32 << 20
    # How long a child may take to end once its record is complete.
    GRACE = 3.0
    # Project code may have put something else in their place by the time they are needed.
    FORK = Process.method(:fork)
    LEAVE = Process.method(:exit!)
    CLOCK = Process.method(:clock_gettime)
    TIMES = Process.method(:times)
    WAIT = Process.method(:waitpid2)

    module_function

    # Forks; the child does the block's work and never returns into its parent's code.
    def fork_guarded
      $stdout.flush
      $stderr.flush
      pid = FORK.call
      return pid if pid

      code = 70
      begin
        yield
        code = 0
      rescue Wire::Closed
        code = 0
      rescue Exception => e # rubocop:disable Lint/RescueException
        $stderr.puts(e.full_message(highlight: false))
      ensure
        leave(code)
      end
    end

    # Ends this process without its exit handlers: they have no say in an outcome.
    def leave(code)
      $stdout.flush
      $stderr.flush
    rescue Exception # rubocop:disable Lint/RescueException
      nil
    ensure
      LEAVE.call(code)
    end

    # Forks, calls the block with a record in the child, and returns the raw facts of how it went.
    # `limits` has `wall_ms` and `cpu_s`.
    def run_forked(limits)
      reader, writer = IO.pipe(binmode: true)
      token = Random.urandom(12).unpack1('H*')
      started = now
      pid = fork_guarded do
        reader.close
        # A cold run leads its session and group: what it sends to its group must reach nobody else.
        Process.setsid
        record = Record.new(writer, token)
        work(record, limits) { yield record }
      end
      writer.close
      Watch.new(pid, reader, token, started, limits['wall_ms'] / 1000.0).facts
    end

    def work(record, limits)
      limit_cpu(limits['cpu_s'], 0.0)
      yield
    rescue Exception => e # rubocop:disable Lint/RescueException -- trouble of the shim itself: no verdict
      record.trouble(e)
    ensure
      record.close
    end

    def now
      CLOCK.call(Process::CLOCK_MONOTONIC)
    end

    # CPU seconds of this process, and of the children it has waited for.
    def cpu_used
      times = TIMES.call
      [times.utime + times.stime, times.cutime + times.cstime]
    end

    # Ends this process by SIGXCPU once it has used `seconds` of CPU time beyond `used`; whole seconds, upward.
    def limit_cpu(seconds, used)
      soft = [1, (seconds + used).ceil].max
      _, hard = Process.getrlimit(:CPU)
      hard = soft + 1 if hard == Process::RLIM_INFINITY || hard > soft + 1
      Process.setrlimit(:CPU, soft, hard)
    end

    # Kills a child and waits for its end.
    def end_child(pid)
      View.kill(pid)
      WAIT.call(pid)
    end

    # Exit code and signal of a raw wait status; one of them is nil.
    def how_it_ended(status)
      signal = status & 0x7f
      { 'exit' => signal.zero? ? (status >> 8) & 0xff : nil, 'signal' => signal.zero? ? nil : signal }
    end
  end

  # Waits for a child's end or its deadline, whichever comes first, reading what it writes.
  class Watch
    # A pipe takes 64 KiB before a child has to wait for its reader.
    PAUSE = 0.02

    def initialize(pid, reader, token, started, wall)
      @pid = pid
      @reader = reader
      @token = token
      @started = started
      @deadline = started + wall
      @text = String.new(encoding: 'BINARY')
      @child = Sys.pidfd(pid)
      @open = true
    end

    def facts
      follow
      View.kill(@pid) unless @ended
      @ended ||= Sys.wait4(@pid, 0)
      over = @finished_at || Forking.now
      drain if @open
      [@reader, @child].compact.each(&:close)
      gather(over - @started, View.sweep)
    end

    private

    # What the child writes is read now and then, for its end is what counts: to be woken by each line would cost more
    # than many a scenario.
    def follow
      until @ended
        left = @deadline - Forking.now
        if left <= 0
          hear
          @timed_out = @finished_at.nil?
          return
        end
        wait(left)
        ended = Sys.wait4(@pid, Process::WNOHANG)
        @ended = ended unless ended[0].zero?
      end
    end

    def wait(left)
      watched = @child || (@open ? @reader : nil)
      ready = IO.select([watched].compact, nil, nil, [left, @child ? PAUSE : 0.01].min)
      hear unless ready && @child
    end

    # Reads what the child has written so far.
    def hear
      return if !@open || drain

      @open = false
      # The record is complete: what follows has a short grace.
      @finished_at = Forking.now
      @deadline = [@deadline, @finished_at + Forking::GRACE].min if @text.include?('"done"')
    end

    # Reads what is there. False at the end of the pipe.
    def drain
      loop do
        part = @reader.read_nonblock(65_536, exception: false)
        return true if part == :wait_readable
        return false if part.nil?

        @text << part if @text.bytesize < Forking::PIPE_LIMIT
      end
    end

    def gather(wall, left_behind)
      found = { 'step' => nil, 'done' => nil, 'trouble' => nil }
      Record.values(@text, @token).each { |value| found.update(value.slice(*found.keys)) }
      _, status, cpu_us, peak = @ended
      found.merge(
        Forking.how_it_ended(status),
        'ran' => true, 'timed_out' => (@timed_out || false) && found['done'].nil?,
        'wall_us' => (wall * 1e6).to_i, 'cpu_us' => cpu_us, 'peak_kib' => peak, 'left_behind' => left_behind
      )
    end
  end
end
