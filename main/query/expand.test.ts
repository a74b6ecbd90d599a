import { describe, expect, it } from 'vitest';
import { expanded, parseExpand } from './expand.ts';

const merchant = { object: 'general.merchants', id: 'MRC_1', name: 'Shop', owner: { object: 'people', id: 'P1' } };
const payment = { object: 'payment.transactions', id: 'PCI_1', amount: 5, sale: { object: 'sales', id: 'STX_1' } };
const read = (_object: string, id: string) => ({ MRC_1: merchant, PCI_1: payment })[id];

const sale = {
  object: 'sales',
  id: 'MRC_1',
  merchant: { object: 'general.merchants', id: 'MRC_1' },
  transactions: [
    { object: 'payment.transactions', id: 'PCI_1', hash: 'abc' },
    { object: 'payment.transactions', id: 'PCI_2' },
  ],
  checkin: { by: { object: 'general.merchants', id: 'MRC_1' } },
  odd: [null, 5, { object: 'x' }, { id: 'MRC_1' }, { object: 5, id: 'MRC_1' }],
};

describe('which references', () => {
  it('all, or by name', () => {
    expect(parseExpand('all')).toBe('all');
    expect(parseExpand('merchant,ALL')).toBe('all');
    expect(parseExpand('*')).toBe('all');
    expect(parseExpand(' merchant , checkin.by ')).toEqual(new Set(['merchant', 'checkin.by']));
    expect(parseExpand('')).toBeNull();
    expect(parseExpand('a b')).toEqual({ wrong: expect.stringContaining('not a field') });
    expect(parseExpand('a..b')).toEqual({ wrong: expect.stringContaining('not a field') });
  });
});

describe('a document', () => {
  it('has its references replaced, one level, and itself left alone', () => {
    expect(expanded(sale, 'all', read)).toEqual({
      ...sale,
      merchant,
      transactions: [{ ...payment, hash: 'abc' }, sale.transactions[1]],
      checkin: { by: merchant },
    });
  });

  it('has those replaced that are named, in lists and below others', () => {
    expect(expanded(sale, new Set(['transactions', 'checkin.by']), read)).toEqual({
      ...sale,
      transactions: [{ ...payment, hash: 'abc' }, sale.transactions[1]],
      checkin: { by: merchant },
    });
    expect(expanded(sale, new Set(['nothing', 'merchant.id']), read)).toEqual(sale);
  });

  it('with members such as __proto__ stays what it is', () => {
    const odd = JSON.parse('{"__proto__":{"a":1},"constructor":{"object":"general.merchants","id":"MRC_1"}}');
    const copy = expanded(odd, 'all', read);
    expect(Object.keys(copy as object)).toEqual(['__proto__', 'constructor']);
    expect(Object.getPrototypeOf(copy)).toBe(Object.prototype);
  });
});
