-- Reasons are kept in every language; what was kept in one is said in it to all.
UPDATE day_end_result
SET document = json_set(document, '$.reason', json_object('de', document ->> 'reason', 'en', document ->> 'reason'))
WHERE json_type(document, '$.reason') = 'text';
UPDATE intent SET reason = json_object('de', reason, 'en', reason) WHERE reason IS NOT NULL;
