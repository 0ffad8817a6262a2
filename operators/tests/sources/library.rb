# frozen_string_literal: true

require "set"
require_relative "shelf"

# Lends books: one file with most of what Ruby code looks like.
module Library
  DAYS = 21
  FEES = { child: 0, adult: 15, "staff" => 5 }.freeze

  class OverdueError < StandardError; end

  # One copy of a book.
  Copy = Struct.new(:title, :pages, :due) do
    def overdue?(today)
      due && due < today
    end
  end

  class Desk
    include Comparable
    attr_reader :loans, :member

    validates :member, presence: true

    scope_of :recent, -> { sort_by { |loan| -loan.pages }.first(10) }

    def initialize(member, limit: 3, &notify)
      @member = member
      @limit = limit
      @notify = notify || proc { |text| text }
      @loans = []
      @log = Logger.new($stderr)
      greet(member) if member.new?
    end

    def self.open(member, **options)
      desk = new(member, **options)
      desk.check! unless options[:quick]
      desk
    end

    class << self
      def default_limit = 3

      def reset!
        @cache&.clear
        @cache = nil
      end
    end

    def limit=(value)
      raise ArgumentError, "limit #{value} is below 1" if value < 1

      @limit = value
      refresh
    end

    def <=>(other)
      loans.size <=> other.loans.size
    end

    def lend(copy, today = Date.today)
      return false if loans.size >= @limit || member.blocked?

      copy.due = today + DAYS
      @loans << copy
      @log.info("lent #{copy.title}")
      @notify.call("lent " + copy.title)
      true
    end

    def give_back(copy, today)
      late = today - copy.due
      if late > 0
        charge(late * rate, "late")
      elsif late.zero? and not member.child?
        remind copy
      else
        thank(member)
      end
      loans.delete(copy)
    ensure
      refresh
    end

    def rate
      case member.kind
      when :child then 0
      when :adult, :guest then FEES[:adult]
      when /staff/i
        FEES["staff"] / 2
      else
        raise OverdueError, "unknown kind"
      end
    end

    def size_of(copy)
      case
      when copy.pages < 100, copy.title == "Map" then "small"
      when copy.pages <= 400 then 'medium'
      else %q(large)
      end
    end

    def shelf_for(copy)
      case copy
      in { title: String => title, pages: 0..99 } if title != ""
        title[0].upcase
      in [first, *]
        first
      else nil
      end
    end

    def pages(weight = 1.0)
      total = 0
      loans.each do |copy|
        next if copy.pages.nil?

        total += copy.pages * 2
        total -= 1 unless copy.title =~ /\Amap/
      end
      total *= 0.5 if weight > 1.5 && !loans.empty?
      total
    end

    def overdue(today)
      loans.select { |copy| copy.overdue?(today) }
    end

    def fine(today)
      overdue(today).sum { |copy| (today - copy.due).to_i } * rate
    rescue NoMethodError, TypeError => error
      report(error)
      -1
    end

    def each_title
      return enum_for(:each_title) unless block_given?

      loans.each { |copy| yield copy.title }
    end

    def flags
      mask = 1 << loans.size
      mask |= 0x0F if member.staff?
      mask & ~READ
    end

    def label
      name = member.name.strip
      name = "nobody" if name == ""
      parts = [name, "#{loans.size} of #{@limit}", :open]
      parts.join(", ")
    end

    def retrying(times)
      tries = 0
      begin
        tries += 1
        connect(tries, wait: tries ** 2)
      rescue IOError
        retry if tries < times
        @failed ||= tries
      end
      until @queue.empty?
        handle(@queue.shift)
      end
      count = times
      count -= 1 while count > 3
      count % 2 == 1 ? count : -count
    end

    def summary
      first, *others = loans
      { first: first&.title, others: others.map(&:title), empty: others.none? || first.nil? }
    end

    def find(title)
      loans.find { |copy| copy.title == title } or search title, deep: true
    end

    def to_s
      "Desk of #{member.name || 'nobody'}"
    end

    private

    def charge(amount, reason)
      member.account.book(-amount, "fee: #{reason}") if amount > 0.0
      refresh; @charged = true
    end

    def largest(one, other)
      one > other ? one : other
    end

    def empty? = loans.empty?

    def nothing; [] end
  end
end
