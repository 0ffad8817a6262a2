//! The node kinds and fields of tree-sitter-go that mutscore knows by name.

use crate::vocabulary::{Names, names};

/// Node kinds.
pub(crate) mod kind {
    use crate::vocabulary::FIRST;
    super::names! { FIRST;
        ARGUMENT_LIST = "argument_list",
        ARRAY_TYPE = "array_type",
        ASSIGNMENT = "assignment_statement",
        BINARY = "binary_expression",
        BLOCK = "block",
        BREAK = "break_statement",
        CALL = "call_expression",
        CHANNEL_TYPE = "channel_type",
        COMMUNICATION_CASE = "communication_case",
        COMPOSITE = "composite_literal",
        CONST_DECLARATION = "const_declaration",
        CONST_SPEC = "const_spec",
        CONTINUE = "continue_statement",
        CONVERSION = "type_conversion_expression",
        DEC = "dec_statement",
        DEFAULT_CASE = "default_case",
        DEFER = "defer_statement",
        EXPRESSION_CASE = "expression_case",
        EXPRESSION_LIST = "expression_list",
        EXPRESSION_STATEMENT = "expression_statement",
        EXPRESSION_SWITCH = "expression_switch_statement",
        FALLTHROUGH = "fallthrough_statement",
        FALSE = "false",
        FIELD_DECLARATION = "field_declaration",
        FLOAT = "float_literal",
        FOR = "for_statement",
        FOR_CLAUSE = "for_clause",
        FUNCTION = "function_declaration",
        FUNCTION_TYPE = "function_type",
        FUNC_LITERAL = "func_literal",
        GENERIC_TYPE = "generic_type",
        GO = "go_statement",
        GOTO = "goto_statement",
        IDENTIFIER = "identifier",
        IF = "if_statement",
        IMAGINARY = "imaginary_literal",
        IMPLICIT_ARRAY_TYPE = "implicit_length_array_type",
        IMPORT = "import_declaration",
        IMPORT_SPEC = "import_spec",
        INC = "inc_statement",
        INDEX = "index_expression",
        INTEGER = "int_literal",
        INTERFACE_TYPE = "interface_type",
        IOTA = "iota",
        LABELED = "labeled_statement",
        LITERAL_ELEMENT = "literal_element",
        LITERAL_VALUE = "literal_value",
        MAP_TYPE = "map_type",
        METHOD = "method_declaration",
        NIL = "nil",
        PACKAGE = "package_clause",
        PACKAGE_IDENTIFIER = "package_identifier",
        PARAMETER = "parameter_declaration",
        PARAMETER_LIST = "parameter_list",
        PARENTHESIZED = "parenthesized_expression",
        PARENTHESIZED_TYPE = "parenthesized_type",
        POINTER_TYPE = "pointer_type",
        QUALIFIED_TYPE = "qualified_type",
        RANGE_CLAUSE = "range_clause",
        RAW_STRING = "raw_string_literal",
        RECEIVE = "receive_statement",
        RETURN = "return_statement",
        RUNE = "rune_literal",
        SELECT = "select_statement",
        SELECTOR = "selector_expression",
        SHORT_VAR = "short_var_declaration",
        SLICE = "slice_expression",
        SLICE_TYPE = "slice_type",
        SOURCE_FILE = "source_file",
        STATEMENT_LIST = "statement_list",
        STRING = "interpreted_string_literal",
        STRUCT_TYPE = "struct_type",
        TRUE = "true",
        TYPE_ARGUMENTS = "type_arguments",
        TYPE_ASSERTION = "type_assertion_expression",
        TYPE_CASE = "type_case",
        TYPE_DECLARATION = "type_declaration",
        TYPE_IDENTIFIER = "type_identifier",
        TYPE_PARAMETER_LIST = "type_parameter_list",
        TYPE_SPEC = "type_spec",
        TYPE_SWITCH = "type_switch_statement",
        UNARY = "unary_expression",
        VARIADIC_PARAMETER = "variadic_parameter_declaration",
        VAR_DECLARATION = "var_declaration",
        VAR_SPEC = "var_spec",
    }
}

/// Fields.
pub(crate) mod field {
    super::names! { 1;
        ALIAS = "alias",
        ALTERNATIVE = "alternative",
        BODY = "body",
        COMMUNICATION = "communication",
        CONDITION = "condition",
        CONSEQUENCE = "consequence",
        ELEMENT = "element",
        FIELD = "field",
        FUNCTION = "function",
        INDEX = "index",
        KEY = "key",
        LEFT = "left",
        NAME = "name",
        OPERAND = "operand",
        OPERATOR = "operator",
        PARAMETERS = "parameters",
        PATH = "path",
        RECEIVER = "receiver",
        RESULT = "result",
        RIGHT = "right",
        TYPE = "type",
        UPDATE = "update",
        VALUE = "value",
    }
}

/// What is in the tree but no part of the program: comments, and the semicolon that stands for no statement.
const TRIVIA: &[&str] = &["comment", "empty_statement"];

/// Kinds of nodes with the tokens with which they begin and end (empty where that is not always the same one), as the
/// grammar's rules say.
const ENDS: &[(&str, &str, &str)] = &[
    ("argument_list", "(", ")"),
    ("array_type", "[", ""),
    ("block", "{", "}"),
    ("const_declaration", "const", ""),
    ("defer_statement", "defer", ""),
    ("expression_case", "case", ""),
    ("field_declaration_list", "{", "}"),
    ("for_statement", "for", ""),
    ("func_literal", "func", ""),
    ("function_declaration", "func", ""),
    ("function_type", "func", ""),
    ("if_statement", "if", ""),
    ("index_expression", "", "]"),
    ("literal_value", "{", "}"),
    ("map_type", "map", ""),
    ("method_declaration", "func", ""),
    ("parameter_list", "(", ")"),
    ("parenthesized_expression", "(", ")"),
    ("pointer_type", "*", ""),
    ("return_statement", "return", ""),
    ("slice_expression", "", "]"),
    ("slice_type", "[", ""),
    ("struct_type", "struct", ""),
    ("type_declaration", "type", ""),
    ("var_declaration", "var", ""),
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
        let grammar: tree_sitter::Language = tree_sitter_go::LANGUAGE.into();
        let ends = ENDS.iter().map(|(kind, ..)| kind);
        for name in kind::NAMES.iter().chain(TRIVIA).chain(ends) {
            assert_ne!(grammar.id_for_node_kind(name, true), 0, "{name}");
        }
        for name in field::NAMES {
            assert!(grammar.field_id_for_name(name).is_some(), "{name}");
        }
    }
}
