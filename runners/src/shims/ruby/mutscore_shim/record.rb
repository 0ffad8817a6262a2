# What a run says of itself while it goes on: a marker when a step begins, and the end.
#
# Project code shares this process. It may write to descriptors that it does not own, close them all, fork and return,
# or replace methods of the standard library for the length of a scenario. So the record has a high descriptor, each
# line carries a token that no accident can spell, only the process that owns the record writes to it, and what it
# needs is fetched before any project code runs.

module MutscoreShim
  class Record
    # How many descriptors are kept free above a moved one: enough for the few that are moved.
    FROM_THE_TOP = 16
    DUPLICATE_CLOSED_ON_EXEC = 1030
    # The end of a process that cannot tell its outcome any more: nobody else's way to end.
    LOST_SIGNAL = 64
    PROCESS_ID = Process.method(:pid)
    KILL = Process.method(:kill)

    # Moves a descriptor to where no loop over the first few, and no newly opened file, meets it.
    def self.out_of_the_way(io, mode = 'r+b')
      soft, = Process.getrlimit(:NOFILE)
      lowest = soft == Process::RLIM_INFINITY ? 1008 : [io.fileno, soft - FROM_THE_TOP].max
      moved = Wire.socket(io.fcntl(DUPLICATE_CLOSED_ON_EXEC, lowest), mode)
      io.close
      moved
    end

    attr_reader :steps

    def initialize(io, token)
      @io = Record.out_of_the_way(io, 'wb')
      @token = token
      @owner = PROCESS_ID.call
      @identity = identity
      @steps = 0
    end

    def step_begins(step)
      @steps += 1
      line('step' => step)
    end

    # From here on it is the project's code that runs: what ends the process before is trouble of ours.
    def begins
      line('begins' => true)
    end

    # The project is loaded, for so much CPU time: from here on the run's own clocks count.
    def loaded(cpu_us)
      line('loaded' => cpu_us)
    end

    def done(ending)
      line('done' => ending)
    end

    # Something went wrong in the shim itself: no verdict.
    def trouble(error)
      place = (error.backtrace || []).first
      line('trouble' => "#{error.class}: #{error.message} (#{place})")
    end

    def close
      @io.close
    rescue SystemCallError, IOError
      nil # project code was faster
    end

    # The values of a record's lines; what others wrote in between is passed over.
    def self.values(text, token)
      mark = "#{token} ".b
      text.b.split("\n").filter_map do |line|
        next unless line.start_with?(mark)

        begin
          Wire::PARSE.call(line.byteslice(mark.bytesize..).force_encoding('UTF-8').scrub)
        rescue JSON::ParserError # cut off by the end of the process
          nil
        end
      end
    end

    private

    def identity
      stat = @io.stat
      [stat.dev, stat.ino]
    end

    # Newlines on both sides, so that what others write stays apart.
    def line(value)
      return unless PROCESS_ID.call == @owner # a fork that did not end where it should have

      text = "\n#{@token} #{Wire.encode(value)}\n".b
      lost unless identity == @identity
      Wire.write_all(@io, text)
    rescue Exception # rubocop:disable Lint/RescueException -- whatever project code has put in the way
      lost
    end

    # Project code closed the record. Ends at once: silence would look like a crash of the project.
    def lost
      KILL.call(LOST_SIGNAL, PROCESS_ID.call)
      sleep
    end
  end
end
