-- Every sale says how its money stands (`outcome`), and one that has been paid misses nothing any more. Sales written
-- before are completed once; from here on the outcome is written with each step.
UPDATE smart_transaction SET document = json_set(document, '$.basket_info.missing_sum', 0)
WHERE json_extract(document, '$.basket_info.missing_sum') <> 0
  AND (state IN ('closed', 'reversing', 'reversalUnclear')
    OR (state = 'cancelled' AND receipt_number IS NOT NULL));

UPDATE smart_transaction SET document = json_set(document, '$.outcome', json_object(
  'result', CASE
    WHEN state = 'closed' AND method IS NOT NULL THEN 'paid'
    WHEN state IN ('closed', 'failed', 'cancelled') THEN 'not_paid'
    WHEN state IN ('created', 'processing', 'authorised', 'secured', 'challenged', 'awaiting') THEN 'open'
    ELSE 'unknown' END,
  'final', json(CASE
    WHEN state IN ('failed', 'cancelled') THEN 'true'
    WHEN state = 'closed' AND NOT EXISTS (SELECT 1 FROM intent i WHERE i.sale = smart_transaction.id AND i.late = 'open') THEN 'true'
    ELSE 'false' END),
  'paid', CASE
    WHEN state = 'closed' AND method IS NOT NULL THEN json_extract(document, '$.basket_info.sum')
    WHEN state IN ('preparing', 'voiding', 'paying', 'unclear', 'reversing', 'reversalUnclear') THEN NULL
    ELSE 0 END,
  'open', CASE
    WHEN state IN ('preparing', 'voiding', 'paying', 'unclear', 'reversing', 'reversalUnclear') THEN NULL
    WHEN state IN ('closed', 'cancelled') THEN 0
    ELSE json_extract(document, '$.basket_info.missing_sum') END,
  'late', json(CASE WHEN state = 'closed' AND EXISTS
    (SELECT 1 FROM intent i WHERE i.sale = smart_transaction.id AND i.late IN ('open', 'kept') AND i.late_kind = 'late')
    THEN 'true' ELSE 'false' END),
  'abort_requested', json('false'),
  'next', json(CASE
    WHEN state IN ('unclear', 'reversalUnclear') AND EXISTS
      (SELECT 1 FROM intent i WHERE i.sale = smart_transaction.id AND i.person = 1 AND i.state = 'unknown')
    THEN json_object('method', 'POST', 'path', '/bridge/v1/transactions/' || id || '/verdict',
      'why', 'look at the terminal''s own list, then send {"paid": true} if it was carried out there, {"paid": false} if not')
    WHEN state IN ('preparing', 'voiding', 'paying', 'unclear', 'reversing', 'reversalUnclear', 'challenged', 'awaiting')
    THEN json_object('method', 'GET', 'path', '/api/v2/Smart/Transactions/' || id,
      'why', 'it is under way; read the sale again until outcome.final is true')
    WHEN state IN ('authorised', 'secured')
    THEN json_object('method', 'POST', 'path', '/api/v2/Smart/Transactions/' || id || '/start',
      'why', 'takes what is authorised; cancel gives it up')
    WHEN state = 'closed' AND EXISTS (SELECT 1 FROM intent i WHERE i.sale = smart_transaction.id AND i.late = 'open')
    THEN json_object('method', 'POST', 'path', '/bridge/v1/till/late',
      'why', 'the end-of-day (1080) waits for this: {"transaction": "' || id || '", "keep": true} keeps the payment, false takes it back')
    ELSE 'null' END)))
WHERE json_extract(document, '$.outcome') IS NULL;
