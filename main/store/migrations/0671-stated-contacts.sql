-- A customer's contact leaves out what it does not say: `null` made documents that clients could not send back. The fingerprints stay
-- as they are; closed sales keep the contact that they were closed with. Against an empty object, json_patch drops members that are null.
UPDATE payment_customer SET document = json_set(document, '$.contact', json_patch('{}', document -> '$.contact'))
  WHERE document -> '$.contact' LIKE '%null%';
