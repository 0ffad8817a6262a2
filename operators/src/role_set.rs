//! Sets of roles: where an operator has something to say. Nearly every node has some role and nearly every operator
//! waits for one or two of them, so the walk asks only those that wait for the role at hand.

use crate::language::Role;

/// Some of the roles, their details left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RoleSet(u32);

/// One constant for each role, in the order of their numbers.
macro_rules! roles {
    ($($constant:ident = $role:pat,)+) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms, reason = "named like the constants")]
        enum Number { $($constant),+ }

        impl RoleSet {
            $(#[allow(missing_docs, reason = "named like the role")]
            pub const $constant: Self = Self(1 << Number::$constant as u32);)+

            /// How many roles there are.
            pub const COUNT: usize = [$(Number::$constant),+].len();
        }

        impl Role<'_> {
            /// Below [`RoleSet::COUNT`].
            #[must_use]
            pub fn number(&self) -> usize {
                match self {
                    $($role => Number::$constant as usize,)+
                }
            }
        }
    };
}

roles! {
    COMPARISON = Role::Comparison,
    LOGICAL = Role::Logical(_),
    ARITHMETIC = Role::Arithmetic(_),
    COMPOUND_ASSIGN = Role::CompoundAssign(_),
    STEP = Role::Step(_),
    NOT = Role::Not(_),
    SIGNED_NUMBER = Role::SignedNumber(_),
    MINUS = Role::Minus(_),
    COMPLEMENT = Role::Complement(_),
    INTEGER = Role::Integer,
    FLOAT = Role::Float,
    BOOL = Role::Bool(_),
    STR = Role::Str,
    LITERAL = Role::Literal,
    RETURN = Role::Return(_),
    CALL_STATEMENT = Role::CallStatement,
    PRIMARY = Role::Primary,
    COMPOUND = Role::Compound,
    SEALED = Role::Sealed,
}

impl RoleSet {
    /// Every role.
    pub const ALL: Self = Self((1 << Self::COUNT) - 1);
    /// None.
    pub const NONE: Self = Self(0);

    /// The roles of either set.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether the role with this number is in the set.
    #[must_use]
    pub const fn holds(self, number: usize) -> bool {
        self.0 >> number & 1 == 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::{Reach, Survey};
    use crate::operator::Site;
    use crate::tree::{Node, Tree};

    /// Files with every construct that has cases, in each language.
    const SOURCES: [(&str, &[u8]); 8] = [
        ("python", include_bytes!("../tests/sources/orders.py")),
        ("php", include_bytes!("../tests/sources/Basket.php")),
        ("go", include_bytes!("../tests/sources/shelf.go")),
        ("java", include_bytes!("../tests/sources/Ledger.java")),
        ("ruby", include_bytes!("../tests/sources/library.rb")),
        ("ruby", include_bytes!("../tests/cases/texts.rb")),
        ("java", SAMPLE_JAVA),
        ("python", SAMPLE_PYTHON),
    ];
    const SAMPLE_JAVA: &[u8] = b"class A { static final int N = 3; double f(int a, boolean b) { a += 2; a++; a = ~a & -a; \
        if (!b || a < -1) { g(); return 1.5; } while (true) { a--; } return -a * 2.5; } }";
    const SAMPLE_PYTHON: &[u8] = b"LIMIT = 5\ndef f(a, b=-2, c=1.5, d=True):\n    a += 1\n    a |= 2\n    if not (a and b < 3 < c) or ~a:\n        \
        log()\n        return -a\n    return [x for x in b if x] or 'text' or None\n";

    #[test]
    fn an_operator_has_nothing_to_say_of_a_role_it_does_not_wait_for() {
        let (mut silent, mut heard) = (0, 0);
        for (id, bytes) in SOURCES {
            let language = crate::language(id).unwrap();
            let mut parser = tree_sitter::Parser::new();
            parser.set_language(&language.grammar()).unwrap();
            let parsed = parser.parse(bytes, None).unwrap();
            let tree = Tree::new(bytes, &parsed, language);
            let survey = language.survey(&tree);
            for index in 0..tree.len() as u32 {
                each_site(tree.node(index), language, &survey, &mut |site| {
                    for operator in crate::operators() {
                        let mut any = false;
                        operator.mutate(site, &mut |_| any = true);
                        let id = operator.meta().id;
                        let waits = operator.roles().holds(site.role.number());
                        assert!(waits || !any, "{id}: {}", site.node.text());
                        silent += u32::from(!waits);
                        heard += u32::from(any);
                    }
                });
            }
        }
        assert!(silent > 10_000 && heard > 1_000, "{silent} {heard}");
    }

    fn each_site(
        node: Node<'_>,
        language: &dyn crate::Language,
        survey: &Survey<'_>,
        visit: &mut dyn FnMut(&Site<'_>),
    ) {
        if language.is_banned(node, Reach::Everywhere) {
            return;
        }
        let implicit = language
            .is_implicit_return(node)
            .then_some(Role::Return(node));
        for role in language.role(node).into_iter().chain(implicit) {
            for loads in [false, true] {
                visit(&Site {
                    node,
                    role,
                    language,
                    survey,
                    loads,
                });
            }
        }
    }

    #[test]
    fn every_role_has_a_number_of_its_own() {
        assert_eq!(RoleSet::COUNT, 19);
        assert_eq!(RoleSet::ALL.0.count_ones(), 19);
        let some = RoleSet::STR.and(RoleSet::FLOAT);
        assert!(some.holds(Role::Str.number()) && some.holds(Role::Float.number()));
        assert!(!some.holds(Role::Integer.number()) && !RoleSet::NONE.holds(0));
    }
}
