"""The command line: ``referee check``, ``audit``, ``replay`` and ``rules``."""
