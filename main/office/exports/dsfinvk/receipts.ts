/**
 * The rows that are receipts in the layout: sales, and what else a till writes down: cash that goes in and out beside sales, what a
 * terminal moved without a sale, the counted float at the beginning of a closing, and baskets that were given up. `$1` store, `$2` first and `$3` last business day of the
 * closings, `$4` the closings (`closings.ts`).
 */
import { operationSigns } from '../../../domain/terminalOperation.ts';

export const iso = (column: string): string => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
export const receiptId = (alias: string): string => `${alias}.epoch || '-' || ${alias}.sequence`;

/** Kinds of the cash book as the layout names them (DSFinV-K, appendix of business transactions). */
const CASH_KINDS = `CASE document.record::jsonb #>> '{facts,kind}' WHEN 'float' THEN 'Geldtransit' WHEN 'bank' THEN 'Geldtransit'
    WHEN 'private' THEN CASE WHEN (document.record::jsonb ->> 'sum')::bigint < 0 THEN 'Privatentnahme' ELSE 'Privateinlage' END
    WHEN 'wage' THEN 'Lohnzahlung' WHEN 'tipPayout' THEN 'TrinkgeldAN'
    WHEN 'difference' THEN 'DifferenzSollIst' WHEN 'openingDifference' THEN 'DifferenzSollIst'
    ELSE CASE WHEN (document.record::jsonb ->> 'sum')::bigint < 0 THEN 'Auszahlung' ELSE 'Einzahlung' END END`;

/** The operations that move money at a terminal, each with its direction. */
const OPERATIONS = Object.entries(operationSigns)
  .map(([operation, sign]) => `('${operation}', ${sign})`)
  .join(', ');

/** Money of a card without a sale: a tip belongs to the staff, for everything else the till knows no goods (DSFinV-K, appendix of business transactions). */
const OPERATION_KINDS = `CASE WHEN operation.facts ? 'tip' OR moves.operation = 'tip' THEN 'TrinkgeldAN' WHEN moves.sign < 0 THEN 'Auszahlung' ELSE 'Einzahlung' END`;
const OPERATION_NAMES = `CASE WHEN operation.facts ? 'tip' AND moves.sign < 0 THEN 'Trinkgeld zurückgenommen' ELSE CASE moves.operation WHEN 'tip' THEN 'Trinkgeld nachträglich'
    WHEN 'booking' THEN 'Vorautorisierung gebucht' WHEN 'refund' THEN 'Gutschrift auf Karte' WHEN 'reversal' THEN 'Kartenzahlung storniert' ELSE 'Kartenzahlung ohne Verkauf' END END`;

/** Records beside the sales; the index `document_cash` has these kinds alone. */
const BESIDE = `document.kind IN ('cashMovement', 'basket', 'shift')`;
const IS_RECEIPT = `(document.kind = 'cashMovement' OR (document.kind = 'basket' AND document.event = 'abandoned')
    OR (document.kind = 'shift' AND document.event = 'opened'))`;

/** The first shift of a closing says what lay in the drawer before anything was sold; its difference is a movement of its own. */
const IS_FIRST = `NOT EXISTS (SELECT 1 FROM document AS earlier WHERE earlier.store = $1
      AND earlier.business_day BETWEEN closing.first_day AND closing.last_day AND earlier.till = document.till
      AND (earlier.epoch, earlier.sequence) > (closing.after_epoch, closing.after_sequence)
      AND (earlier.epoch, earlier.sequence) < (document.epoch, document.sequence)
      AND ((earlier.kind = 'shift' AND earlier.event = 'opened') OR earlier.kind = 'sale'))`;

const COLUMNS = ['store', 'business_day', 'till', 'epoch', 'sequence', 'event', 'id', 'receipt_number', 'at', 'cashier']
  .concat('currency', 'turnover', 'tip')
  .map(column => `sale.${column}`)
  .join(', ');

const CLOSING = 'closing.place, closing.number AS z_nr, closing.made AS z_erstellung, closing.day AS z_day';
/** A record belongs to the closing between whose places it stands. */
const inClosing = (table: string): string => `closing ON closing.till = ${table}.till
      AND (${table}.epoch, ${table}.sequence) > (closing.after_epoch, closing.after_sequence)
      AND (${table}.epoch, ${table}.sequence) < (closing.epoch, closing.sequence)
      AND ${table}.business_day BETWEEN closing.first_day AND closing.last_day
      WHERE ${table}.store = $1 AND ${table}.business_day BETWEEN $2::date AND $3::date`;

