/** The list of records that are kept and do not count, each with what it waits for. */
import type { Texts } from '../../../domain/texts.ts';
import type { ListTable } from '../../lists/listTable.ts';

const waitingTexts: Readonly<Record<'sale' | 'person' | 'newerOffice' | 'nothing', (object: string) => Texts>> = {
  sale: object => ({
    de: `Storno ohne Verkauf: wartet auf den Verkauf ${object}. Er zählt, sobald die Kasse ihn sendet, die ihn gebucht hat.`,
    en: `Cancellation without a sale: waits for the sale ${object}. It counts as soon as the till sends it that booked it.`,
  }),
  person: object => ({
    de: `${object} hat eine Person aus den Büchern genommen; es zählt, wenn sie es zurücknimmt.`,
    en: `A person took ${object} out of the books; it counts when that is taken back.`,
  }),
  newerOffice: () => ({
    de: 'Von einer neueren Kasse: wartet auf eine neuere Version der Zentrale.',
    en: 'Of a newer till: waits for a newer version of the back office.',
  }),
  nothing: object => ({
    de: `${object} ist unter einer anderen Nummer schon gezählt. Es ist nichts zu tun.`,
    en: `${object} was counted under another number already. There is nothing to do.`,
  }),
};

const isoOf = (value: unknown): string => new Date(Number(value)).toISOString();

const WAITS_FOR = `CASE WHEN set_aside.object IS NOT NULL THEN 'person'
    WHEN document.kind = 'sale' AND document.event = 'cancelled' AND sale.id IS NULL THEN 'sale'
    WHEN document.kind = 'sale' AND document.event IN ('closed', 'cancelled') THEN 'nothing' ELSE 'newerOffice' END`;

/** The index `document_uncounted` has these records alone. */
export const waiting: ListTable = {
  from: `document LEFT JOIN till ON till.id = document.till
    LEFT JOIN set_aside ON set_aside.store = document.store AND set_aside.till = document.till
      AND set_aside.epoch = document.epoch AND set_aside.sequence = document.sequence
    LEFT JOIN sale ON sale.store = document.store AND sale.id = document.object AND sale.event = 'closed'`,
  scope: 'document.store = ANY($1::text[]) AND NOT document.figures',
  columns: `document.store, document.till, till.name AS till_name, document.epoch, document.sequence, document.kind, document.event,
    document.object, document.business_day, round(extract(epoch FROM document.received) * 1000)::bigint AS received, ${WAITS_FOR} AS waits_for`,
  fields: {
    store: { type: 'id', sql: 'document.store' },
    till: { type: 'id', sql: 'document.till' },
    object: { type: 'id', sql: 'document.object' },
    kind: { type: 'text', sql: 'document.kind' },
    event: { type: 'text', sql: 'document.event' },
    business_day: { type: 'timestamp', sql: 'document.business_day', form: 'date' },
    received: { type: 'timestamp', sql: 'document.received' },
    waits_for: { type: 'text', sql: WAITS_FOR },
  },
  order: ['document.received', 'document.till', 'document.epoch', 'document.sequence'],
  row: row => ({
    ...row,
    received: isoOf(row.received),
    texts: waitingTexts[row.waits_for as keyof typeof waitingTexts](String(row.object)),
  }),
};
