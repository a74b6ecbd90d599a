/** The faults of a value against its schema: each names its place, what would be right, and what came. */
import Type from 'typebox';
import { expect, it } from 'vitest';
import { nullable } from '../wire/shapes.ts';
import { shapeFaults } from './shapeFaults.ts';

const Body = Type.Object({
  action: Type.Optional(nullable(Type.Enum(['authorization', 'sale']))),
  amount: Type.Integer({ minimum: 1, maximum: 500 }),
  pin: Type.Optional(Type.String({ maxLength: 8 })),
});

const of = (value: object) => shapeFaults(Body, value).map(({ path, texts, received }) => [path, texts.en, received]);

it('of a closed list names its values, also where null is allowed', () => {
  expect(of({ amount: 5, action: 'collection' })).toEqual([
    ['action', 'must be one of: authorization, sale.', 'string "collection"'],
  ]);
});

it('names every wrong member, and repeats no secret', () => {
  expect(of({ amount: 501, pin: '123456789' })).toEqual([
    ['amount', 'must be between 1 and 500.', 'number 501'],
    ['pin', 'is longer than 8 characters.', 'string of 9 characters'],
  ]);
});

it('of a number with decimals says that a whole number is wanted, whatever its bounds', () => {
  expect(of({ amount: 15.9 })).toEqual([['amount', 'must be a whole number.', 'number 15.9']]);
});

it('of a rate as text with a comma says how it is written', () => {
  const Line = Type.Object({
    tax: Type.Union([
      Type.Number({ minimum: 0, maximum: 100 }),
      Type.String({ pattern: '^[0-9]{1,15}([.][0-9]{1,2}0*)?$' }),
    ]),
  });
  expect(shapeFaults(Line, { tax: '8,1' }).map(({ texts }) => texts.en)).toEqual([
    'must be a number with at most two decimals, after a point (8.1).',
  ]);
});

it('names a member that is missing, and the likely name of one that is misspelt', () => {
  expect(of({ amont: 5 })).toEqual([
    ['amont', 'is not known; amount is meant, it seems.', 'number 5'],
    ['amount', 'is missing.', 'nothing'],
  ]);
});
