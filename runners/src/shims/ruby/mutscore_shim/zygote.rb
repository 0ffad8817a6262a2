# The fork tree: L0 (runner, no project code) → L1 (project loaded) or M (mutated file loaded) → a fork a run.
#
# L0 serves the engine on one socket and L1 on another. A process that is asked to hold a replaced file takes over its
# parent's socket until it is told to close; the parent only waits for it. So each socket has one reader at a time and
# there is nothing to route.

%w[forkable heap preload proof fixed_random rehearsal].each { |name| require_relative name }

module MutscoreShim
  # What every process of the tree knows.
  class Zygote
    # What an M says to L0 while it loads.
    ENTERED = '0'.freeze
    LOADED = '1'.freeze

    def initialize(config, control, loaded)
      @view = config['view']
      @control = control
      @loaded = loaded
      @scope = Scope.new(config.fetch('root'), config.fetch('production'))
      @project = Project.new(@scope)
      @project.parse(config.fetch('features'))
      @random = FixedRandom.new
    end

    # L0: forks what loads the project.
    def serve_control
      View.adopt_orphans
      Rehearsal.new(@scope).run
      Heap.settle
      @before = Forkable.new
      Wire.send(@control, { 'ready' => true }.merge(Versions.short))
      loop do
        wait_for_engine
        request, blobs = Wire.receive(@control)
        case request['op']
        when 'base' then fork_base
        when 'open' then fork_mutant(request, blobs[0])
        else Wire.send(@control, 'error' => "unknown request #{request['op'].inspect}")
        end
      end
    end

    private

    # L1. It outlives this call: L0 goes on serving.
    def fork_base
      Forking.end_child(@base) if @base
      @base = Forking.fork_guarded do
        @base = nil
        serve_base
      end
    end

    # Waits for the next request. Without its L1 the tree is of no use: then it ends, which the engine sees.
    def wait_for_engine
      base = @base && Sys.pidfd(@base)
      return if base.nil?

      ready, = IO.select([@control, base])
      base.close
      Forking.leave(70) if ready.include?(base)
    end

    # M: loads the project with the replaced file in place. L0 waits until M has ended.
    def fork_mutant(request, data)
      preload
      reader, writer = IO.pipe(binmode: true)
      pid = Forking.fork_guarded do
        reader.close
        @base = nil
        serve_mutant(request, data, writer)
      end
      writer.close
      said = wait_for_byte(reader, request['load_ms'])
      entered = said == ENTERED
      said = wait_for_byte(reader, request['load_ms']) if entered
      reader.close
      View.kill(pid) if said.nil?
      _, status, = Sys.wait4(pid, 0)
      View.sweep(@base)
      answer_for_mutant(said, entered, status)
    end

    def answer_for_mutant(said, entered, status)
      if said.nil?
        Wire.send(@control, 'opened' => false, 'timed_out' => true)
      elsif said == LOADED
        Wire.send(@control, 'closed' => true)
      elsif entered
        Wire.send(@control, 'opened' => false, 'died' => Forking.how_it_ended(status))
      else
        Wire.send(@control, 'opened' => false, 'trouble' => 'no view for the replaced file')
      end
    end

    def preload
      return if @preloaded

      @preloaded = true
      Preload.new(@scope, load: -> { @project.load }, look: -> { @project.look_ahead }).run
      View.sweep(@base)
      Heap.settle
    end

    def serve_mutant(request, data, writer)
      View.adopt_orphans
      files = { request['path'] => data }
      enter(files, drop: false)
      proof = LoadProof.new("#{@scope.root}#{request['path']}" => data)
      writer = Record.out_of_the_way(writer, 'wb')
      writer.syswrite(ENTERED)
      failure = load
      writer.syswrite(LOADED)
      writer.close
      refused = failure && { 'failure' => failure, 'applied' => proof.holds? }
      refused ||= unsafe(files)
      return Wire.send(@control, { 'opened' => false }.merge(refused)) if refused

      Wire.send(@control, 'opened' => true)
      serve_runs(@control, files, proof)
    end

    def unsafe(files)
      why = @before.what_a_fork_would_change(@view, files)
      why && { 'unsafe' => why }
    end

    def serve_base
      View.adopt_orphans
      enter({}, drop: false)
      failure = moment = nil
      touched = @random.touched_by do
        moment = Forkable.moment_asked_for(@scope) { failure = load }
      end
      return Wire.send(@loaded, 'loaded' => false, 'failure' => failure) if failure

      why = @before.what_a_fork_would_change(@view, {}) || @random.trouble
      why ||= moment && "loading the project asks for the time or the process (#{moment})"
      Wire.send(@loaded, 'loaded' => true, 'unsafe' => why, 'random' => touched)
      serve_loaded
    end

    def serve_loaded
      loop do
        header, = Wire.receive(@loaded)
        case header['op']
        when 'run' then Wire.send(@loaded, run(header, {}, nil))
        when 'swap' then refuse_swap(header)
        when 'quit' then return
        end
      end
    end

    # A method is never replaced in a loaded process: its file is loaded anew instead, which needs no proof.
    def refuse_swap(header)
      Wire.send(@loaded, 'swapped' => false, 'why' => 'methods are not swapped')
      Wire.send(@loaded, 'closed' => true) unless header['only']
    end

    # Loads hooks and step definitions; the words of what failed, or nil.
    def load
      @project.load
      @cwd = Dir.pwd
      @random.remember
      @project.look_ahead
      nil
    rescue Exception => e # rubocop:disable Lint/RescueException -- whatever the project raises
      LoadFailure.of(e, @scope)
    end

    def serve_runs(io, files, proof)
      loop do
        header, = Wire.receive(io)
        return if header['op'] == 'close'

        Wire.send(io, run(header, files, proof))
      end
    end

    # One scenario in a fork of this process.
    def run(header, files, proof)
      scenario = header['scenario']
      @project.parse([scenario['feature']]) unless @project.parsed?(scenario['feature'])
      new_net = !@view.nil? && sockets_in_use?
      Forking.run_forked(header) do |record|
        [@control, @loaded].each(&:close)
        enter(files, drop: true, new_net: new_net)
        @random.draw_anew(header['fixed'])
        ending = @project.run(scenario, record, strip: header['strip'])
        ending['applied'] = proof.holds? if proof
        record.done(ending)
      end
    end

    # A view of its own for what this process and its children write.
    #
    # And a network of its own, if the last run left ports behind that would still be taken in this one.
    def enter(files, drop:, new_net: false)
      View.enter(@view, files, cwd: @cwd || @view['cwd'], drop: drop, new_net: new_net) if @view
    end

    # Whether the network namespace holds TCP sockets, those included that wait for their port's release.
    def sockets_in_use?
      { 'sockstat' => 'TCP:', 'sockstat6' => 'TCP6:' }.any? do |name, mark|
        line = File.foreach("/proc/self/net/#{name}").find { |text| text.start_with?(mark) }
        line && line.scan(/(?:inuse|orphan|tw) (\d+)/).any? { |(number)| number != '0' }
      rescue SystemCallError # no such protocol here
        false
      end
    end

    # The next byte; empty at the end of the pipe, nil if nothing comes in time.
    def wait_for_byte(reader, milliseconds)
      return nil unless IO.select([reader], nil, nil, milliseconds / 1000.0)

      reader.read_nonblock(1, exception: false) || ''
    end
  end
end
