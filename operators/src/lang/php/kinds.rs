//! The node kinds and fields of tree-sitter-php that mutscore knows by name.

use crate::vocabulary::{Names, names};

/// Node kinds.
pub(crate) mod kind {
    use crate::vocabulary::FIRST;
    super::names! { FIRST;
        ABSTRACT_MODIFIER = "abstract_modifier",
        ANONYMOUS_CLASS = "anonymous_class",
        ANONYMOUS_FUNCTION = "anonymous_function",
        ARGUMENT = "argument",
        ARRAY = "array_creation_expression",
        ARRAY_ELEMENT = "array_element_initializer",
        ARROW_FUNCTION = "arrow_function",
        ASSIGNMENT = "assignment_expression",
        ATTRIBUTE_LIST = "attribute_list",
        AUGMENTED_ASSIGNMENT = "augmented_assignment_expression",
        BINARY = "binary_expression",
        BOOLEAN = "boolean",
        BOTTOM_TYPE = "bottom_type",
        BREAK = "break_statement",
        CASE = "case_statement",
        CAST = "cast_expression",
        CAST_TYPE = "cast_type",
        CATCH = "catch_clause",
        CLASS = "class_declaration",
        CLASS_CONSTANT_ACCESS = "class_constant_access_expression",
        CLONE = "clone_expression",
        COLON_BLOCK = "colon_block",
        COMPOUND = "compound_statement",
        CONDITIONAL = "conditional_expression",
        CONST_DECLARATION = "const_declaration",
        CONST_ELEMENT = "const_element",
        CONTINUE = "continue_statement",
        DECLARATION_LIST = "declaration_list",
        DECLARE = "declare_statement",
        DECLARE_DIRECTIVE = "declare_directive",
        DEFAULT = "default_statement",
        DNF_TYPE = "disjunctive_normal_form_type",
        DO = "do_statement",
        DYNAMIC_VARIABLE = "dynamic_variable_name",
        ECHO = "echo_statement",
        ELSE_IF = "else_if_clause",
        EMPTY = "empty_statement",
        ENCAPSED_STRING = "encapsed_string",
        ENUM = "enum_declaration",
        ENUM_CASE = "enum_case",
        ENUM_DECLARATION_LIST = "enum_declaration_list",
        ERROR_SUPPRESSION = "error_suppression_expression",
        ESCAPE_SEQUENCE = "escape_sequence",
        EXIT = "exit_statement",
        EXPRESSION_STATEMENT = "expression_statement",
        FINALLY = "finally_clause",
        FINAL_MODIFIER = "final_modifier",
        FLOAT = "float",
        FOR = "for_statement",
        FOREACH = "foreach_statement",
        FORMAL_PARAMETERS = "formal_parameters",
        FUNCTION = "function_definition",
        FUNCTION_CALL = "function_call_expression",
        GLOBAL = "global_declaration",
        GOTO = "goto_statement",
        HEREDOC = "heredoc",
        IF = "if_statement",
        INCLUDE = "include_expression",
        INCLUDE_ONCE = "include_once_expression",
        INTEGER = "integer",
        INTERFACE = "interface_declaration",
        INTERSECTION_TYPE = "intersection_type",
        LIST_LITERAL = "list_literal",
        MATCH = "match_expression",
        MATCH_ARM = "match_conditional_expression",
        MATCH_CONDITION_LIST = "match_condition_list",
        MATCH_DEFAULT = "match_default_expression",
        MEMBER_ACCESS = "member_access_expression",
        MEMBER_CALL = "member_call_expression",
        METHOD = "method_declaration",
        NAME = "name",
        NAMED_TYPE = "named_type",
        NAMESPACE = "namespace_definition",
        NAMESPACE_NAME = "namespace_name",
        NAMESPACE_USE = "namespace_use_declaration",
        NOWDOC = "nowdoc",
        NULL = "null",
        NULLSAFE_MEMBER_ACCESS = "nullsafe_member_access_expression",
        NULLSAFE_MEMBER_CALL = "nullsafe_member_call_expression",
        OBJECT_CREATION = "object_creation_expression",
        OPTIONAL_TYPE = "optional_type",
        PAIR = "pair",
        PARENTHESIZED = "parenthesized_expression",
        PHP_TAG = "php_tag",
        PRIMITIVE_TYPE = "primitive_type",
        PRINT = "print_intrinsic",
        PROGRAM = "program",
        PROMOTED_PARAMETER = "property_promotion_parameter",
        PROPERTY_DECLARATION = "property_declaration",
        PROPERTY_ELEMENT = "property_element",
        PROPERTY_HOOK = "property_hook",
        QUALIFIED_NAME = "qualified_name",
        READONLY_MODIFIER = "readonly_modifier",
        REFERENCE_ASSIGNMENT = "reference_assignment_expression",
        RELATIVE_NAME = "relative_name",
        RELATIVE_SCOPE = "relative_scope",
        REQUIRE = "require_expression",
        REQUIRE_ONCE = "require_once_expression",
        RETURN = "return_statement",
        SCOPED_CALL = "scoped_call_expression",
        SCOPED_PROPERTY = "scoped_property_access_expression",
        SEQUENCE = "sequence_expression",
        SHELL_COMMAND = "shell_command_expression",
        SIMPLE_PARAMETER = "simple_parameter",
        STATIC_DECLARATION = "function_static_declaration",
        STATIC_MODIFIER = "static_modifier",
        STATIC_VARIABLE = "static_variable_declaration",
        STRING = "string",
        STRING_CONTENT = "string_content",
        SUBSCRIPT = "subscript_expression",
        SWITCH = "switch_statement",
        TEXT = "text",
        THROW = "throw_expression",
        TRAIT = "trait_declaration",
        TRY = "try_statement",
        TYPE_LIST = "type_list",
        UNARY = "unary_op_expression",
        UNION_TYPE = "union_type",
        UNSET = "unset_statement",
        UPDATE = "update_expression",
        USE = "use_declaration",
        VARIABLE = "variable_name",
        VARIADIC_PLACEHOLDER = "variadic_placeholder",
        VARIADIC_UNPACKING = "variadic_unpacking",
        VISIBILITY_MODIFIER = "visibility_modifier",
        WHILE = "while_statement",
        YIELD = "yield_expression",
    }
}

