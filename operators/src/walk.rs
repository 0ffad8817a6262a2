//! Visits every node of a tree once and asks the chosen operators for changes.

use crate::language::{Language, Reach, Role, Survey};
use crate::offer::Feature;
use crate::operator::{Operator, Proposal, Site};
use crate::registry::{OperatorSet, has_mutants};
use crate::role_set::RoleSet;
use crate::tree::{Node, Tree};
use crate::vocabulary::{ANONYMOUS, ERROR, TRIVIA};

/// A change with the operator that asked for it.
pub(crate) struct Found {
    /// The node the operator looked at; the changed span lies inside it.
    pub node: u32,
    /// Place of the operator in the registry, which is also its rank where several change the same bytes.
    pub rank: usize,
    /// The change.
    pub proposal: Proposal,
}

/// All changes in `tree`, in no particular order.
pub(crate) fn find(
    tree: &Tree<'_>,
    language: &dyn Language,
    operators: &OperatorSet,
    reach: Reach,
) -> Vec<Found> {
    let survey = language.survey(tree);
    let operators = Operators::new(operators, language);
    let mut place = Place {
        reach,
        see_load_time: operators.see_load_time,
        body_end: 0,
        loaded_end: 0,
    };
    let mut walk = Walk {
        language,
        survey: &survey,
        operators,
        found: Vec::new(),
    };
    let mut index = 0;
    while (index as usize) < tree.len() {
        let node = tree.node(index);
        index += 1;
        match node.kind() {
            ANONYMOUS => continue,
            ERROR if node.parent().is_some() => {
                index = node.after();
                continue;
            }
            TRIVIA => continue,
            _ => {}
        }
        let (banned, sight) = place.enter(node, language);
        if sight != Sight::Nothing {
            walk.take_offers(node, sight);
            if !banned {
                walk.ask(node, sight);
            }
        }
        if banned {
            index = node.after();
        }
    }
    walk.found
}

/// A chosen operator that has mutants in the language at hand.
#[derive(Clone, Copy)]
struct Chosen {
    rank: usize,
    operator: &'static dyn Operator,
    sees_load_time: bool,
}

/// All of them, and those that also wait for offers.
struct Operators {
    asking: Vec<Chosen>,
    /// For each role the places in `asking` of those that look at it, a bit each.
    by_role: [u64; RoleSet::COUNT],
    waiting: Vec<(Feature, Chosen)>,
    see_load_time: bool,
}

impl Operators {
    fn new(set: &OperatorSet, language: &dyn Language) -> Self {
        let mut all = Self {
            asking: Vec::new(),
            by_role: [0; RoleSet::COUNT],
            waiting: Vec::new(),
            see_load_time: false,
        };
        for (rank, operator) in set.iter() {
            if !has_mutants(operator.meta(), language) {
                continue;
            }
            let sees_load_time = operator.sees_load_time();
            all.see_load_time |= sees_load_time;
            let chosen = Chosen {
                rank,
                operator,
                sees_load_time,
            };
            let roles = operator.roles();
            for (role, places) in all.by_role.iter_mut().enumerate() {
                *places |= u64::from(roles.holds(role)) << all.asking.len();
            }
            all.asking.push(chosen);
            let waiting = operator.feature().map(|feature| (feature, chosen));
            all.waiting.extend(waiting);
        }
        all
    }

    /// Those that look at a role, in order.
    fn waiting_for(&self, role: &Role<'_>) -> impl Iterator<Item = &Chosen> {
        let mut places = self.by_role[role.number()];
        std::iter::from_fn(move || {
            let place = places.trailing_zeros();
            places &= places.wrapping_sub(1);
            self.asking.get(place as usize)
        })
    }
}

/// What operators see of a node.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sight {
    /// All see it: it is inside of a body.
    Body,
    /// All see it, though it runs at load time.
    Loaded,
    /// It runs at load time; only those that look there of their own accord see it.
    OnlyLoaded,
    /// None sees it.
    Nothing,
}