/** `moved`: money beside sales, signed, and the method (`moved_by`) that it went by; null of a sale. The primary keys are in the order of the files. */
export const RECEIPTS = `WITH closing AS (SELECT * FROM jsonb_to_recordset($4::text::jsonb) AS closing (place integer, till text, number bigint,
      made text, day text, after_epoch bigint, after_sequence bigint, epoch bigint, sequence bigint, first_day date, last_day date)),
  receipt AS (
    SELECT ${COLUMNS}, ${CLOSING}, 'Beleg' AS bon_typ, NULL::text AS gv_typ, NULL::text AS gv_name, NULL::bigint AS moved, NULL::text AS moved_by
      FROM sale JOIN ${inClosing('sale')} AND sale.sales <> 0
    UNION ALL
    SELECT document.store, document.business_day, document.till, document.epoch, document.sequence, document.event, document.object,
      (document.record::jsonb #>> '{facts,slip}')::bigint, document.at,
      coalesce(document.record::jsonb #>> '{facts,person,name}', document.record::jsonb #>> '{facts,person}', ''),
      coalesce(document.record::jsonb ->> 'currency', ''), 0, 0, ${CLOSING},
      CASE document.kind WHEN 'basket' THEN 'AVBelegabbruch' ELSE 'Beleg' END,
      CASE document.kind WHEN 'cashMovement' THEN ${CASH_KINDS} WHEN 'shift' THEN 'Anfangsbestand' END,
      CASE document.kind WHEN 'cashMovement' THEN document.record::jsonb #>> '{facts,reason}' WHEN 'shift' THEN 'Anfangsbestand' END,
      CASE document.kind WHEN 'cashMovement' THEN (document.record::jsonb ->> 'sum')::bigint
        WHEN 'shift' THEN coalesce((document.record::jsonb #>> '{facts,expected}')::bigint, (document.record::jsonb #>> '{facts,opening}')::bigint, 0)
        ELSE 0 END, 'cash'
      FROM document JOIN ${inClosing('document')} AND document.figures AND ${BESIDE} AND ${IS_RECEIPT}
        AND (document.kind <> 'shift' OR ${IS_FIRST})
    UNION ALL
    SELECT operation.store, operation.business_day, operation.till, operation.epoch, operation.sequence, operation.event, operation.object,
      NULL, operation.at, coalesce(operation.facts ->> 'person', ''), coalesce(document.record::jsonb ->> 'currency', ''), 0, 0, ${CLOSING},
      'Beleg', ${OPERATION_KINDS}, ${OPERATION_NAMES}, moves.sign * operation.amount, 'cashless'
      FROM card_operation AS operation JOIN document USING (store, business_day, till, epoch, sequence)
        JOIN (VALUES ${OPERATIONS}) AS moves (operation, sign) ON moves.operation = operation.facts ->> 'operation'
        JOIN ${inClosing('operation')} AND operation.kind = 'terminalOperation' AND operation.event = 'approved' AND operation.amount <> 0)`;

/** The store is bound once more in every table: all of them lie on one node then. */
export const sameReceipt = (table: string): string =>
  `${table}.store = $1 AND ${table}.business_day = receipt.business_day AND ${table}.till = receipt.till
    AND ${table}.epoch = receipt.epoch AND ${table}.sequence = receipt.sequence`;

/** Redeeming what the shop owes is no payment: the balance of a loyalty card, and vouchers of the shop. */
export const IS_PAYMENT = `tender.method NOT IN ('loyalty', 'voucher')`;

/** The amount that was paid by each method, beside sales, too. */
export const TENDERS = `LATERAL (SELECT tender.method, tender.amount, tender.position FROM tender WHERE ${sameReceipt('tender')} AND ${IS_PAYMENT}
    UNION ALL SELECT receipt.moved_by, receipt.moved, 1 WHERE receipt.moved <> 0) AS tender`;

/** The number of the closing that contains a record of the store, whenever it was: of the Z report behind it, else the one to come. */
export const closingNumber = (alias: string): string => {
  const number = (z: string) => `CASE WHEN ${z} ~ '^[0-9]{1,15}$' THEN (${z})::bigint ELSE 0 END`;
  const nearest = (
    side: '>' | '<',
    order: 'ASC' | 'DESC',
  ) => `(SELECT ${number("z.record::jsonb #>> '{facts,number}'")} FROM document AS z
      WHERE z.store = $1 AND z.till = ${alias}.till AND z.kind = 'zReport' AND (z.epoch, z.sequence) ${side} (${alias}.epoch, ${alias}.sequence)
      ORDER BY z.epoch ${order}, z.sequence ${order} LIMIT 1)`;
  return `coalesce(${nearest('>', 'ASC')}, ${nearest('<', 'DESC')} + 1, 1)`;
};
