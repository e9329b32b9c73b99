-- Every part of the schema: its kind and name, what it should be, and what it is; null if it should
-- not be there, or is not. The bodies of the functions are those of the migrations.
WITH wanted (kind, name, should_be) AS (VALUES
    ('table', 'book', 'version integer NOT NULL'),
    ('table', 'games', 'game integer NOT NULL, name text NOT NULL, opened_at text NOT NULL, '
        'format integer NOT NULL, opened_as integer, chain integer NOT NULL'),
    ('table', 'events', 'game integer NOT NULL, seq bigint NOT NULL, id text, '
        'content bytea NOT NULL, salt bytea NOT NULL, hash bytea NOT NULL'),
    ('table', 'seals', 'seq bigint NOT NULL, content bytea NOT NULL, salt bytea NOT NULL, '
        'hash bytea NOT NULL'),
    ('table', 'links', 'number bigint NOT NULL, token text NOT NULL, game text NOT NULL, '
        'role text NOT NULL, player text, made_at text NOT NULL, revoked_at text'),
    ('sequence', 'links_number_seq', ''),
    ('index', 'book_pkey', ''),
    ('index', 'games_pkey', ''),
    ('index', 'games_name_key', ''),
    ('index', 'events_pkey', ''),
    ('index', 'events_by_id', ''),
    ('index', 'seals_pkey', ''),
    ('index', 'links_pkey', ''),
    ('index', 'links_token_key', ''),
    -- 7: before the insertion of each row; 58: before any change or removal
    ('trigger', 'events_follow', 'events event_follows 7 O'),
    ('trigger', 'games_follow', 'games game_follows 7 O'),
    ('trigger', 'seals_follow', 'seals seal_follows 7 O'),
    ('trigger', 'games_stand', 'games stands 58 O'),
    ('trigger', 'events_stand', 'events stands 58 O'),
    ('trigger', 'seals_stand', 'seals stands 58 O'),
    ('trigger', 'book_stand', 'book stands 58 O'),
    ('constraint', 'games_pkey', ''),
    ('constraint', 'games_name_key', ''),
    ('constraint', 'events_pkey', '')
), own AS (
    SELECT oid FROM pg_namespace WHERE nspname = 'referee'
), there (kind, name, "is") AS (
    SELECT 'table', c.relname::text, string_agg(
        concat_ws(' ', a.attname, format_type(a.atttypid, a.atttypmod),
            CASE WHEN a.attnotnull THEN 'NOT NULL' END), ', ' ORDER BY a.attnum)
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
    WHERE c.relnamespace IN (TABLE own) AND c.relkind IN ('r', 'p', 'f')
        AND a.attnum > 0 AND NOT a.attisdropped
    GROUP BY c.relname
    UNION ALL
    SELECT CASE WHEN relkind IN ('v', 'm') THEN 'view' WHEN relkind = 'S' THEN 'sequence'
        ELSE 'index' END, relname, ''
    FROM pg_class
    WHERE relnamespace IN (TABLE own) AND relkind IN ('v', 'm', 'S', 'i', 'I')
    UNION ALL
    SELECT 'trigger', t.tgname, concat_ws(' ', c.relname, p.proname, t.tgtype, t.tgenabled,
        CASE WHEN t.tgqual IS NOT NULL THEN 'WHEN' END)
    FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_proc p ON p.oid = t.tgfoid
    WHERE c.relnamespace IN (TABLE own) AND NOT t.tgisinternal
    UNION ALL
    SELECT 'function', proname, prosrc FROM pg_proc WHERE pronamespace IN (TABLE own)
    UNION ALL
    SELECT 'rewrite rule', rulename, '' FROM pg_rules WHERE schemaname = 'referee'
    UNION ALL
    SELECT 'constraint', conname, '' FROM pg_constraint
    WHERE connamespace IN (TABLE own) AND convalidated AND contype <> 'n'
        AND conname IN ('games_pkey', 'games_name_key', 'events_pkey')
)
SELECT kind, name, should_be, "is" FROM wanted FULL JOIN there USING (kind, name)
