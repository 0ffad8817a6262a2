# A view of its own for a forked child, and the end of everything it started.
#
# Problem: children forked from one warm process share its view of the file system. What one writes, the next one
# reads, and a verdict then depends on the order of the pairs. Remedy: each child gets a mount namespace of its own
# with fresh upper layers, made by system calls alone (no copying, no new process), and gives up the right to mount
# before it runs anything of the project. The kernel throws the view away with the child.

module MutscoreShim
  module View
    NEW_MOUNTS = 0x00020000
    NEW_NETWORK = 0x40000000
    NO_SUID_NO_DEVICES = 0x2 | 0x4
    BIND_ALL = 0x1000 | 0x4000 # with what is mounted below
    NO_NEW_PRIVILEGES = 38
    SUBREAPER = 36
    AMBIENT = 47
    AMBIENT_CLEAR_ALL = 4
    CAPABILITY_HEADER = [0x20080522, 0].pack('Li').freeze
    # What the engine leaves a warm parent: CHOWN, DAC_OVERRIDE, FOWNER, FSETID, NET_ADMIN and SYS_ADMIN.
    CAPABILITIES = 0x20101B
    INTERNET = 2
    DATAGRAM = 2
    SET_INTERFACE_FLAGS = 0x8914
    UP_AND_RUNNING = 0x41
    ROUND = 0.002
    # Project code may have replaced them by the time they are needed.
    KILL = Process.method(:kill)
    WAIT = Process.method(:waitpid)

    module_function

    # Whether this process may give views to its children: it holds what the engine leaves for that.
    def available?
      permitted = File.read('/proc/self/status')[/^CapPrm:\s*(\h+)/, 1]
      permitted.to_i(16) & 0xFFFFFFFF == CAPABILITIES
    end

    # Takes the capabilities in hand, or lays them aside: project code runs as it would without them.
    def use_capabilities(use)
      effective = use ? CAPABILITIES : 0
      sets = [effective, CAPABILITIES, CAPABILITIES, 0, 0, 0].pack('L6')
      Sys.call(:capset, CAPABILITY_HEADER, sets)
    end

    # Gives the calling, just forked process a view nobody else sees.
    #
    # `files` maps paths relative to the workspace to whole contents, which lie in place of the originals, with their
    # modes. With `drop` the process cannot do this again and gives up all capabilities; without, its own children
    # may call again: they start from the layers, so `files` has to be given again.
    def enter(config, files, cwd:, drop:, new_net: false)
      own, workspace = config.values_at('own', 'workspace')
      modes = files.keys.to_h { |path| [path, mode_of("#{workspace}/#{path}")] }
      use_capabilities(true)
      Sys.call(:unshare, NEW_MOUNTS | (new_net ? NEW_NETWORK : 0))
      mount_fresh(own, config['size'])
      furnish(config, files, modes)
      mount_workspace(own, workspace, config['layers'])
      bind("#{own}/tmp", config['tmp'])
      bind("#{own}/home", config['home'])
      bind("#{own}/shm", '/dev/shm')
      loopback_up if new_net
      # The old working folder belongs to the view that has just been covered.
      Dir.chdir(cwd)
      drop ? drop_capabilities : use_capabilities(false)
    end

    # Gives up all capabilities and the means to get new ones, for this process and all it starts.
    def drop_capabilities
      Sys.call(:prctl, NO_NEW_PRIVILEGES, 1, 0, 0, 0)
      Sys.call(:prctl, AMBIENT, AMBIENT_CLEAR_ALL, 0, 0, 0)
      Sys.call(:capset, CAPABILITY_HEADER, "\0" * 24)
    end

    def mount_fresh(own, size)
      inodes = (size / 1024).clamp(16_384, 1 << 20)
      Sys.call(:mount, 'pair', own, 'tmpfs', NO_SUID_NO_DEVICES, "size=#{size},nr_inodes=#{inodes},mode=755")
    end

    def furnish(config, files, modes)
      own = config['own']
      umask = File.umask(0)
      { 'upper' => 0o755, 'work' => 0o755, 'home' => 0o755, 'tmp' => 0o1777, 'shm' => 0o1777 }.each do |name, mode|
        Dir.mkdir("#{own}/#{name}", mode)
      end
      files.each do |path, content|
        make_folders("#{own}/upper", path)
        put("#{own}/upper/#{path}", content, modes[path])
      end
      (config['keep'] || []).each { |kept| keep(kept, config['tmp'], "#{own}/tmp") }
    ensure
      File.umask(umask)
    end

    def mount_workspace(own, workspace, layers)
      options = "lowerdir=#{layers.join(':')},upperdir=#{own}/upper,workdir=#{own}/work,userxattr"
      Sys.call(:mount, 'workspace', workspace, 'overlay', NO_SUID_NO_DEVICES, options)
    end

    def mode_of(path)
      File.stat(path).mode & 0o7777
    rescue SystemCallError
      0o644
    end

    def make_folders(top, path)
      path.split('/')[0...-1].reduce(top) do |folder, name|
        below = "#{folder}/#{name}"
        Dir.mkdir(below, 0o755) unless File.directory?(below)
        below
      end
    end

    def put(path, content, mode)
      File.open(path, File::WRONLY | File::CREAT | File::TRUNC | File::BINARY, mode) { |file| file.write(content) }
    end

    # Carries a read-only path below the temporary folder (a tool chain may live there) over to the fresh one.
    def keep(path, tmp, fresh_tmp)
      target = fresh_tmp + path.delete_prefix(tmp)
      make_folders(fresh_tmp, target.delete_prefix("#{fresh_tmp}/"))
      if File.directory?(path)
        Dir.mkdir(target) unless File.directory?(target)
      else
        put(target, '', 0o644)
      end
      bind(path, target)
    end

    def bind(source, target)
      Sys.call(:mount, source, target, 0, BIND_ALL, 0)
    end

    def loopback_up
      descriptor = Sys.call(:socket, INTERNET, DATAGRAM, 0)
      Sys.call(:ioctl, descriptor, SET_INTERFACE_FLAGS, ['lo', UP_AND_RUNNING].pack('a16sx22'))
      IO.for_fd(descriptor).close
    end

    # Makes this process the parent of every orphan among its descendants, so that `sweep` finds them.
    def adopt_orphans
      Sys.call(:prctl, SUBREAPER, 1, 0, 0, 0)
    end

    # Kills and reaps every child and orphan but `keep`; how many there were.
    def sweep(keep = nil)
      ended = []
      loop do
        ended |= reap(keep)
        left = descendants(keep)
        return ended.size if left.empty?

        left.each { |pid| kill(pid) }
        sleep ROUND
      end
    rescue Errno::ECHILD
      ended.size
    end

    def kill(pid)
      KILL.call(:KILL, pid)
    rescue SystemCallError
      nil # it has ended meanwhile
    end

    # The children that have ended. Raises `ECHILD` if there never were any.
    def reap(keep)
      return [WAIT.call(-1, Process::WNOHANG)].compact if keep.nil?

      (children(Process.pid) - [keep]).filter_map { |pid| WAIT.call(pid, Process::WNOHANG) }
    end

    def descendants(keep)
      level = children(Process.pid) - [keep]
      found = []
      until level.empty?
        found.concat(level)
        level = level.flat_map { |pid| children(pid) }
      end
      found
    end

    # The children of a process, from its own list where the kernel keeps one.
    def children(pid)
      tasks = Dir.children("/proc/#{pid}/task")
      tasks.flat_map { |task| File.read("/proc/#{pid}/task/#{task}/children").split.map(&:to_i) }
    rescue SystemCallError
      File.exist?("/proc/self/task/#{Process.pid}/children") ? [] : children_by_parent(pid)
    end

    def children_by_parent(parent)
      Dir.children('/proc').grep(/\A\d+\z/).filter_map do |name|
        fields = File.read("/proc/#{name}/stat").rpartition(')').last.split
        name.to_i if fields[1].to_i == parent
      rescue SystemCallError
        nil # it has ended meanwhile
      end
    end
  end
end

# A warm parent has them from the start; it loads the project, which must not notice.
MutscoreShim::View.use_capabilities(false) if MutscoreShim::Sys.available? && MutscoreShim::View.available?
