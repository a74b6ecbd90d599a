/** Layout of receipt lines. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ReceiptLine } from '../../main/wire/shapes.ts';
import { slipsOf } from './receiptLayout.ts';

test('begins a slip with a separator, as a headline or as a rule', () => {
  const slips = slipsOf([
    { type: 'separator', value: { caption: 'Kundenkarte' } },
    { type: 'name-value', value: { name: 'Karte', value: '0018', decoration: [] } },
    { type: 'space' },
    { type: 'separator', value: {} },
    { type: 'textline', value: { text: 'Danke', decoration: ['align-center', 'important'] } },
  ]);
  expect(slips).toEqual([
    {
      head: { kind: 'caption', text: 'Kundenkarte' },
      rows: [{ kind: 'pair', name: 'Karte', value: '0018', important: false }, { kind: 'space' }],
    },
    { head: { kind: 'rule' }, rows: [{ kind: 'text', text: 'Danke', align: 'center', important: true }] },
  ]);
});

test('makes a slip without a head of lines before the first separator', () => {
  expect(slipsOf([{ type: 'textline', value: { text: 'a', decoration: ['align-right'] } }])).toEqual([
    { head: null, rows: [{ kind: 'text', text: 'a', align: 'right', important: false }] },
  ]);
  expect(slipsOf([])).toEqual([]);
});

const decoration = fc.subarray(['important', 'align-left', 'align-center', 'align-right'] as const);
const line: fc.Arbitrary<ReceiptLine> = fc.oneof(
  fc.record({
    type: fc.constant('separator' as const),
    value: fc.record({ caption: fc.string() }, { requiredKeys: [] }),
  }),
  fc.record({ type: fc.constant('textline' as const), value: fc.record({ text: fc.string(), decoration }) }),
  fc.record({
    type: fc.constant('name-value' as const),
    value: fc.record({ name: fc.string(), value: fc.string(), decoration }),
  }),
  fc.record({ type: fc.constant('space' as const) }),
) as fc.Arbitrary<ReceiptLine>;

test('keeps all lines of a receipt in their order', () => {
  fc.assert(
    fc.property(fc.array(line, { maxLength: 400 }), lines => {
      const slips = slipsOf(lines);
      const rows = slips.reduce((total, slip) => total + slip.rows.length + (slip.head ? 1 : 0), 0);
      expect(rows).toBe(lines.length);
      const texts = lines.flatMap(l => (l.type === 'textline' ? [l.value.text] : []));
      expect(slips.flatMap(s => s.rows.flatMap(row => (row.kind === 'text' ? [row.text] : [])))).toEqual(texts);
    }),
  );
});
