//! The node kinds and fields of tree-sitter-java that mutscore knows by name.

use crate::vocabulary::{Names, names};

/// Node kinds.
pub(crate) mod kind {
    use crate::vocabulary::FIRST;
    super::names! { FIRST;
        ANNOTATION = "annotation",
        ANNOTATION_ELEMENT = "annotation_type_element_declaration",
        ANNOTATION_TYPE = "annotation_type_declaration",
        ANNOTATION_TYPE_BODY = "annotation_type_body",
        ARGUMENT_LIST = "argument_list",
        ARRAY_ACCESS = "array_access",
        ARRAY_INITIALIZER = "array_initializer",
        ARRAY_TYPE = "array_type",
        ASSERT = "assert_statement",
        ASSIGNMENT = "assignment_expression",
        BINARY = "binary_expression",
        BINARY_INTEGER = "binary_integer_literal",
        BLOCK = "block",
        BOOLEAN_TYPE = "boolean_type",
        BREAK = "break_statement",
        CAST = "cast_expression",
        CATCH_CLAUSE = "catch_clause",
        CATCH_PARAMETER = "catch_formal_parameter",
        CATCH_TYPE = "catch_type",
        CHARACTER = "character_literal",
        CLASS = "class_declaration",
        CLASS_BODY = "class_body",
        COMPACT_CONSTRUCTOR = "compact_constructor_declaration",
        CONSTANT = "constant_declaration",
        CONSTRUCTOR = "constructor_declaration",
        CONSTRUCTOR_BODY = "constructor_body",
        CONTINUE = "continue_statement",
        DECIMAL_FLOAT = "decimal_floating_point_literal",
        DECIMAL_INTEGER = "decimal_integer_literal",
        DIMENSIONS_EXPR = "dimensions_expr",
        DO = "do_statement",
        ENHANCED_FOR = "enhanced_for_statement",
        ENUM = "enum_declaration",
        ENUM_BODY_DECLARATIONS = "enum_body_declarations",
        ENUM_CONSTANT = "enum_constant",
        EXPLICIT_CONSTRUCTOR = "explicit_constructor_invocation",
        EXPRESSION_STATEMENT = "expression_statement",
        FALSE = "false",
        FIELD = "field_declaration",
        FIELD_ACCESS = "field_access",
        FINALLY = "finally_clause",
        FLOATING_TYPE = "floating_point_type",
        FOR = "for_statement",
        FORMAL_PARAMETER = "formal_parameter",
        GENERIC_TYPE = "generic_type",
        GUARD = "guard",
        HEX_FLOAT = "hex_floating_point_literal",
        HEX_INTEGER = "hex_integer_literal",
        IDENTIFIER = "identifier",
        IF = "if_statement",
        IMPORT = "import_declaration",
        INSTANCEOF = "instanceof_expression",
        INTEGRAL_TYPE = "integral_type",
        INTERFACE = "interface_declaration",
        INTERFACE_BODY = "interface_body",
        LABELED = "labeled_statement",
        LAMBDA = "lambda_expression",
        LOCAL_VARIABLE = "local_variable_declaration",
        MARKER_ANNOTATION = "marker_annotation",
        METHOD = "method_declaration",
        METHOD_CALL = "method_invocation",
        METHOD_REFERENCE = "method_reference",
        MODIFIERS = "modifiers",
        MODULE = "module_declaration",
        NULL = "null_literal",
        OBJECT_CREATION = "object_creation_expression",
        OCTAL_INTEGER = "octal_integer_literal",
        PACKAGE = "package_declaration",
        PARENTHESIZED = "parenthesized_expression",
        PATTERN = "pattern",
        PROGRAM = "program",
        RECORD = "record_declaration",
        RESOURCE = "resource",
        RETURN = "return_statement",
        SCOPED_TYPE = "scoped_type_identifier",
        SPREAD_PARAMETER = "spread_parameter",
        STRING = "string_literal",
        STRING_INTERPOLATION = "string_interpolation",
        SUPER = "super",
        SWITCH = "switch_expression",
        SWITCH_GROUP = "switch_block_statement_group",
        SWITCH_LABEL = "switch_label",
        SWITCH_RULE = "switch_rule",
        TERNARY = "ternary_expression",
        THIS = "this",
        THROW = "throw_statement",
        THROWS = "throws",
        TRUE = "true",
        TRY = "try_statement",
        TRY_WITH_RESOURCES = "try_with_resources_statement",
        TYPE_ARGUMENTS = "type_arguments",
        TYPE_IDENTIFIER = "type_identifier",
        TYPE_PARAMETERS = "type_parameters",
        UNARY = "unary_expression",
        UPDATE = "update_expression",
        VARIABLE_DECLARATOR = "variable_declarator",
        VOID_TYPE = "void_type",
        WHILE = "while_statement",
        YIELD = "yield_statement",
    }
}

/// Fields.
pub(crate) mod field {
    super::names! { 1;
        ALTERNATIVE = "alternative",
        ARGUMENTS = "arguments",
        ARRAY = "array",
        BODY = "body",
        CONDITION = "condition",
        CONSEQUENCE = "consequence",
        DECLARATOR = "declarator",
        DIMENSIONS = "dimensions",
        ELEMENT = "element",
        FIELD = "field",
        LEFT = "left",
        NAME = "name",
        OBJECT = "object",
        OPERAND = "operand",
        OPERATOR = "operator",
        PARAMETERS = "parameters",
        PATTERN = "pattern",
        RIGHT = "right",
        TYPE = "type",
        UPDATE = "update",
        VALUE = "value",
    }
}

/// What is in the tree but no part of the program.
const TRIVIA: &[&str] = &["line_comment", "block_comment"];

/// Kinds of nodes with the tokens with which they begin and end (empty where that is not always the same one), as the
/// grammar's rules say.
const ENDS: &[(&str, &str, &str)] = &[
    ("annotation", "@", ""),
    ("annotation_argument_list", "(", ")"),
    ("argument_list", "(", ")"),
    ("array_access", "", "]"),
    ("array_creation_expression", "new", ""),
    ("array_initializer", "{", "}"),
    ("block", "{", "}"),
    ("cast_expression", "(", ""),
    ("catch_clause", "catch", ""),
    ("class_body", "{", "}"),
    ("constructor_body", "{", "}"),
    ("enhanced_for_statement", "for", ""),
    ("expression_statement", "", ";"),
    ("field_declaration", "", ";"),
    ("for_statement", "for", ""),
    ("formal_parameters", "(", ")"),
    ("if_statement", "if", ""),
    ("local_variable_declaration", "", ";"),
    ("marker_annotation", "@", ""),
    ("parenthesized_expression", "(", ")"),
    ("return_statement", "return", ";"),
    ("super_interfaces", "implements", ""),
    ("superclass", "extends", ""),
    ("switch_block", "{", "}"),
    ("throw_statement", "throw", ";"),
    ("throws", "throws", ""),
    ("try_statement", "try", ""),
    ("type_arguments", "<", ">"),
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
        let grammar: tree_sitter::Language = tree_sitter_java::LANGUAGE.into();
        let ends = ENDS.iter().map(|(kind, ..)| kind);
        for name in kind::NAMES.iter().chain(TRIVIA).chain(ends) {
            assert_ne!(grammar.id_for_node_kind(name, true), 0, "{name}");
        }
        for name in field::NAMES {
            assert!(grammar.field_id_for_name(name).is_some(), "{name}");
        }
    }
}
