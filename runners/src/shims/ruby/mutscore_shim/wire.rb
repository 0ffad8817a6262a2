# Frames between the engine and a shim process.
#
# A frame is a little-endian u32 with the length of a JSON text, the text, and then the raw blobs whose lengths the
# text lists under "blobs". One socket has one reader at a time: a process that forks a server for a while does not
# read until that server has ended.
#
# Project code shares this process and may replace what it likes of JSON: what is written here is written without it,
# and what reads was fetched before.

module MutscoreShim
  module Wire
    # The engine is gone. Not a StandardError: no handler of a project is to stop it.
    class Closed < Exception; end # rubocop:disable Lint/InheritException

    PARSE = JSON.method(:parse)
    WRITE = IO.instance_method(:syswrite)
    READ = IO.instance_method(:sysread)
    ESCAPES = { '"' => '\\"', '\\' => '\\\\', "\n" => '\\n', "\t" => '\\t', "\r" => '\\r' }.freeze

    module_function

    # An unbuffered end of a socket, or of a pipe that is written to. One for a descriptor: it closes it.
    def socket(descriptor, mode = 'r+b')
      io = IO.for_fd(descriptor, mode)
      io.sync = true
      io
    end

    # The next frame: the decoded header and its blobs.
    def receive(io)
      length = read(io, 4).unpack1('L<')
      header = PARSE.call(read(io, length).force_encoding('UTF-8'))
      [header, (header['blobs'] || []).map { |size| read(io, size) }]
    end

    # Sends a frame without blobs; the engine needs none back.
    def send(io, header)
      text = encode(header)
      write_all(io, [text.bytesize].pack('L<') + text.b)
    end

    def write_all(io, data)
      written = WRITE.bind_call(io, data)
      written += WRITE.bind_call(io, data.byteslice(written..)) while written < data.bytesize
    rescue Errno::EPIPE, Errno::ECONNRESET
      raise Closed
    end

    # JSON of plain values, always one line of valid UTF-8.
    def encode(value)
      case value
      when nil then 'null'
      when true, false, Integer then value.to_s
      when Float then value.finite? ? value.to_s : 'null'
      when Array then "[#{value.map { |item| encode(item) }.join(',')}]"
      when Hash then "{#{value.map { |key, item| "#{quote(key.to_s)}:#{encode(item)}" }.join(',')}}"
      else quote(value.to_s)
      end
    end

    def quote(text)
      clean = text.encoding == Encoding::UTF_8 ? text : recode(text)
      clean = clean.scrub { "\uFFFD" } unless clean.valid_encoding?
      escaped = clean.gsub(/["\\\u0000-\u001f\u2028\u2029]/) { |char| ESCAPES[char] || format('\\u%04x', char.ord) }
      %("#{escaped}")
    end

    def recode(text)
      return text.dup.force_encoding('UTF-8') if text.encoding == Encoding::BINARY

      text.encode('UTF-8', invalid: :replace, undef: :replace)
    end

    def read(io, size)
      data = String.new(capacity: size, encoding: 'BINARY')
      data << READ.bind_call(io, [size - data.bytesize, 1 << 20].min) while data.bytesize < size
      data
    rescue EOFError, Errno::ECONNRESET
      raise Closed
    end
  end
end
