"""Games of other packages: the example of the documents, played and made partial like our own."""
