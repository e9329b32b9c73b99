"""``python -m referee``: run the command. Nothing else in this package imports the command line."""

from referee_cli.start import start

if __name__ == "__main__":
    start()
