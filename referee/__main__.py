"""``python -m referee``: the command."""

from referee_cli.start import start

if __name__ == "__main__":
    start()
