import fc from 'fast-check';
import Type, { type TProperties, type TSchema } from 'typebox';
import { describe, expect, it } from 'vitest';
import { memberCheck, unknownMembers } from './memberTree.ts';

const openObject = (members: TProperties) => Type.Object(members, { additionalProperties: true });
const nullable = (schema: TSchema) => Type.Union([schema, Type.Null()]);
const line = { desc: Type.Optional(Type.String()), priceOne: Type.Integer(), quantity: Type.Optional(Type.Integer()) };
const sale = openObject({
  transactionRef: Type.Optional(Type.String()),
  merchant: Type.Union([Type.String(), openObject({ id: Type.String() })]),
  basket: Type.Optional(
    nullable(
      Type.Union([
        openObject({ products: Type.Array(openObject({ ...line, sub_basket: Type.Array(openObject(line)) })) }),
        Type.Array(Type.Unknown(), { maxItems: 0 }),
      ]),
    ),
  ),
  basket_info: openObject({ sum: Type.Integer() }),
  context: openObject({ auto_capture: Type.Boolean() }),
  free: openObject({}),
  texts: Type.Array(Type.Unknown()),
  by_name: Type.Record(Type.String(), Type.Integer()),
});
const check = memberCheck(sale, openObject({ id: Type.String(), status: Type.String(), contact: openObject({}) }));
const found = (body: unknown) => unknownMembers(body, check).map(({ path, meant }) => [path, meant]);

describe('members of a body', () => {
  it('are known where they are declared, whatever they hold', () => {
    expect(
      found({
        transactionRef: 1,
        merchant: { id: 'x' },
        basket: { products: [{ priceOne: 1, sub_basket: [{ desc: 'x' }] }] },
        free: { anything: { at: ['all'] } },
        texts: [{ a: 1 }],
        by_name: { any: 1 },
      }),
    ).toEqual([]);
    for (const body of [null, undefined, 'x', 1, [], { basket: [] }, { basket: null }, { merchant: 'me' }])
      expect(found(body)).toEqual([]);
  });

  it('are known where the answer has them, because a document that was read may be sent back', () => {
    expect(found({ id: 'STX', status: 'ok', contact: { a: 1 } })).toEqual([]);
  });

  it('are unknown at any depth, and the path says where', () => {
    expect(found({ colour: 1, basket: { products: [{}, { colour: 1, sub_basket: [{ shade: 2 }] }] } })).toEqual([
      ['colour', null],
      ['basket.products[1].colour', null],
      ['basket.products[1].sub_basket[0].shade', null],
    ]);
  });

  it.each([
    [{ transaction_ref: 'x' }, 'transactionRef'],
    [{ baskets: {} }, 'basket'],
    [{ basket: { product: [] } }, 'basket.products'],
    [{ basket: { products: [{ price: 1 }] } }, 'basket.products[0].priceOne'],
    [
      { basket: { products: [{ priceOne: 1, sub_basket: [{ quantiy: 1 }] }] } },
      'basket.products[0].sub_basket[0].quantity',
    ],
    [{ products: [] }, 'basket.products'],
    [{ auto_capture: true }, 'context.auto_capture'],
    [{ basket: { transactionRef: 'x' } }, 'transactionRef'],
  ])('%j probably means %s', (body, meant) => {
    expect(found(body).map(([, known]) => known)).toEqual([meant]);
  });

  it.each([
    [{ basket: { products: [{ price: 1, priceOne: 1 }] } }, 'the known one is there, too'],
    [{ basket: { products: [{ price: null }] } }, 'it says nothing'],
    [{ auto_capture: true, context: { auto_capture: true } }, 'the known one stands where it belongs'],
    [{ desc: 'x' }, 'its name stands in several places'],
  ])('%j means nothing else: %s', (body, _why) => {
    expect(found(body).map(([, known]) => known)).toEqual([null]);
  });

  it('have names of any kind', () => {
    const body = JSON.parse('{"__proto__x": 1, "a b": 1, "": 1, "größe": 1, "x\\ny": 1, "toString": 1}');
    expect(found(body).map(([path]) => path)).toEqual([
      '__proto__x',
      '["a b"]',
      '[""]',
      'größe',
      '["x\\ny"]',
      'toString',
    ]);
    expect(found({ [`x${'y'.repeat(5000)}`]: 1 })[0]?.[0]).toHaveLength(61);
    expect(found(JSON.parse('{"__proto__": {"a": 1}, "constructor": {"prototype": {}}}'))).toHaveLength(2);
  });

  it('are found in any JSON, and nothing that is declared is among them', () => {
    fc.assert(
      fc.property(fc.jsonValue(), body => {
        for (const { path } of unknownMembers(body, check)) expect(path).not.toBe('transactionRef');
      }),
    );
  });

  it('are compared with known ones a bounded number of times', () => {
    const body = Object.fromEntries(Array.from({ length: 30_000 }, (_, index) => [`basktt${index}`, 1]));
    expect(found(body)).toHaveLength(30_000);
    const lines = Array.from({ length: 2000 }, () => ({ price: 1 }));
    expect(found({ basket: { products: lines } }).at(-1)).toEqual([
      'basket.products[1999].price',
      'basket.products[1999].priceOne',
    ]);
  });
});
