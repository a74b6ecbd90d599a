/**
 * The statements behind the files of the layout, called with `closingParameters`. Rows are in the order of the closings, and in
 * each in that of its till.
 */

import { closingNumber, IS_PAYMENT, iso, RECEIPTS, receiptId, sameReceipt, TENDERS } from './receipts.ts';

const CLOSING_KEY = 'receipt.till AS z_kasse_id, receipt.z_erstellung, receipt.z_nr';
const OF_CLOSING = 'receipt.place, receipt.till, receipt.z_erstellung, receipt.z_nr';
const ORDER = `${OF_CLOSING}, receipt.epoch, receipt.sequence`;
/** Columns of the files that have a row for each closing, also for one without a receipt. */
const EMPTY_KEY = 'closing.till AS z_kasse_id, closing.made AS z_erstellung, closing.number AS z_nr';
const EACH_CLOSING = 'closing.place, closing.till, closing.made, closing.number';
const WITH_RECEIPTS = 'FROM closing LEFT JOIN receipt ON receipt.place = closing.place JOIN store ON store.id = $1';

/** The shop as the till of the closing told it; what a person has set in the back office comes before it. */
const TOLD =
  'LEFT JOIN till ON till.id = closing.till LEFT JOIN heartbeat ON heartbeat.store = $1 AND heartbeat.bridge = till.bridge';
const TOLD_FACT = (name: string): string => `NULLIF(heartbeat.condition #>> '{shop,${name}}', '')`;
const company = (name: string): string => `max(coalesce(merchant.${name}, ${TOLD_FACT(name)}))`;
const place = (name: string): string => `coalesce(store.${name}, ${TOLD_FACT(name)})`;

/** Keys of tax rates as the layout fixes them; others get a number of their own: 1000 + 13, with decimals 10000 + 810 for 8.1. */
const taxKey = (tax: string): string =>
  `(CASE ${tax} WHEN 19 THEN 1 WHEN 7 THEN 2 WHEN 0 THEN 6 ELSE CASE WHEN ${tax} = trunc(${tax}) THEN 1000 + ${tax}
     ELSE 10000 + round(${tax} * 100) END END)::integer`;
const NOT_TAXED = 5;

/** A deposit that is taken, or given back; a cancellation turns its sign and keeps its kind, so that both sides balance. */
const DEPOSIT = `CASE WHEN (sale_line.amount < 0) <> (receipt.event = 'cancelled') THEN 'PfandRueckzahlung' ELSE 'Pfand' END`;

/**
 * The tax within a line, to a thousandth of a minor unit. What the lines of a rate differ by from the tax of the receipt, which is whole
 * minor units, is on the largest of them: so files, receipts and reports have the same tax.
 */
const LINE_TAX = 'round(sale_line.amount * sale_line.tax::numeric / (100 + sale_line.tax::numeric), 3)';

/**
 * Every position of a receipt: lines of the basket, value loaded on a card (sale of a multi-purpose voucher), value taken from
 * it (its redemption), and what was paid beyond that, which is a tip. Read receipt by receipt through the primary keys.
 */
