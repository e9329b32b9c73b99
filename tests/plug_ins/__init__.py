"""Games of other packages: the example of the documents, played and made poorer as our own are."""
