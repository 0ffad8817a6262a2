//! The copy of the parser's tree against the tree itself: tokens that the copy takes for granted must be there.

use mutscore_operators::Language;
use mutscore_operators::tree::Tree;

/// Walks both at once.
pub fn is_faithful(language: &dyn Language, bytes: &[u8]) {
    let mut parser = tree_sitter::Parser::new();
    parser
        .set_language(&language.grammar())
        .expect("a grammar that fits");
    let parsed = parser.parse(bytes, None).expect("no time limit is set");
    let tree = Tree::new(bytes, &parsed, language);
    let mut cursor = parsed.walk();
    for index in 0..tree.len() as u32 {
        let (copied, node) = (tree.node(index), cursor.node());
        assert_eq!(copied.span().range(), node.byte_range(), "{node:?}");
        let damaged = node.is_error() || node.is_missing();
        assert!(damaged || copied.is_named() == node.is_named(), "{node:?}");
        let field = cursor.field_id();
        let field = field.map_or(0, |id| language.vocabulary().field(id.get()));
        assert_eq!(copied.field(), field, "{node:?}");
        if !copied.is_leaf() {
            assert!(cursor.goto_first_child(), "{node:?}");
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                assert_eq!(index as usize + 1, tree.len());
                return;
            }
        }
    }
    panic!("the parser's tree goes on");
}