const ITEMS = `CROSS JOIN LATERAL (
    SELECT sale_line.position, CASE sale_line.item_type WHEN 'coupon' THEN 'Rabatt' WHEN 'deposit' THEN ${DEPOSIT} WHEN 'empties' THEN ${DEPOSIT} ELSE 'Umsatz' END AS gv_typ, sale_line.name,
       sale_line.article, sale_line.item_group, sale_line.group_name, sale_line.quantity::bigint AS quantity, sale_line.measured,
       sale_line.unit, sale_line.unit_price, sale_line.amount,
       ${taxKey('sale_line.tax')} AS tax_key, sale_line.amount - (${LINE_TAX} + CASE WHEN row_number() OVER largest = 1
         THEN coalesce(sale_tax.amount - sum(${LINE_TAX}) OVER (PARTITION BY sale_line.tax), 0) ELSE 0 END) AS net
      FROM sale_line LEFT JOIN sale_tax ON ${sameReceipt('sale_tax')} AND sale_tax.tax = sale_line.tax WHERE ${sameReceipt('sale_line')}
      WINDOW largest AS (PARTITION BY sale_line.tax ORDER BY abs(sale_line.amount) DESC, sale_line.position)
    UNION ALL
    SELECT beside.position, beside.gv_typ, beside.name, '', '', '', sign(beside.amount)::bigint * beside.side, 0, '', 0, beside.amount, ${NOT_TAXED}, beside.amount
      FROM (SELECT coalesce(sum(loyalty.issued), 0)::bigint AS issued, coalesce(sum(loyalty.redeemed), 0)::bigint AS redeemed
              FROM loyalty WHERE ${sameReceipt('loyalty')} AND loyalty.account = 'cash') AS moved
      CROSS JOIN (SELECT coalesce(sum(tender.amount), 0)::bigint AS amount
              FROM tender WHERE ${sameReceipt('tender')} AND ${IS_PAYMENT}) AS paid
      CROSS JOIN LATERAL (SELECT paid.amount - receipt.turnover - moved.issued + moved.redeemed AS rest) AS over
      CROSS JOIN LATERAL (VALUES
        (90001, 'MehrzweckgutscheinKauf', 'Kundenkarte oder Gutschein geladen', moved.issued, 1),
        (90002, 'MehrzweckgutscheinEinloesung', 'Kundenkarte oder Gutschein eingelöst', -moved.redeemed, -1),
        (90003, CASE WHEN over.rest = receipt.tip THEN 'TrinkgeldAN' ELSE 'DifferenzSollIst' END,
           CASE WHEN over.rest = receipt.tip THEN 'Trinkgeld' ELSE 'Differenz' END, over.rest, 1)
      ) AS beside (position, gv_typ, name, amount, side) WHERE beside.amount <> 0 AND receipt.moved IS NULL
    UNION ALL
    SELECT 1, receipt.gv_typ, receipt.gv_name, '', '', '', 1, 0, '', 0, receipt.moved, ${NOT_TAXED}, receipt.moved
      WHERE receipt.gv_typ IS NOT NULL AND receipt.moved <> 0) AS item`;

/** A pack is no piece: quantity and price are those of its unit (`MENGE` 0,532, `EINHEIT` kg, `STK_BR` of one kg). */
const QUANTITY = `CASE item.unit WHEN '' THEN item.quantity ELSE item.measured / 10000.0 END AS menge, 1 AS faktor,
     CASE item.unit WHEN '' THEN 'Stück' ELSE item.unit END AS einheit,
     CASE WHEN item.unit <> '' THEN item.unit_price WHEN item.quantity = 0 THEN item.amount
       ELSE round(item.amount::numeric / item.quantity, 3) END AS stk_br`;

/** The sales that a receipt refers to: the one that it cancels, and those of which it takes goods back. */
const ORIGINS = `LATERAL (SELECT receipt.id WHERE receipt.event = 'cancelled'
    UNION SELECT jsonb_array_elements_text(document.record::jsonb #> '{facts,returned_sales}') FROM document
      WHERE receipt.event = 'closed' AND ${sameReceipt('document')} AND jsonb_typeof(document.record::jsonb #> '{facts,returned_sales}') = 'array'
        AND EXISTS (SELECT 1 FROM sale_line WHERE ${sameReceipt('sale_line')} AND sale_line.item_type = 'return')) AS named`;

const FROM_ITEMS = `FROM receipt ${ITEMS}`;

const METHOD = `CASE coalesce(tender.method, 'none') WHEN 'none' THEN 'Keine' WHEN 'rounding' THEN 'Keine' WHEN 'cash' THEN 'Bar' WHEN 'cashless' THEN 'Unbar' WHEN 'creditcard' THEN 'Kreditkarte'
  WHEN 'debit' THEN 'Unbar' WHEN 'paypal' THEN 'ElZahlungsdienstleister' ELSE 'Unbar' END`;
const PAYMENTS = `FROM receipt CROSS JOIN ${TENDERS} WHERE TRUE`;

