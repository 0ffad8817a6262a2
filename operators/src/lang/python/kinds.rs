//! The node kinds and fields of tree-sitter-python that mutscore knows by name.

use crate::vocabulary::{Names, names};

/// Node kinds.
pub(crate) mod kind {
    use crate::vocabulary::FIRST;
    super::names! { FIRST;
        ARGUMENT_LIST = "argument_list",
        ASSERT = "assert_statement",
        ASSIGNMENT = "assignment",
        AS_PATTERN = "as_pattern",
        ATTRIBUTE = "attribute",
        AUGMENTED_ASSIGNMENT = "augmented_assignment",
        AWAIT = "await",
        BINARY = "binary_operator",
        BLOCK = "block",
        BOOLEAN = "boolean_operator",
        BREAK = "break_statement",
        CALL = "call",
        CASE_CLAUSE = "case_clause",
        CASE_PATTERN = "case_pattern",
        CLASS = "class_definition",
        COMPARISON = "comparison_operator",
        CONCATENATED_STRING = "concatenated_string",
        CONDITIONAL = "conditional_expression",
        CONTINUE = "continue_statement",
        DECORATED = "decorated_definition",
        DECORATOR = "decorator",
        DEFAULT_PARAMETER = "default_parameter",
        DICTIONARY = "dictionary",
        DICTIONARY_COMPREHENSION = "dictionary_comprehension",
        DICTIONARY_SPLAT = "dictionary_splat",
        ELIF = "elif_clause",
        EXCEPT = "except_clause",
        EXEC = "exec_statement",
        EXPRESSION_STATEMENT = "expression_statement",
        FALSE = "false",
        FINALLY = "finally_clause",
        FLOAT = "float",
        FOR = "for_statement",
        FUNCTION = "function_definition",
        FUTURE_IMPORT = "future_import_statement",
        GENERATOR = "generator_expression",
        GLOBAL = "global_statement",
        IDENTIFIER = "identifier",
        IF = "if_statement",
        IF_CLAUSE = "if_clause",
        IMPORT = "import_statement",
        IMPORT_FROM = "import_from_statement",
        INTEGER = "integer",
        INTERPOLATION = "interpolation",
        KEYWORD_ARGUMENT = "keyword_argument",
        LAMBDA = "lambda",
        LAMBDA_PARAMETERS = "lambda_parameters",
        LIST = "list",
        LIST_COMPREHENSION = "list_comprehension",
        LIST_SPLAT = "list_splat",
        MATCH = "match_statement",
        MODULE = "module",
        NAMED_EXPRESSION = "named_expression",
        NONE = "none",
        NONLOCAL = "nonlocal_statement",
        NOT = "not_operator",
        PAIR = "pair",
        PARAMETERS = "parameters",
        PARENTHESIZED = "parenthesized_expression",
        PASS = "pass_statement",
        PRINT = "print_statement",
        RAISE = "raise_statement",
        RETURN = "return_statement",
        SET = "set",
        SET_COMPREHENSION = "set_comprehension",
        STRING = "string",
        SUBSCRIPT = "subscript",
        TRUE = "true",
        TUPLE = "tuple",
        TYPE = "type",
        TYPED_DEFAULT_PARAMETER = "typed_default_parameter",
        TYPED_PARAMETER = "typed_parameter",
        TYPE_ALIAS = "type_alias_statement",
        UNARY = "unary_operator",
        WHILE = "while_statement",
        YIELD = "yield",
    }
}

/// Fields.
pub(crate) mod field {
    super::names! { 1;
        ALTERNATIVE = "alternative",
        ARGUMENT = "argument",
        ARGUMENTS = "arguments",
        ATTRIBUTE = "attribute",
        BODY = "body",
        CONDITION = "condition",
        CONSEQUENCE = "consequence",
        FUNCTION = "function",
        GUARD = "guard",
        KEY = "key",
        LEFT = "left",
        NAME = "name",
        OBJECT = "object",
        OPERATOR = "operator",
        OPERATORS = "operators",
        RETURN_TYPE = "return_type",
        RIGHT = "right",
        TYPE = "type",
        VALUE = "value",
    }
}

/// What is in the tree but no part of the program.
const TRIVIA: &[&str] = &["comment", "line_continuation"];

/// Kinds of nodes with the tokens with which they begin and end (empty where that is not always the same one), as the
/// grammar's rules say.
const ENDS: &[(&str, &str, &str)] = &[
    ("argument_list", "(", ")"),
    ("assert_statement", "assert", ""),
    ("class_definition", "class", ""),
    ("dictionary", "{", "}"),
    ("elif_clause", "elif", ""),
    ("else_clause", "else", ""),
    ("except_clause", "except", ""),
    ("if_clause", "if", ""),
    ("if_statement", "if", ""),
    ("list", "[", "]"),
    ("list_comprehension", "[", "]"),
    ("not_operator", "not", ""),
    ("parameters", "(", ")"),
    ("parenthesized_expression", "(", ")"),
    ("raise_statement", "raise", ""),
    ("return_statement", "return", ""),
    ("subscript", "", "]"),
    ("try_statement", "try", ""),
    ("tuple", "(", ")"),
    ("while_statement", "while", ""),
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
        let grammar: tree_sitter::Language = tree_sitter_python::LANGUAGE.into();
        let ends = ENDS.iter().map(|(kind, ..)| kind);
        for name in kind::NAMES.iter().chain(TRIVIA).chain(ends) {
            assert_ne!(grammar.id_for_node_kind(name, true), 0, "{name}");
        }
        for name in field::NAMES {
            assert!(grammar.field_id_for_name(name).is_some(), "{name}");
        }
    }
}
