/** Records that no honest till sends: none of them holds up its batch, and the reports of everybody else stay readable. */
import { expect, it } from 'vitest';
import type { OfficeRecord } from '../../wire/office/records.ts';
import {
  batchOf,
  onEachDatabase,
  type SaleRecordFacts,
  saleRecord,
  senderOf,
  type TestOffice,
} from '../office.fixture.ts';
import { createIngest } from './takeBatch.ts';

const LONGEST = Number.MAX_SAFE_INTEGER;
/** Letters that no compression makes shorter: an index holds at most 2,704 bytes of them. */
const noise = (length: number) =>
  Array.from({ length }, (_, index) =>
    String.fromCodePoint(0x4e00 + ((index * 7919 + index * index * 31) % 20_000)),
  ).join('');

const sale = (id: string, given: SaleRecordFacts = {}) => saleRecord(2, { id, ...given });
const line = (more: object) => ({ articleNumber: '1', desc: 'Coffee', quantity: 1, priceOne: 1190, tax: 19, ...more });
const operation = (facts: object): OfficeRecord => ({
  ...sale('CBK_H'),
  ...{ kind: 'cardOperation', event: 'booked', sum: null, currency: null, facts, document: null },
});

const hostile: readonly (readonly [string, OfficeRecord])[] = [
  ['NUL in an id', sale('STX_\0H')],
  ['half a character in an id', sale('STX_\ud800H')],
  ['NUL in a kind', { ...sale('STX_HK'), kind: 'sa\0le' }],
  ['NUL in facts', operation({ text: 'a\0b', 'na\0me': 1 })],
  ['half a character in facts', operation({ text: 'a\ud800b', '\udc00': '\udfff' })],
  ['facts of a prototype', operation(JSON.parse('{"__proto__": {"a": 1}, "constructor": 2}'))],
  ['the greatest sum', sale('STX_HS', { sum: LONGEST })],
  ['the greatest negative sum', sale('STX_HN', { sum: -LONGEST })],
  ['a sum beyond every integer', { ...sale('STX_HB'), sum: 1e300 }],
  ['the greatest quantity', sale('STX_HQ', { products: [line({ quantity: 2 ** 31, priceOne: 1 })] })],
  ['a tax beyond every rate', sale('STX_HT', { products: [line({ tax: 4_000_000_000 })] })],
  ['400 lines', sale('STX_HL', { sum: 400 * 1190, products: Array.from({ length: 400 }, () => line({})) })],
  [
    'long texts',
    sale('STX_HX', {
      products: [
        line({
          articleNumber: noise(5000),
          desc: noise(5000),
          group: [{ id: noise(5000), desc: noise(5000), level: 1 }],
        }),
      ],
    }),
  ],
  [
    'long facts',
    sale('STX_HF', {
      facts: { transaction_ref: noise(5000), cashier: noise(5000), method: noise(5000), card: noise(5000) },
    }),
  ],
  [
    'long names of a tender',
    sale('STX_HD', {
      facts: { tenders: [{ method: `cashless${noise(3000)}`, amount: 1190, tid: noise(3000), cardtype: noise(3000) }] },
    }),
  ],
  [
    'the greatest trace',
    sale('STX_HC', {
      facts: {
        receipt_number: LONGEST,
        tenders: [{ method: 'cashless', amount: 1190, trace: LONGEST, terminal_receipt: LONGEST }],
      },
    }),
  ],
  [
    'a campaign of a booking',
    operation({ bookings: [{ account: 'cash', amount: LONGEST, campaign: noise(3000), card: noise(3000) }] }),
  ],
  ['tenders that are no list of tenders', sale('STX_HZ', { facts: { tenders: [1, null, 'x'] } })],
  ['a basket that is none', sale('STX_HV', { products: 7 as unknown as object[] })],
  ['a second that does not exist', sale('STX_HM', { at: '2026-11-16T11:00:60Z' })],
  ['the year one', sale('STX_HY', { at: '0001-01-01T00:00:00Z' })],
  ['a day before the year one', { ...sale('STX_H0'), business_day: '0000-01-01' }],
];

onEachDatabase('hostile records', open => {
  const take = async (office: TestOffice, till: string, records: readonly OfficeRecord[]) =>
    createIngest(office).take(senderOf(till), await batchOf(records));

  it('are kept or refused alone, and the batch around them is taken', async () => {
    const office = open();
    for (const [index, [title, record]] of hostile.entries()) {
      const before = saleRecord(1, { id: `STX_B${index}` });
      const after = saleRecord(3, { id: `STX_A${index}` });
      const answer = await take(office, `TIL_H${index}`, [before, record, after]).catch(error => ({
        error,
        taken: 0,
        refused: [],
      }));
      expect([title, answer]).toEqual([title, expect.objectContaining({ batch: 0 })]);
      expect([title, answer.taken + answer.refused.length]).toEqual([title, 3]);
      expect(answer.taken, title).toBeGreaterThanOrEqual(2);
    }
    const [sums] = await office.database.query<{ good: number }>(
      "SELECT sum(turnover)::bigint AS good FROM sale WHERE id ~ '^STX_[AB][0-9]+$'",
    );
    expect(sums?.good).toBe(hostile.length * 2 * 1190);
  });
});
