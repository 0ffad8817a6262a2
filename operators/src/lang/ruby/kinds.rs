//! The node kinds and fields of tree-sitter-ruby that mutscore knows by name.

use crate::vocabulary::{Names, names};

/// Node kinds.
pub(crate) mod kind {
    use crate::vocabulary::FIRST;
    super::names! { FIRST;
        ALIAS = "alias",
        ARGUMENT_LIST = "argument_list",
        ARRAY = "array",
        ARRAY_PATTERN = "array_pattern",
        ASSIGNMENT = "assignment",
        AS_PATTERN = "as_pattern",
        BEGIN = "begin",
        BINARY = "binary",
        BLOCK = "block",
        BLOCK_ARGUMENT = "block_argument",
        BLOCK_BODY = "block_body",
        BLOCK_PARAMETER = "block_parameter",
        BLOCK_PARAMETERS = "block_parameters",
        BODY_STATEMENT = "body_statement",
        BREAK = "break",
        CALL = "call",
        CASE = "case",
        CASE_MATCH = "case_match",
        CHAINED_STRING = "chained_string",
        CHARACTER = "character",
        CLASS = "class",
        CLASS_VARIABLE = "class_variable",
        COMPLEX = "complex",
        CONDITIONAL = "conditional",
        CONSTANT = "constant",
        DELIMITED_SYMBOL = "delimited_symbol",
        DESTRUCTURED_LEFT = "destructured_left_assignment",
        DESTRUCTURED_PARAMETER = "destructured_parameter",
        DO = "do",
        DO_BLOCK = "do_block",
        ELEMENT_REFERENCE = "element_reference",
        ELSE = "else",
        ELSIF = "elsif",
        EMPTY_STATEMENT = "empty_statement",
        ENSURE = "ensure",
        EXCEPTIONS = "exceptions",
        EXCEPTION_VARIABLE = "exception_variable",
        FALSE = "false",
        FIND_PATTERN = "find_pattern",
        FLOAT = "float",
        FOR = "for",
        GLOBAL_VARIABLE = "global_variable",
        HASH = "hash",
        HASH_KEY_SYMBOL = "hash_key_symbol",
        HASH_SPLAT_PARAMETER = "hash_splat_parameter",
        HEREDOC_BEGINNING = "heredoc_beginning",
        HEREDOC_BODY = "heredoc_body",
        IDENTIFIER = "identifier",
        IF = "if",
        IF_MODIFIER = "if_modifier",
        IN = "in",
        INSTANCE_VARIABLE = "instance_variable",
        INTEGER = "integer",
        INTERPOLATION = "interpolation",
        IN_CLAUSE = "in_clause",
        KEYWORD_PARAMETER = "keyword_parameter",
        KEYWORD_PATTERN = "keyword_pattern",
        LAMBDA = "lambda",
        LAMBDA_PARAMETERS = "lambda_parameters",
        LEFT_ASSIGNMENT_LIST = "left_assignment_list",
        MATCH_PATTERN = "match_pattern",
        METHOD = "method",
        METHOD_PARAMETERS = "method_parameters",
        MODULE = "module",
        NEXT = "next",
        NIL = "nil",
        OPERATOR_ASSIGNMENT = "operator_assignment",
        OPTIONAL_PARAMETER = "optional_parameter",
        PAIR = "pair",
        PARENTHESIZED = "parenthesized_statements",
        PATTERN = "pattern",
        PROGRAM = "program",
        RANGE = "range",
        RATIONAL = "rational",
        REDO = "redo",
        REGEX = "regex",
        RESCUE = "rescue",
        RESCUE_MODIFIER = "rescue_modifier",
        REST_ASSIGNMENT = "rest_assignment",
        RETRY = "retry",
        RETURN = "return",
        SCOPE_RESOLUTION = "scope_resolution",
        SELF = "self",
        SETTER = "setter",
        SIMPLE_SYMBOL = "simple_symbol",
        SINGLETON_CLASS = "singleton_class",
        SINGLETON_METHOD = "singleton_method",
        SPLAT_PARAMETER = "splat_parameter",
        STRING = "string",
        STRING_ARRAY = "string_array",
        SUBSHELL = "subshell",
        SUPER = "super",
        SUPERCLASS = "superclass",
        SYMBOL_ARRAY = "symbol_array",
        TEST_PATTERN = "test_pattern",
        THEN = "then",
        TRUE = "true",
        UNARY = "unary",
        UNDEF = "undef",
        UNLESS = "unless",
        UNLESS_MODIFIER = "unless_modifier",
        UNTIL = "until",
        UNTIL_MODIFIER = "until_modifier",
        WHEN = "when",
        WHILE = "while",
        WHILE_MODIFIER = "while_modifier",
        YIELD = "yield",
    }
}

/// Fields.
pub(crate) mod field {
    super::names! { 1;
        ALTERNATIVE = "alternative",
        ARGUMENTS = "arguments",
        BEGIN = "begin",
        BLOCK = "block",
        BODY = "body",
        CONDITION = "condition",
        CONSEQUENCE = "consequence",
        END = "end",
        KEY = "key",
        LEFT = "left",
        METHOD = "method",
        NAME = "name",
        OBJECT = "object",
        OPERAND = "operand",
        OPERATOR = "operator",
        PATTERN = "pattern",
        RECEIVER = "receiver",
        RIGHT = "right",
        VALUE = "value",
    }
}

/// What is in the tree but no part of the program.
const TRIVIA: &[&str] = &["comment"];

/// Kinds of nodes with the tokens with which they begin and end (empty where that is not always the same one), as the
/// grammar's rules say.
const ENDS: &[(&str, &str, &str)] = &[
    ("array", "[", "]"),
    ("block", "{", "}"),
    ("block_argument", "&", ""),
    ("block_parameters", "|", "|"),
    ("class", "class", "end"),
    ("do_block", "do", "end"),
    ("else", "else", ""),
    ("elsif", "elsif", ""),
    ("hash", "{", "}"),
    ("if", "if", "end"),
    ("method", "def", ""),
    ("module", "module", "end"),
    ("parenthesized_statements", "(", ")"),
    ("rescue", "rescue", ""),
    ("return", "return", ""),
    ("singleton_method", "def", ""),
    ("splat_argument", "*", ""),
    ("superclass", "<", ""),
    ("unless", "unless", "end"),
    ("when", "when", ""),
    ("yield", "yield", ""),
];

/// All that the vocabulary is made of.
pub(super) const KNOWN: Names = Names {
    kinds: kind::NAMES,
    fields: field::NAMES,
    trivia: TRIVIA,
    ends: ENDS,
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_in_the_grammar() {
        let grammar: tree_sitter::Language = tree_sitter_ruby::LANGUAGE.into();
        let ends = ENDS.iter().map(|(kind, ..)| kind);
        for name in kind::NAMES.iter().chain(TRIVIA).chain(ends) {
            assert_ne!(grammar.id_for_node_kind(name, true), 0, "{name}");
        }
        for name in field::NAMES {
            assert!(grammar.field_id_for_name(name).is_some(), "{name}");
        }
    }
}
