# One run in this process, which ends with it.

require_relative 'proof'

module MutscoreShim
  class Cold
    def initialize(request, blobs, engine)
      @scope = Scope.new(request.fetch('root'), request.fetch('production'))
      @job = request.fetch('job')
      @callers = request.fetch('callers')
      @blob = blobs.first
      @record = Record.new(engine, request.fetch('token'))
    end

    def run
      proof = @job['path'] && replaced
      observer = @job['observe'] ? observing : nil
      @record.begins
      @record.done(ending(Project.new(@scope), observer).merge('applied' => proof&.holds?))
    rescue StandardError, ScriptError => e
      @record.trouble(e)
    ensure
      @record.close
    end

    private

    # Puts the file in place of the one that the view shows. The view is this run's own.
    def replaced
      path = @scope.root + @job['path']
      mode = File.stat(path).mode & 0o7777
      File.unlink(path)
      File.binwrite(path, @blob)
      File.chmod(mode, path)
      LoadProof.new(path => @blob)
    end

    def observing
      require_relative 'observe'
      Observer.new(@scope, @callers).tap(&:start)
    end

    # Loads and runs; what the project raises is part of the end, what else is raised is trouble of ours.
    def ending(project, observer)
      failure = load_failure(project)
      return failure if failure

      observer&.loaded
      own, waited = Forking.cpu_used
      @record.loaded(((own + waited) * 1e6).to_i)
      # The kernel counts this process alone.
      Forking.limit_cpu(@job['cpu_s'], own)
      found = project.run(@job['scenario'], @record, strip: @job['strip'], observer: observer)
      found.merge('cpu_us' => ((Forking.cpu_used.sum - own - waited) * 1e6).to_i)
    end

    def load_failure(project)
      project.load
      nil
    rescue Exception => e # rubocop:disable Lint/RescueException -- whatever the project raises
      LoadFailure.of(e, @scope)
    end
  end
end