export const FILES = {
  lines: `${RECEIPTS} SELECT ${CLOSING_KEY}, ${receiptId('receipt')} AS bon_id, item.position AS pos_zeile, item.name AS artikeltext,
     receipt.till AS pos_terminal_id, item.gv_typ, '0' AS p_storno, 0 AS agentur_id, item.article AS art_nr, item.item_group AS warengr_id,
     item.group_name AS warengr, ${QUANTITY}
     ${FROM_ITEMS} ORDER BY ${ORDER}, item.position`,
  lines_vat: `${RECEIPTS} SELECT ${CLOSING_KEY}, ${receiptId('receipt')} AS bon_id, item.position AS pos_zeile,
     item.tax_key AS ust_schluessel, item.amount AS pos_brutto, item.net AS pos_netto, item.amount - item.net AS pos_ust
     ${FROM_ITEMS} ORDER BY ${ORDER}, item.position`,
  itemamounts: null,
  subitems: null,
  transactions: `${RECEIPTS} SELECT ${CLOSING_KEY}, ${receiptId('receipt')} AS bon_id, coalesce(receipt.receipt_number, receipt.sequence) AS bon_nr,
     receipt.bon_typ, receipt.till AS terminal_id, CASE WHEN receipt.event = 'cancelled' THEN '1' ELSE '0' END AS bon_storno,
     ${iso('receipt.at')} AS bon_start, ${iso('receipt.at')} AS bon_ende, receipt.cashier AS bediener_id, receipt.cashier AS bediener_name,
     (SELECT coalesce(sum(tender.amount), 0) FROM ${TENDERS}) AS ums_brutto,
     receipt.id AS bon_notiz FROM receipt ORDER BY ${ORDER}`,
  transactions_vat: `${RECEIPTS} SELECT ${CLOSING_KEY}, ${receiptId('receipt')} AS bon_id, item.tax_key AS ust_schluessel,
     sum(item.amount) AS bon_brutto, sum(item.net) AS bon_netto, sum(item.amount - item.net) AS bon_ust
     ${FROM_ITEMS} GROUP BY ${ORDER}, item.tax_key
     ORDER BY ${ORDER}, item.tax_key`,
  allocation_groups: null,
  datapayment: `${RECEIPTS} SELECT ${CLOSING_KEY}, ${receiptId('receipt')} AS bon_id, ${METHOD} AS zahlart_typ,
     coalesce(tender.method, 'none') AS zahlart_name, receipt.currency AS zahlwaeh_code,
     coalesce(tender.amount, 0) AS zahlwaeh_betrag, coalesce(tender.amount, 0) AS basiswaeh_betrag
     FROM receipt LEFT JOIN ${TENDERS} ON TRUE WHERE tender.method IS NOT NULL OR (receipt.bon_typ = 'Beleg' AND receipt.moved IS NULL)
     ORDER BY ${ORDER}, tender.position`,
  references: `${RECEIPTS} SELECT ${CLOSING_KEY}, ${receiptId('receipt')} AS bon_id, 'Transaktion' AS ref_typ, ${iso('origin.at')} AS ref_datum,
     origin.till AS ref_z_kasse_id, ${closingNumber('origin')} AS ref_z_nr,
     ${receiptId('origin')} AS ref_bon_id
     FROM receipt CROSS JOIN ${ORIGINS} JOIN sale AS origin ON origin.store = $1 AND origin.id = named.id AND origin.event = 'closed'
     WHERE receipt.moved IS NULL ORDER BY ${ORDER}, origin.business_day, origin.till, origin.epoch, origin.sequence`,
  transactions_tse: null,
  cashpointclosing: `${RECEIPTS} SELECT ${EMPTY_KEY}, closing.day AS z_buchungstag, '2.3' AS taxonomie_version,
     (array_agg(${receiptId('receipt')} ORDER BY receipt.epoch, receipt.sequence))[1] AS z_start_id,
     (array_agg(${receiptId('receipt')} ORDER BY receipt.epoch DESC, receipt.sequence DESC))[1] AS z_ende_id,
     max(merchant.name) AS name, ${company('street')} AS strasse, ${company('zip')} AS plz, ${company('city')} AS ort,
     coalesce(${company('country')}, 'DE') AS land, ${company('tax_number')} AS stnr, ${company('vat_id')} AS ustid, coalesce(sum(paid.amount), 0) AS z_se_zahlungen, coalesce(sum(paid.cash), 0) AS z_se_barzahlungen
     ${WITH_RECEIPTS} JOIN merchant ON merchant.id = store.merchant ${TOLD}
     LEFT JOIN LATERAL (SELECT sum(tender.amount) AS amount, sum(tender.amount) FILTER (WHERE tender.method = 'cash') AS cash
        FROM ${TENDERS}) AS paid ON TRUE
     GROUP BY ${EACH_CLOSING}, closing.day ORDER BY ${EACH_CLOSING}`,
  location: `${RECEIPTS} SELECT ${EMPTY_KEY}, store.name AS loc_name, ${place('street')} AS loc_strasse, ${place('zip')} AS loc_plz, ${place('city')} AS loc_ort,
     coalesce(merchant.country, ${TOLD_FACT('country')}, 'DE') AS loc_land, coalesce(merchant.vat_id, ${TOLD_FACT('vat_id')}) AS loc_ustid
     FROM closing JOIN store ON store.id = $1 JOIN merchant ON merchant.id = store.merchant ${TOLD} ORDER BY ${EACH_CLOSING}`,
  cashregister: `${RECEIPTS} SELECT ${EMPTY_KEY}, 'Tillbridge' AS kasse_brand, till.name AS kasse_modell, closing.till AS kasse_seriennr,
     'Tillbridge' AS kasse_sw_brand, heartbeat.condition->>'version' AS kasse_sw_version,
     coalesce(min(receipt.currency), merchant.currency) AS kasse_basiswaeh_code, '0' AS keine_ust_zuordnung
     ${WITH_RECEIPTS} JOIN merchant ON merchant.id = store.merchant ${TOLD}
     GROUP BY ${EACH_CLOSING}, till.name, heartbeat.condition, merchant.currency ORDER BY ${EACH_CLOSING}`,
  slaves: null,
  pa: null,
  vat: `${RECEIPTS} SELECT ${CLOSING_KEY}, item.tax_key AS ust_schluessel,
     CASE item.tax_key WHEN 1 THEN 19 WHEN 2 THEN 7 WHEN 5 THEN 0 WHEN 6 THEN 0 ELSE CASE WHEN item.tax_key > 10000 THEN (item.tax_key - 10000) / 100.0
       ELSE item.tax_key - 1000 END END AS ust_satz,
     CASE item.tax_key WHEN 1 THEN 'Regelsteuersatz' WHEN 2 THEN 'Ermäßigter Steuersatz' WHEN 5 THEN 'Nicht steuerbar'
       WHEN 6 THEN 'Umsatzsteuerfrei' ELSE 'Weiterer Steuersatz' END AS ust_beschr
     ${FROM_ITEMS} GROUP BY ${OF_CLOSING}, item.tax_key
     ORDER BY ${OF_CLOSING}, item.tax_key`,
  tse: null,
  businesscases: `${RECEIPTS} SELECT ${CLOSING_KEY}, item.gv_typ, 0 AS agentur_id, item.tax_key AS ust_schluessel,
     sum(item.amount) AS z_ums_brutto, sum(item.net) AS z_ums_netto, sum(item.amount - item.net) AS z_ust
     ${FROM_ITEMS} GROUP BY ${OF_CLOSING}, item.gv_typ, item.tax_key
     ORDER BY ${OF_CLOSING}, item.gv_typ, item.tax_key`,
  payment: `${RECEIPTS} SELECT ${CLOSING_KEY}, ${METHOD} AS zahlart_typ, tender.method AS zahlart_name, sum(tender.amount) AS z_zahlart_betrag
     ${PAYMENTS} GROUP BY ${OF_CLOSING}, tender.method
     ORDER BY ${OF_CLOSING}, tender.method`,
  cash_per_currency: `${RECEIPTS} SELECT ${CLOSING_KEY}, receipt.currency AS zahlart_waeh, sum(tender.amount) AS zahlart_betrag_waeh
     ${PAYMENTS} AND tender.method = 'cash' GROUP BY ${OF_CLOSING}, receipt.currency
     ORDER BY ${OF_CLOSING}, receipt.currency`,
} as const;