/// Fields.
pub(crate) mod field {
    super::names! { 1;
        ALTERNATIVE = "alternative",
        ARGUMENT = "argument",
        ARGUMENTS = "arguments",
        BODY = "body",
        CONDITION = "condition",
        FUNCTION = "function",
        LEFT = "left",
        NAME = "name",
        OBJECT = "object",
        OPERATOR = "operator",
        RETURN_TYPE = "return_type",
        RIGHT = "right",
        SCOPE = "scope",
        TYPE = "type",
        UPDATE = "update",
        VALUE = "value",
    }
}

/// What is in the tree but no part of the program.
const TRIVIA: &[&str] = &["comment"];

/// Kinds of nodes with the tokens with which they begin and end (empty where that is not always the same one), as the
/// grammar's rules say.
const ENDS: &[(&str, &str, &str)] = &[
    ("arguments", "(", ")"),
    ("base_clause", "extends", ""),
    ("by_ref", "&", ""),
    ("cast_expression", "(", ""),
    ("catch_clause", "catch", ""),
    ("class_interface_clause", "implements", ""),
    ("compound_statement", "{", "}"),
    ("declaration_list", "{", "}"),
    ("declare_statement", "declare", ""),
    ("else_clause", "else", ""),
    ("foreach_statement", "foreach", ""),
    ("formal_parameters", "(", ")"),
    ("if_statement", "if", ""),
    ("match_expression", "match", ""),
    ("namespace_definition", "namespace", ""),
    ("namespace_use_declaration", "use", ""),
    ("object_creation_expression", "new", ""),
    ("optional_type", "?", ""),
    ("parenthesized_expression", "(", ")"),
    ("return_statement", "return", ""),
    ("subscript_expression", "", "]"),
    ("throw_expression", "throw", ""),
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
        let grammar: tree_sitter::Language = tree_sitter_php::LANGUAGE_PHP.into();
        let ends = ENDS.iter().map(|(kind, ..)| kind);
        for name in kind::NAMES.iter().chain(TRIVIA).chain(ends) {
            assert_ne!(grammar.id_for_node_kind(name, true), 0, "{name}");
        }
        for name in field::NAMES {
            assert!(grammar.field_id_for_name(name).is_some(), "{name}");
        }
    }
}
