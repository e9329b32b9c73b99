"""The evidence bundle: one game as a ZIP file that anyone can verify without the record book.

``packing`` puts it together, and opens and checks one; ``verify`` is the script that lies in every
bundle and needs nothing but Python.
"""

from referee.bundle.packing import Bundle, open_bundle, pack

__all__ = ["Bundle", "open_bundle", "pack"]
