WITH hands AS (
    SELECT unnest(from_json(report->'hands', '["JSON"]')) AS hand
    FROM read_json('{file}', columns = {report: 'JSON'}) WHERE report->>'game' = 'golf'
), scores AS (
    SELECT unnest(json_keys(hand->'scores')) AS player, hand FROM hands
    WHERE (hand->'outcome'->>'kind') <> 'open'
)
SELECT player, sum((hand->'scores'->>player)::INT), count(hand->'scores'->>player)
FROM scores GROUP BY player
