# System calls that Ruby has no method for. The numbers differ from one kind of processor to the other; where they
# are not known, nothing can be run warm, and everything is run cold.

module MutscoreShim
  module Sys
    NUMBERS = {
      'x86_64' => { unshare: 272, mount: 165, prctl: 157, capset: 126, wait4: 61, socket: 41, ioctl: 16,
                    pidfd_open: 434 },
      'aarch64' => { unshare: 97, mount: 40, prctl: 167, capset: 91, wait4: 260, socket: 198, ioctl: 29,
                     pidfd_open: 434 }
    }[RUBY_PLATFORM[/\A[^-]+/]].freeze
    CALL = Kernel.method(:syscall)
    USAGE_BYTES = 144

    module_function

    def available?
      !NUMBERS.nil?
    end

    # Makes a call. Strings are passed by address; a failure is raised as the `Errno` class it names.
    def call(name, *arguments)
      # Ruby itself would refuse a string with a zero byte in it.
      plain = arguments.map { |value| value.is_a?(String) ? [value].pack('P').unpack1('J') : value }
      CALL.call(NUMBERS.fetch(name), *plain)
    end

    # Waits for a child. Its id (0 if it is still running), status, CPU time in µs and peak memory in KiB.
    def wait4(pid, flags)
      status = "\0" * 4
      usage = "\0" * USAGE_BYTES
      got = call(:wait4, pid, status, flags, usage)
      user_s, user_us, system_s, system_us, peak = usage.unpack('q5')
      [got, status.unpack1('l'), ((user_s + system_s) * 1_000_000) + user_us + system_us, peak]
    rescue Errno::EINTR
      retry
    end

    # A descriptor that becomes readable when the process ends, or nil where the kernel has none.
    def pidfd(pid)
      io = IO.for_fd(call(:pidfd_open, pid, 0), 'rb')
      io.close_on_exec = true
      io
    rescue SystemCallError
      nil
    end
  end
end
