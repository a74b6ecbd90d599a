/** Ident templates and resolving idents without a sale. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, cards, closeAll, ok, startBridge, type TestBridge } from '../../doubles/bridge.fixture.ts';
import { specifies } from '../../doubles/specifies.ts';
import type { Ident } from '../../wire/transactions.ts';
import { demoIds } from '../../world/demoIds.ts';

let bridge: TestBridge;
let till: Client;

beforeAll(async () => {
  bridge = await startBridge();
  till = await bridge.client();
});
afterAll(closeAll);

describe('ident templates', () => {
  it('tell prefix and length of the numbers of each card group', async () => {
    specifies({ 'Loyalty resources': 'GET /Smart/Idents: templates with prefix, length, name, type' });
    const list = ok(await till.ask<{ count: number; data: object[] }>('GET', '/api/v2/Smart/Idents'));
    expect(list).toEqual({
      count: 1,
      data: [
        { object: 'smart.idents', id: 'smi_1', prefix: '9276', length: 16, name: 'Demo-Kundenkarte', type: 'card' },
      ],
    });
    const other = await bridge.client('other');
    expect(ok(await other.ask<{ data: object[] }>('GET', '/api/v2/Smart/Idents')).data).toMatchObject([
      { prefix: '8376' },
    ]);
    ok(await till.ask('POST', '/api/v2/Loyalty/Cardgroups', { body: { display_name: 'Zweite', merchant: 'me' } }));
    const second = ok(await till.ask<{ count: number }>('GET', '/api/v2/Smart/Idents?q=name:Zweite'));
    expect(second).toMatchObject({ count: 1, data: [{ prefix: '9277' }] });
  });
});

describe('validate', () => {
  const validate = async (body: unknown, client = till) =>
    client.ask<readonly Ident[]>('POST', '/api/v2/Smart/Idents/notused/validate', { body });

  it('resolves every ident of the list, in its order', async () => {
    specifies({
      'Ident and merchant card': [
        'smart.idents with local id, prefix, name, type card, value',
        'valid is false for a card that is unknown or cannot be used',
      ],
      'Loyalty resources': 'POST /Smart/Idents/…/validate resolves an array',
    });
    const list = [
      { type: 'card', value: cards.some },
      { type: 'card', value: cards.locked },
      { type: 'card', value: cards.unknown },
      { type: 'create_card', value: demoIds.baseGroup },
      { type: 'voucher', value: '5000000000000017' },
      { type: 'checkin', value: 'CHI_nobody' },
      { type: 'palm', value: '1' },
    ];
    const idents = ok(await validate(list));
    expect(idents.map(({ id, valid }) => [id, valid])).toEqual([
      ['smi_1', true],
      ['smi_2', false],
      ['smi_3', false],
      ['smi_4', true],
      ['smi_5', true],
      ['smi_6', false],
      ['smi_7', false],
    ]);
    expect(idents[0]).toMatchObject({
      object: 'smart.idents',
      prefix: '9276',
      name: 'Demo-Kundenkarte',
      type: 'card',
      value: cards.some,
      merchantcard: { cash_balance: 700, bonus_balance: 300, balance: 1000 },
    });
    expect(idents[2]).not.toHaveProperty('merchantcard');
    expect(idents.map(({ type, value }) => ({ type, value }))).toEqual(list);
  });

  it('looks at a passcode that comes along', async () => {
    const value = '9276004000000067';
    const idents = ok(
      await validate([
        { type: 'card', value, passcode: '1234' },
        { type: 'card', value, passcode: '0000' },
      ]),
    );
    expect(idents.map(ident => ident.passcode_checked)).toEqual([true, undefined]);
  });

  it('knows no card of another merchant', async () => {
    const other = await bridge.client('other');
    const [ident] = ok(await validate([{ type: 'card', value: cards.rich }], other));
    expect(ident).toMatchObject({ valid: false });
    expect(ident).not.toHaveProperty('merchantcard');
  });

  it.each([[{}], ['x'], [[{ type: 'card' }]], [[{ value: '1' }]], [[5]], [null]])('refuses %j', async body => {
    expect((await validate(body)).status).toBe(500);
  });
});
