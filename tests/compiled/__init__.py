"""The compiled wheel beside the Python that it was compiled from."""
