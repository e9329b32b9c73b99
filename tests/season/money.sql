-- hands whose money is decided; and others, by what was paid for them alone
WITH evenings AS (
    SELECT row_number() OVER () AS log, unit, day, report
    FROM read_json('{file}', columns = {unit: 'VARCHAR', day: 'VARCHAR', report: 'JSON'})
), hands AS (
    SELECT log, unit, report, unnest(from_json(report->'hands', '["JSON"]')) AS hand
    FROM evenings WHERE report->>'game' <> 'golf'
), facts AS (
    SELECT log, unit, hand, (hand->>'hand')::INT AS number, hand->'outcome'->>'kind' AS ended,
        (hand->>'carried')::INT > 0 OR list_sum(list_transform(
            from_json(hand->'side_games', '["JSON"]'), lambda one: (one->>'carried')::INT
        )) > 0 AS goes_on,
        list_contains(list_transform(from_json(report->'undecided', '["JSON"]'),
            lambda one: (one->>'hand')::INT), (hand->>'hand')::INT) AS asked
    FROM hands
), grouped AS (
    SELECT *, sum(CASE WHEN goes_on THEN 0 ELSE 1 END) OVER (
        PARTITION BY log ORDER BY number ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
    ) AS pots FROM facts
), judged AS (
    SELECT *, bool_and(ended NOT IN ('open', 'undecided') AND NOT asked)
        OVER (PARTITION BY log, ifnull(pots, 0)) AS decided FROM grouped
), paid AS (
    SELECT log, (one->>'hand')::INT AS number, one->>'from' AS giver, one->>'to' AS taker,
        (one->>'amount')::INT AS amount
    FROM (SELECT log, unnest(from_json(report->'account'->'payments', '["JSON"]')) AS one
        FROM evenings WHERE report->>'game' <> 'golf')
), apart AS (
    SELECT log, number FROM judged AS it WHERE NOT decided
        AND number IN (SELECT number FROM paid WHERE paid.log = it.log)
        AND NOT EXISTS (SELECT 1 FROM paid WHERE log = it.log AND number = it.number
            AND 'pot' IN (giver, taker))
        AND NOT EXISTS (SELECT 1 FROM judged AS other
            WHERE other.log = it.log AND other.decided AND other.number < it.number
            AND other.number > (SELECT ifnull(max(number), 0) FROM paid
                WHERE paid.log = it.log AND paid.number < it.number))
), moved AS (
    SELECT log, number, giver AS player, -amount AS amount FROM paid
    UNION ALL SELECT log, number, taker, amount FROM paid
), net AS (
    SELECT log, unit, number, ended, winner, player, apart.number IS NOT NULL OR decided AS counts,
        CASE WHEN apart.number IS NULL THEN (hand->'net'->>player)::INT ELSE ifnull((
            SELECT sum(amount) FROM moved WHERE moved.log = each.log
            AND moved.number = each.number AND moved.player = each.player
        ), 0) END AS net
    FROM (SELECT log, unit, number, ended, decided, hand->'outcome'->>'winner' AS winner, hand,
        unnest(json_keys(hand->'net')) AS player FROM judged) AS each
    LEFT JOIN apart USING (log, number)
)
SELECT unit, player, count(DISTINCT log), count(*) AS hands,
    count(*) FILTER (counts), count(*) FILTER (counts AND winner = player),
    ifnull(sum(net) FILTER (counts), 0), max(net) FILTER (counts)
FROM net WHERE ended <> 'open' GROUP BY unit, player
