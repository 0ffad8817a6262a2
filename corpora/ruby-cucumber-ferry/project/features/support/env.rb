$LOAD_PATH.unshift(File.expand_path('../../lib', __dir__))

require 'minitest'
require 'minitest/assertions'
require 'ferry'

# Minitest counts its assertions in whatever it is mixed into.
module Checks
  include Minitest::Assertions

  attr_writer :assertions

  def assertions
    @assertions ||= 0
  end
end

World(Checks)
