//! `mutscore explain` of operators. Mutants and pairs need a frozen bench: see `frozen`.

use super::place::Place;

#[test]
fn every_operator_is_listed_and_has_a_page() {
    let place = Place::empty();
    let list = place.run("explain --list --json").json_lines();
    assert!(list.len() >= 15);
    for operator in list {
        let id = operator["id"].as_str().unwrap();
        let page = place.run(&format!("explain {id}"));
        assert_eq!(page.code, Some(0));
        assert!(
            page.out.starts_with(&format!("# {id}\n")) && page.out.contains("\n## In "),
            "{}",
            page.out
        );
    }
}

#[test]
fn a_page_shows_the_table_and_the_revision() {
    let page = Place::empty().run("explain cond-boundary").out;
    assert!(
        page.contains(
            "## Table\n- `<` -> `<=`\n- `<=` -> `<`\n- `>` -> `>=`\n- `>=` -> `>`\n\n## In "
        ),
        "{page}"
    );
    assert!(
        page.ends_with("\n\nRevision 1, in the default set.\n"),
        "{page}"
    );
}

#[test]
fn what_is_nothing_is_answered_with_where_to_look() {
    let ran = Place::empty().run("explain sponge");
    assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""));
    insta::assert_snapshot!(ran.err, @r"
    error: `sponge` is neither an operator nor a mutant's id
    hint: `mutscore explain --list` lists operators, `mutscore mutants` lists mutants
    ");
}
