"""``python -m referee``: the command."""

from cli.start import start

if __name__ == "__main__":
    start()
