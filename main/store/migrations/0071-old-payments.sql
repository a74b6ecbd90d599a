-- What the first version wrote of payments becomes Payment Transactions; the acquirer's books follow.
CREATE TEMP TABLE old_payment AS
  SELECT p.number, p.id, p.merchant, p.sale, p.document AS old,
    CASE WHEN s.state IN ('closed', 'reversing', 'cancelled') THEN 'captured'
      WHEN s.state IN ('authorised', 'paying') THEN 'authorised' ELSE 'denied' END AS stage,
    CASE s.state WHEN 'cancelled' THEN p.document ->> 'amount' ELSE 0 END AS refunded,
    p.document ->> 'amount' AS amount, p.document ->> 'currency' AS currency,
    p.document ->> 'acquirer_key' AS key, coalesce(s.method, 'debit') AS method
  FROM payment p JOIN smart_transaction s ON s.id = p.sale;

CREATE TEMP TABLE kept_payment AS
  SELECT *, CASE stage WHEN 'captured' THEN iif(refunded > 0, 907, 111) WHEN 'authorised' THEN 9 ELSE 903 END AS status,
    CASE stage WHEN 'captured' THEN iif(refunded > 0, 7, 1) WHEN 'authorised' THEN 2 ELSE 3 END AS simple,
    CASE stage WHEN 'captured' THEN iif(refunded > 0, 'refund', 'accepted') WHEN 'authorised' THEN 'authorized'
      ELSE 'denied' END AS word,
    CASE stage WHEN 'captured' THEN iif(refunded > 0, 'erstattet', 'Autorisierung abgeschlossen')
      WHEN 'authorised' THEN 'vorautorisiert' ELSE 'abgelehnt' END AS text,
    json_object('iframe_url', NULL, 'url_success', NULL, 'url_failure', NULL, 'url_push', NULL) AS redirect
  FROM old_payment;

INSERT INTO payment_transaction
  (id, merchant, inner, document, query_trans_id, query_hash, query_status, query_simple, query_amount, query_product,
   query_created)
SELECT id, merchant,
  json_object(
    'order', json_object('merchant', merchant, 'sale', sale, 'method', method, 'amount', amount, 'currency', currency,
      'action', 'sale', 'customer', NULL, 'container', NULL, 'contract', NULL, 'orderId', NULL, 'purpose', NULL,
      'pushUrl', NULL, 'successUrl', NULL, 'failureUrl', NULL, 'demo', json('false'), 'basket', json('[]'),
      'accrual', json('false'), 'descriptor', NULL, 'recurring', NULL, 'requestToken', json('false'),
      'notificationUrl', NULL, 'parent', NULL, 'email', NULL),
    'money', json_object('stage', stage, 'action', 'sale', 'amount', amount, 'held', iif(stage = 'authorised', amount, 0),
      'captured', iif(stage = 'captured', amount, 0), 'refunded', refunded),
    'key', key, 'instrument', NULL, 'contract', NULL, 'forced', NULL, 'token', NULL, 'customer', NULL, 'used', NULL,
    'subscription', NULL,
    'detail', json_object('object', 'payment.svcdebits', 'id', id, 'payment_id', id, 'trans_id', old ->> 'trans_id',
      'transaction_hash', old ->> 'transaction_hash', 'status', word, 'amount', amount, 'currency', currency,
      'purpose', NULL, 'order_id', NULL, 'transaction_status', status, 'payment_action', 'sale',
      'transfer_purpose', NULL, 'transfer_account', NULL, 'customer', NULL, 'container', NULL,
      'used_payment_instrument', NULL, 'redirect_url', json(redirect), 'iframe_url', NULL, 'basket', json('[]'),
      'accrual', json('false'), 'demo', json('false'), 'subscription', NULL, 'sub_transactions', json('[]'),
      'mandate', NULL)),
  json_object('object', 'payment.transactions', 'id', id,
    'merchant', json_object('object', 'general.merchants', 'id', merchant), 'trans_id', old ->> 'trans_id',
    'transaction_hash', old ->> 'transaction_hash', 'product_id', 16, 'product', 'Lastschrift',
    'product_raw', 'PAYMENTGUARANTEE_DEBIT', 'zahlungsmittel_id', 1, 'contract_id', 0, 'amount', amount,
    'currency', currency, 'created', old ->> 'created', 'updated', old ->> 'updated', 'description', '',
    'description_raw', '', 'status', status, 'status_text', text,
    'details', json_object('cleared', 'open', 'status', status, 'status_text', text, 'status_simple', simple,
      'status_simple_text', word, 'amount', iif(stage = 'denied', 0, amount - refunded), 'description', '',
      'description_raw', ''),
    'customer', NULL, 'incoming_payment_date', NULL, 'payout_date', NULL, 'platform', 'tillbridge', 'store', NULL,
    'store_name', NULL, 'contract', NULL, 'container', NULL, 'parents', json('[]'), 'related_transactions', json('[]'),
    'subscription', NULL, 'completion_date', NULL, 'tid', NULL, 'payment_data', NULL, 'invoice_number', NULL,
    'reference_id', NULL, 'incoming_payment_purpose', NULL, 'incoming_payment_iban', NULL, 'incoming_payment_bic', NULL,
    'account_owner', NULL, 'accrual', json('false'), 'order_id', NULL, 'payment_action', 'sale',
    'payment_method', method, 'purpose', NULL, 'demo', json('false'), 'transmitted_to_bank', json('false'),
    'documents', json('[]'), 'load_date', NULL, 'basket', json('[]'), 'redirect_url', json(redirect)),
  old ->> 'trans_id', old ->> 'transaction_hash', status, simple, amount, 16,
  CAST(unixepoch(old ->> 'created') AS INTEGER) * 1000
FROM kept_payment ORDER BY number;

INSERT INTO acquirer_book (key, original, kind, method, amount, currency, answer)
SELECT key, key, iif(stage = 'authorised', 'authorise', 'sale'), method, amount, currency,
  json_object('approved', json(iif(stage = 'denied', 'false', 'true')), 'waits', NULL, 'authorisation', '', 'reason', '',
    'token', NULL)
FROM kept_payment WHERE key IS NOT NULL ORDER BY number;
INSERT INTO acquirer_book (key, original, kind, method, amount, currency, answer)
SELECT key || '-refund', key, 'refund', method, refunded, currency,
  json_object('approved', json('true'), 'waits', NULL, 'authorisation', '', 'reason', '', 'token', NULL)
FROM kept_payment WHERE key IS NOT NULL AND refunded > 0 ORDER BY number;

DROP TABLE kept_payment;
DROP TABLE old_payment;
DROP TABLE payment;
DROP TABLE virtual_acquirer;
