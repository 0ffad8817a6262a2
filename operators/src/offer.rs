//! What a language offers to the operators of the extended set.
//!
//! The operators of the default set ask for roles and decide themselves what becomes of a node. Most of the extended
//! set is about single constructs of a language (a `finally`, a decorator, `&.`), where only the language knows what
//! may go and what must be left. So there the language makes the change, under the heading of a [`Feature`], and the
//! operator of that heading takes it. Nothing is offered unless a chosen operator asks.

/// The headings, one for each operator that lives from offers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Feature {
    /// What a for-each loop runs over becomes empty.
    Iterated,
    /// A for-each loop ends after its first turn.
    LoopEnd,
    /// A `break` becomes a `continue`, or the other way round.
    Jump,
    /// An assignment that outlives the function goes.
    Assignment,
    /// An assigned value becomes null.
    AssignedValue,
    /// A string that is a key changes.
    Key,
    /// A symbol becomes another one.
    Symbol,
    /// A character becomes the one with number zero.
    Character,
    /// A string with code inside becomes empty.
    Interpolated,
    /// A concatenation loses a side.
    Concatenation,
    /// A missing error becomes one.
    MissingError,
    /// A collection literal becomes empty.
    Collection,
    /// A collection literal loses an element.
    Element,
    /// A call becomes a plain value of its type, or its receiver, or its argument.
    ValueCall,
    /// A constructed object becomes null.
    Constructed,
    /// A raised exception is not raised.
    Throw,
    /// A handler does nothing.
    Handler,
    /// A handler catches one type less.
    CaughtType,
    /// What is done at last is not done.
    Finally,
    /// A case of several goes.
    Case,
    /// The case for all the rest goes.
    DefaultCase,
    /// A call that is put off does not happen.
    Deferred,
    /// A call that runs beside the function is waited for.
    Concurrent,
    /// An access that null is safe from is not safe any more.
    SafeAccess,
    /// A value with a fallback is used without, or only the fallback.
    Fallback,
    /// The operands of a three-way comparison change places.
    ThreeWay,
    /// A value is not converted.
    Cast,
    /// A range gains or loses its last element.
    RangeEdge,
    /// A pattern loses an anchor or a flag.
    Pattern,
    /// A function's name becomes that of its counterpart.
    Selector,
    /// A closure gives back nothing.
    ClosureBody,
    /// A call that adds to a class while it is read goes.
    Macro,
    /// A decorator goes.
    Decorator,
    /// A call of the base class's method goes.
    SuperCall,
    /// A call that only tells or frees something goes.
    AridCall,
}

/// What a literal outside of all functions belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LoadTime {
    /// The value of a constant or field.
    Declaration,
    /// The default value of a parameter.
    DefaultValue,
}
