"""The web interface for programs: JSON under ``/api/v1``, described in OpenAPI 3.1.

Like the pages, it shows only what ``Visit.replay`` has. The schemas of requests and responses are
in ``referee_schemas.api``.
"""
