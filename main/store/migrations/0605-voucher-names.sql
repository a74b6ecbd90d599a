-- A voucher may have an English name, as a campaign may.
ALTER TABLE voucher DROP COLUMN document;
ALTER TABLE voucher ADD COLUMN document TEXT GENERATED ALWAYS AS (json_object(
    'object', 'loyalty.vouchers', 'id', id, 'code', code, 'name', definition ->> 'name', 'nameEn', definition ->> 'nameEn',
    'condition', json(coalesce(definition -> 'condition', '{}')), 'effect', json(definition -> 'effect'),
    'state', CASE WHEN redeemed THEN 'redeemed' WHEN lock_note IS NOT NULL THEN 'locked' WHEN sale IS NOT NULL THEN 'held'
      ELSE 'open' END,
    'sale', sale, 'lockNote', lock_note,
    'created', strftime('%Y-%m-%dT%H:%M:%S+00:00', created / 1000, 'unixepoch'),
    'redeemed', strftime('%Y-%m-%dT%H:%M:%S+00:00', redeemed_at / 1000, 'unixepoch'))) VIRTUAL;
