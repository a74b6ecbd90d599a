-- A project made by requestId or clone is found by its name in the list of Payment Contracts, too.
UPDATE payment_contract SET document = json_set(document, '$.project',
  (SELECT json_extract(g.document, '$.project') FROM general_contract g WHERE g.id = payment_contract.general));
