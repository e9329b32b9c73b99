"""The rules found by plain words: what people ask, and what is among the first three."""

from __future__ import annotations

import pytest

from referee.judging.registry import find
from referee.quarrels.searching import MOST, nearest, search

ASKED = """
desmoche: who does the discard go to when two people claim it = same-card claim.priority
desmoche: he said pass, can he still take it = said-no claim.passed knock
desmoche: I threw the wrong card, can I pick it up again = own-discard claim.own
desmoche: she asked for a card and couldn't use it = asked-and-left claim.unused
desmoche: somebody drew before it was his turn = out-of-turn turn.order
desmoche: he slipped the drawn card into his hand = kept-card draw.hidden
desmoche: she rummaged in the discards = searched-pile discard.search
desmoche: forgot to pay after taking the card = not-paid pay.missing
desmoche: can the ace go above the king = is-it-a-meld ace_runs meld.invalid
desmoche: can I take a card from my own set for a run = move-a-card meld.broken
desmoche: he put a card on my run = my-meld meld.stolen
desmoche: do I have to take a card that fits my meld = force force-fits forced_cards
desmoche: how many cards do I need to win = false-win win.false
desmoche: the dealer gave me eight cards = wrong-count deal.count
desmoche: who deals when nobody has won the hand = whose-deal dealer.rotation
desmoche: can we raise the stakes when the pot is carried = raise-bet bet.carry carry_bet
desmoche: may a new player come in = sit-down seat.carry carry_join
desmoche: I noticed my peladilla too late = said-too-late missed-win auto.late auto.missed
desmoche: I do not want to play this hand any more = give-up withdraw
desmoche: how much does everybody owe the winner = who-pays payment.wrong
golf: may I look at my cards during the game = looked-again look.again
golf: two people knocked = second-knock knock.last
golf: he drew and then called = knock-after-card knock.alone
gin_rummy: what is the most deadwood to knock with = may-knock knock.deadwood knock_limit
dam: two people begged for the same card = who-begs beg.order
dimes: how are leftover aces counted = counted-low count.low
desmoche: dos pidieron el siete, ¿de quién es? = same-card claim.priority
desmoche: tocó y después se arrepintió = said-no claim.passed knock
desmoche: boté la que no era, ¿la puedo recoger? = own-discard claim.own
desmoche: sacó y no era su turno = out-of-turn turn.order
desmoche: se guardó la carta que sacó = kept-card draw.hidden
desmoche: estaba viendo las cartas de la pila = searched-pile discard.search
desmoche: bajó y no pagó = not-paid pay.missing
desmoche: ¿el as va después del rey? = is-it-a-meld ace_runs meld.invalid
desmoche: me quitó una carta de mi escalera = my-meld meld.stolen
desmoche: ¿me pueden obligar a llevar una carta? = force force-fits forced_cards force-refused
desmoche: ¿cuántas cartas necesito para ganar? = false-win win.false
desmoche: repartió ocho cartas = wrong-count deal.count
desmoche: ¿quién da la siguiente mano? = whose-deal dealer.rotation
desmoche: quiero subir la apuesta = raise-bet bet.changed bet.carry carry_bet
desmoche: ya no quiero seguir en esta mano = give-up withdraw withdraw.off
desmoche: se acabaron las cartas del mazo = last-card stock.empty last_card
desmoche: pasó la carta para el otro lado = wrong-neighbour cambio.right
conquien: mi oro era más alto pero no lo dije = side-not-said side.unannounced
golf: ¿puedo volver a mirar mis cartas? = looked-again look.again
gin_rummy: tocó con once puntos = may-knock knock.deadwood knock_limit
dam: rogó cuando ya habían sacado = begged-late beg.late
dimes: salió sin botar = no-discard out.discard
"""


def questions() -> list[tuple[str, str, list[str]]]:
    """Each question with its game and what may answer it."""
    found = []
    for line in ASKED.strip().splitlines():
        asked, _, ids = line.rpartition(" = ")
        game, _, words = asked.partition(": ")
        found.append((game, words, ids.split()))
    return found


@pytest.mark.parametrize(("game", "words", "ids"), questions())
def test_what_people_ask_is_answered_among_the_first_three(
    game: str, words: str, ids: list[str]
) -> None:
    found = [one.id for one in search(find(game), words)]
    assert set(found[:3]) & set(ids), found
    assert len(found) <= MOST


def test_words_need_not_all_occur_and_their_forms_do_not_matter() -> None:
    book = find("desmoche")
    first = [one.id for one in search(book, "knocks")]
    assert first == [one.id for one in search(book, "KNOCKED zebra")]
    assert search(book, "última")[0] == search(book, "ULTIMAS")[0]
    assert search(book, "zebra") == []
    assert search(book, 'the "') == []


def test_an_id_is_found_alone_and_one_that_does_not_exist_names_the_nearest() -> None:
    book = find("desmoche")
    assert [one.id for one in search(book, "claim.dead")] == ["claim.dead"]
    assert search(book, "claim.ded") == []
    assert nearest(book, "claim.ded")[0] == "claim.dead"
