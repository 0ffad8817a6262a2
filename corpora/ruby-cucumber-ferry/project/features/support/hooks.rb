# The printer's folder is made for the scenarios that print, and taken away again.
require 'tmpdir'
require 'fileutils'

Before('@prints') do
  @printer = Dir.mktmpdir('printer')
end

After('@prints') do
  FileUtils.remove_entry(@printer)
end
