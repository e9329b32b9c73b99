"""The pages, each in a module of its own with its blueprint ``PAGES``.

A page asks ``access`` who is visiting and shows only what ``Visit.replay`` has. Its template is in
``templates``.
"""

from werkzeug.utils import find_modules, import_string

BLUEPRINTS = [import_string(f"{page}:PAGES") for page in find_modules(__name__)]
"""All pages."""
