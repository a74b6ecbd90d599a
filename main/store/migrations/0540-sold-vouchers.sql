-- The reversal of a sale holds what it takes off each card that the sale loaded: the card of the customer, and each voucher sold.
DROP INDEX reservation_sale;
CREATE UNIQUE INDEX reservation_sale ON reservation (sale, merchant_card) WHERE state = 'held';

-- A group of cards may be the vouchers that the shop sells.
DROP VIEW card_group_settings;
CREATE VIEW card_group_settings AS
  SELECT number, id, merchant, json_object(
    'object', 'loyalty.cardgroups', 'id', id,
    'name', json_object('de', document ->> 'display_name', 'en', coalesce(inner ->> 'nameEn', document ->> 'display_name')),
    'description', document ->> 'description',
    'prefix', inner ->> 'prefix', 'length', CAST(inner ->> 'length' AS INTEGER),
    'overdraft', CAST(coalesce(inner ->> 'limit', 0) AS INTEGER),
    'balanceLimit', document -> 'balance_limit', 'stockWarnLimit', document -> 'stock_warn_limit',
    'cancelAny', json(iif(document ->> 'cancel_selected', 'true', 'false')),
    'passcode', CAST(coalesce(inner ->> 'passcode', 0) AS INTEGER),
    'cardMonths', inner -> 'cardMonths',
    'balanceExpiry', json(iif(document ->> 'balance_expiry',
      coalesce(inner -> 'expiry', '{"cash":36,"bonus":36,"points":36,"until":"yearEnd"}'), 'null')),
    'voucher', json(iif(inner ->> 'voucher', 'true', 'false'))
  ) AS document FROM card_group;
