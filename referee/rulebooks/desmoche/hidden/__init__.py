"""What a record of Desmoche proves about the cards that nobody saw.

``places`` keeps, card by card, where each can have started the hand; ``evidence`` what each event
shows. From these ``histories``, ``locations`` and ``layouts`` work out how the cards can have gone,
``deals`` all deals that fit, and ``knowledge`` what is certain of a hand; ``chances`` is what could
still come. Nothing here judges anybody.
"""
