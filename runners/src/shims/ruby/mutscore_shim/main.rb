# Entry of the shim: one frame on descriptor 3 says what to do; answers go back the same way.

require_relative 'generation'
MutscoreShim::Generations.load_cucumber
require 'json'

abort "mutscore: no adapter for Cucumber #{MutscoreShim::Generations.version}" if MutscoreShim::Generations.file.nil?

%w[wire record classify sys view forking cucumber_adapter].each { |name| require_relative name }

module MutscoreShim
  # The modes in which an engine starts a shim.
  module Main
    module_function

    def run
      engine = Wire.socket(3)
      request, blobs = Wire.receive(engine)
      settle_in(request)
      case request.fetch('mode')
      when 'zygote' then zygote(request, engine)
      when 'cold' then cold(request, blobs, engine)
      when 'discover' then discover(request, engine)
      when 'fingerprint' then Wire.send(engine, Versions.fingerprint)
      else raise ArgumentError, "no mode #{request['mode'].inspect}"
      end
    rescue Wire::Closed
      nil
    end

    # What the process looks like to the project: as if `cucumber` had been started in its folder.
    def settle_in(request)
      Dir.chdir(request.fetch('root'))
      $0 = 'cucumber'
      ARGV.clear
    end

    def zygote(request, engine)
      require_relative 'zygote'
      control = Record.out_of_the_way(engine)
      loaded = Record.out_of_the_way(Wire.socket(4))
      Zygote.new(request, control, loaded).serve_control
    end

    def cold(request, blobs, engine)
      require_relative 'cold'
      Cold.new(request, blobs, engine).run
      # Exit handlers have no say in an outcome; none is run, in a fork neither.
      Forking.leave(0)
    end

    def discover(request, engine)
      require_relative 'discovery'
      scope = Scope.new(request.fetch('root'), request.fetch('production'))
      engine = Record.out_of_the_way(engine)
      Wire.send(engine, Discovery.new(scope, request.fetch('features')).answer)
    end
  end
end

MutscoreShim::Main.run