impl Sight {
    fn is_open_to(self, chosen: Chosen) -> bool {
        match self {
            Self::Body | Self::Loaded => true,
            Self::OnlyLoaded => chosen.sees_load_time,
            Self::Nothing => false,
        }
    }
}

/// Where the walk is. Load time is outside of all bodies, and in parts (default values of parameters) that are banned
/// in bodies only.
struct Place {
    reach: Reach,
    see_load_time: bool,
    /// First node after the current body. Document order puts parents first, so one number says how far it reaches.
    body_end: u32,
    /// First node after the current part that runs at load time although a body may be around it.
    loaded_end: u32,
}

impl Place {
    /// Whether nothing at or below the node is mutated, and who sees the node itself.
    fn enter(&mut self, node: Node<'_>, language: &dyn Language) -> (bool, Sight) {
        let mut banned = language.is_banned(node, self.reach);
        if self.see_load_time {
            let other = match self.reach {
                Reach::Bodies => Reach::Everywhere,
                Reach::Everywhere => Reach::Bodies,
            };
            if banned != language.is_banned(node, other) {
                banned = false;
                self.loaded_end = self.loaded_end.max(node.after());
            }
        }
        if !banned && language.is_body(node) {
            self.body_end = self.body_end.max(node.after());
        }
        let in_body = node.index() < self.body_end && node.index() >= self.loaded_end;
        let sight = match self.reach {
            _ if in_body => Sight::Body,
            Reach::Everywhere => Sight::Loaded,
            Reach::Bodies if self.see_load_time => Sight::OnlyLoaded,
            Reach::Bodies => Sight::Nothing,
        };
        (banned, sight)
    }
}

/// What has been found so far, and what it takes to find more.
struct Walk<'t> {
    language: &'t dyn Language,
    survey: &'t Survey<'t>,
    operators: Operators,
    found: Vec<Found>,
}

impl<'t> Walk<'t> {
    /// Hands what the language offers at the node to the operators that wait for it.
    fn take_offers(&mut self, node: Node<'t>, sight: Sight) {
        let Self {
            language,
            survey,
            operators,
            found,
        } = self;
        if operators.waiting.is_empty() {
            return;
        }
        language.offers(node, survey, &mut |feature, proposal| {
            let mut waiting = operators.waiting.iter();
            let taker = waiting.find(|(wanted, _)| *wanted == feature);
            if let Some((_, chosen)) = taker.filter(|(_, chosen)| sight.is_open_to(*chosen)) {
                found.extend(protected(*language, survey, node, *chosen, proposal));
            }
        });
    }

    /// Shows the node in each of its roles to the operators that may see it.
    fn ask(&mut self, node: Node<'t>, sight: Sight) {
        if let Some(role) = self.language.role(node) {
            self.ask_as(node, role, sight);
        }
        if self.language.is_implicit_return(node) {
            self.ask_as(node, Role::Return(node), sight);
        }
    }

    fn ask_as(&mut self, node: Node<'t>, role: Role<'t>, sight: Sight) {
        let Self {
            language,
            survey,
            operators,
            found,
        } = self;
        let mut waiting = operators.waiting_for(&role).peekable();
        if waiting.peek().is_none() {
            return;
        }
        let site = Site {
            node,
            role,
            language: *language,
            survey,
            loads: sight != Sight::Body,
        };
        for chosen in waiting {
            if sight.is_open_to(*chosen) {
                chosen.operator.mutate(&site, &mut |proposal| {
                    found.extend(protected(*language, survey, node, *chosen, proposal));
                });
            }
        }
    }
}

/// The change after the language's last look at it.
fn protected<'t>(
    language: &dyn Language,
    survey: &Survey<'t>,
    node: Node<'t>,
    chosen: Chosen,
    proposal: Proposal,
) -> Option<Found> {
    let id = chosen.operator.meta().id;
    let proposal = language.protect(id, node, proposal, survey)?;
    Some(Found {
        node: node.index(),
        rank: chosen.rank,
        proposal,
    })
}
