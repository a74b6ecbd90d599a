/**
 * The rows that are receipts in the layout: sales, and what else a till writes down: cash that goes in and out beside sales, the
 * counted float of a day, and baskets that were given up. `$1` store, `$2` first and `$3` last business day.
 */

export const iso = (column: string): string => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
export const receiptId = (alias: string): string => `${alias}.epoch || '-' || ${alias}.sequence`;

/** Kinds of the cash book as the layout names them (DSFinV-K, appendix of business transactions). */
const CASH_KINDS = `CASE document.record::jsonb #>> '{facts,kind}' WHEN 'float' THEN 'Geldtransit' WHEN 'bank' THEN 'Geldtransit'
    WHEN 'private' THEN CASE WHEN (document.record::jsonb ->> 'sum')::bigint < 0 THEN 'Privatentnahme' ELSE 'Privateinlage' END
    WHEN 'wage' THEN 'Lohnzahlung' WHEN 'tipPayout' THEN 'TrinkgeldAN'
    WHEN 'difference' THEN 'DifferenzSollIst' WHEN 'openingDifference' THEN 'DifferenzSollIst'
    ELSE CASE WHEN (document.record::jsonb ->> 'sum')::bigint < 0 THEN 'Auszahlung' ELSE 'Einzahlung' END END`;

/** Records beside the sales; the index `document_cash` has these kinds alone. */
const BESIDE = `document.kind IN ('cashMovement', 'basket', 'shift')`;
const IS_RECEIPT = `(document.kind = 'cashMovement' OR (document.kind = 'basket' AND document.event = 'abandoned')
    OR (document.kind = 'shift' AND document.event = 'opened'))`;

/** The first shift of a business day says what lay in the drawer before anything was sold; its difference is a movement of its own. */
const IS_FIRST = `NOT EXISTS (SELECT 1 FROM document AS earlier WHERE earlier.store = document.store AND earlier.business_day = document.business_day
      AND earlier.till = document.till AND (earlier.epoch, earlier.sequence) < (document.epoch, document.sequence)
      AND ((earlier.kind = 'shift' AND earlier.event = 'opened') OR earlier.kind = 'sale'))`;

const COLUMNS =
  'store, business_day, till, epoch, sequence, event, id, receipt_number, at, cashier, currency, turnover, tip';

/** `moved`: cash beside sales, signed; null of a sale. The primary keys are in the order of the files. */
export const RECEIPTS = `WITH receipt AS (
    SELECT ${COLUMNS}, 'Beleg' AS bon_typ, NULL::text AS gv_typ, NULL::text AS gv_name, NULL::bigint AS moved
      FROM sale WHERE store = $1 AND business_day BETWEEN $2::date AND $3::date AND sales <> 0
    UNION ALL
    SELECT document.store, document.business_day, document.till, document.epoch, document.sequence, document.event, document.object,
      (document.record::jsonb #>> '{facts,slip}')::bigint, document.at,
      coalesce(document.record::jsonb #>> '{facts,person,name}', document.record::jsonb #>> '{facts,person}', ''),
      coalesce(document.record::jsonb ->> 'currency', ''), 0, 0,
      CASE document.kind WHEN 'basket' THEN 'AVBelegabbruch' ELSE 'Beleg' END,
      CASE document.kind WHEN 'cashMovement' THEN ${CASH_KINDS} WHEN 'shift' THEN 'Anfangsbestand' END,
      CASE document.kind WHEN 'cashMovement' THEN document.record::jsonb #>> '{facts,reason}' WHEN 'shift' THEN 'Anfangsbestand' END,
      CASE document.kind WHEN 'cashMovement' THEN (document.record::jsonb ->> 'sum')::bigint
        WHEN 'shift' THEN coalesce((document.record::jsonb #>> '{facts,expected}')::bigint, (document.record::jsonb #>> '{facts,opening}')::bigint, 0)
        ELSE 0 END
      FROM document WHERE document.store = $1 AND document.business_day BETWEEN $2::date AND $3::date AND ${BESIDE} AND ${IS_RECEIPT}
        AND (document.kind <> 'shift' OR ${IS_FIRST}))`;

export const sameReceipt = (table: string): string =>
  `${table}.store = receipt.store AND ${table}.business_day = receipt.business_day AND ${table}.till = receipt.till
    AND ${table}.epoch = receipt.epoch AND ${table}.sequence = receipt.sequence`;

/** What was paid by each method, beside the loyalty card; cash beside sales is cash. */
export const TENDERS = `LATERAL (SELECT tender.method, tender.amount, tender.position FROM tender WHERE ${sameReceipt('tender')} AND tender.method <> 'loyalty'
    UNION ALL SELECT 'cash', receipt.moved, 1 WHERE receipt.moved <> 0) AS tender`;

/** The business days of a till, which are its closings. */
export const closingDays = (store: string, more: string): string =>
  `SELECT till, business_day FROM figure_sale AS days WHERE days.store = ${store} AND (days.sales <> 0 OR days.cancellations <> 0) ${more}
    UNION SELECT till, business_day FROM document AS days WHERE days.store = ${store} AND ${BESIDE.replaceAll('document.', 'days.')}
      AND ${IS_RECEIPT.replaceAll('document.', 'days.')} ${more}`;

/** `$1` store, `$2` and `$3` days: the closings of the span, each with its number and the moment of its last receipt. */
export const CLOSINGS = `${RECEIPTS} SELECT numbered.till, to_char(numbered.business_day, 'YYYY-MM-DD') AS day, numbered.z_nr AS number, made.at AS made
    FROM (SELECT till, business_day, row_number() OVER (PARTITION BY till ORDER BY business_day) AS z_nr
      FROM (${closingDays('$1', 'AND days.business_day <= $3::date')}) AS days) AS numbered
    JOIN (SELECT till, business_day, ${iso('max(at)')} AS at FROM receipt GROUP BY 1, 2) AS made USING (till, business_day)`;
