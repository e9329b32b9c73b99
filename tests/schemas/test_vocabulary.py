from referee_schemas.vocabulary import Vocabulary, vocabulary

SMALL = Vocabulary(
    games={"desmoche": {"knock": ("binding", "free"), "side_games": ("oro",)}, "golf": {}},
    lists=frozenset({"side_games"}),
    words={"side_game": ("oro",)},
    events={},
    seats=range(2, 5),
    jokers=False,
    deck=52,
)


def test_a_house_rule_that_only_another_game_has() -> None:
    assert SMALL.misfit("desmoche", {"knock": "free", "side_games": ["oro"]}) is None
    rule, expected = SMALL.misfit("golf", {"knock": "free"})
    assert (rule, expected.render()) == ("knock", "a house rule that golf has: none")
    rule, expected = SMALL.misfit("desmoche", {"side_games": ["flor"]})
    assert (rule, expected.render()) == ("side_games", "an option that desmoche has: oro")


def test_every_edition_has_the_rules_of_its_game() -> None:
    games = vocabulary().games
    assert all(games[name] == games[name.partition("@")[0]] for name in games)
    assert all(len(set(options)) > 1 for house in games.values() for options in house.values())
