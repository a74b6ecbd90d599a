/** Commands that may move money, and the enquiry for open pre-authorisations: bytes sent, and outcomes. */
import { afterEach, describe, expect, it } from 'vitest';
import { decode } from './codec/apdu.ts';
import { commandStarted } from './exchange/commandState.ts';
import { commands, DEFAULT_TIMERS } from './exchange/commands.ts';
import { openPreAuthorisationsOf } from './exchange/outcome.ts';
import { APPROVED, closeScripted, DONE, type Operation, opened, sent, terminal } from './operations.fixture.ts';

afterEach(closeScripted);

describe('a command that moves money', () => {
  const operations: readonly (readonly [string, Operation, string])[] = [
    [
      'pay with a tip and cashback',
      it => it.pay({ amount: 1200, tip: 100, cashback: 200 }),
      '0601200400000000120049097819400612' + '1f3606000000000100' + '1f2506000000000200',
    ],
    [
      'pay with the card read before',
      it => it.pay({ amount: 2, withReadCard: true }),
      '06010c040000000000024909781942',
    ],
    [
      'pay with an authorisation by telephone',
      it => it.pay({ amount: 1100, authorisationCode: '12AB56' }),
      '062118123456040000000011004909781940' + '3b3132414235360000',
    ],
    ['reverse all', it => it.reverse({ receiptNumber: 7 }), '06300612345687' + '0007'],
    [
      'reverse a part, by receipt number alone',
      it => it.reverse({ receiptNumber: 7, amount: 50, traceNumber: 12 }),
      '06301012345687000704000000000050490978',
    ],
    [
      'book without a long trace number',
      it => it.book({ receiptNumber: 1, amount: 5, traceNumber: 1_000_000 }),
      '06240f870001040000000000054909781940',
    ],
    ['refund', it => it.refund({ amount: 50 }), '06310f123456040000000000504909781940'],
    ['pre-authorise', it => it.preAuthorise({ amount: 2500 }), '06220c040000000025004909781940'],
    [
      'book',
      it => it.book({ receiptNumber: 491, amount: 1205, traceNumber: 9, authorisationCode: '12AB56' }),
      '06241c870491040000000012054909781940' + '0b000009' + '3b3132414235360000',
    ],
    ['release all', it => it.release({ receiptNumber: 231 }), '0625051940870231'],
    ['release a part', it => it.release({ receiptNumber: 491, unused: 1295 }), '06230f194087049104000000001295490978'],
    ['add a tip', it => it.addTip({ receiptNumber: 12, amount: 100 }), '060c0d04000000000100870012490978'],
  ];

  it.each(operations)('%s', async (_, operation, bytes) => {
    const driver = await opened([`800000 ${APPROVED} ${DONE}`]);
    expect(await operation(driver)).toMatchObject({ kind: 'approved' });
    expect(sent()).toEqual([bytes]);
  });

  it.each<readonly [string, object, Operation, string]>([
    ['with the option', {}, it => it.pay({ amount: 1 }), '1948'],
    ['together with a card read before', {}, it => it.pay({ amount: 1, withReadCard: true }), '194a'],
    ['without a payment type', { paymentType: null }, it => it.pay({ amount: 1 }), '1908'],
    ['not without the option', { tips: false }, it => it.pay({ amount: 1 }), '1940'],
    ['not when the till has added a tip', {}, it => it.pay({ amount: 1, tip: 1 }), '1940'],
    ['not without the feature', { features: ['pay'] }, it => it.pay({ amount: 1 }), '1940'],
    ['not without containers', { containers: false }, it => it.pay({ amount: 1 }), '1940'],
    ['not in a refund', {}, it => it.refund({ amount: 1 }), '1940'],
  ])('the customer may add a tip %s', async (_, options, operation, type) => {
    const driver = await opened([`800000 ${APPROVED} ${DONE}`], { options: { tips: true, ...options } });
    expect(await operation(driver)).toMatchObject({ kind: 'approved' });
    expect(sent()[0]).toMatch(new RegExp(`04000000000001490978${type}(06|$)`));
  });

  it.each(operations)('%s: is declined when the terminal refuses the command', async (_, operation) => {
    const driver = await opened(['8483' + '00']);
    expect(await operation(driver)).toMatchObject({ kind: 'declined', reason: { code: 'unsupported' } });
  });

  it.each([
    [() => terminal.reverse({ receiptNumber: 10_000 })],
    [() => terminal.book({ receiptNumber: -1, amount: 1 })],
    [() => terminal.pay({ amount: 1, tip: 1.5 })],
    [() => terminal.book({ receiptNumber: 1, amount: 1, authorisationCode: 'TOO LONG 1' })],
    [() => terminal.book({ receiptNumber: 1, amount: 5, traceNumber: -1 })],
    [() => terminal.pay({ amount: 1, authorisationCode: '' })],
    [() => terminal.pay({ amount: 1, authorisationCode: '123456789' })],
  ])('is not sent with a value that does not fit its field: %s', async operation => {
    await opened([]);
    expect(await operation()).toMatchObject({ kind: 'notSent', reason: { code: 'unsupported' } });
    expect(sent()).toEqual([]);
    expect(await terminal.register()).toMatchObject({ ok: true });
  });
});

describe('the enquiry for open pre-authorisations', () => {
  it.each([
    ['none', '061e04b887ffff', { kind: 'found', receiptNumbers: [], complete: true }],
    ['none, without a receipt number', '061e01b8', { kind: 'found', receiptNumbers: [], complete: true }],
    ['the first receipt only', '061e04b8870123', { kind: 'found', receiptNumbers: [123], complete: false }],
    ['a list', '061e0db8060a2308080201230802' + '4567', { kind: 'found', receiptNumbers: [123, 4567], complete: true }],
    ['a list that cannot be read', '061e06b806032301ff', { kind: 'unreachable', reason: { code: 'garbled' } }],
    ['a completion without a list', DONE, { kind: 'unreachable', reason: { code: 'garbled' } }],
    ['an end-of-day required first', '061e01f0', { kind: 'unreachable', reason: { code: 'endOfDayRequired' } }],
  ])('is answered with %s', async (_, answer, expected) => {
    await opened([`800000 ${answer}`]);
    expect(await terminal.openPreAuthorisations()).toMatchObject(expected);
    expect(sent()).toEqual(['06230387ffff']);
  });

  it('accepts a list with a wrong length', () => {
    // On a serial line a frame may be shorter than the length in its message.
    const message = decode(Buffer.from('061e0eb8061123090802012308024567', 'hex'));
    const state = commandStarted(commands.openPreAuthorisations, DEFAULT_TIMERS);
    const result = { ending: { by: 'abort', message }, state, noisy: false } as const;
    const context = { charset: 'auto', currency: 'EUR', language: 'en' } as const;
    expect(openPreAuthorisationsOf(result, context)).toEqual({
      kind: 'found',
      receiptNumbers: [123, 4567],
      complete: true,
    });
  });

  it('is unsupported when the terminal does not know it', async () => {
    await opened(['848300']);
    expect(await terminal.openPreAuthorisations()).toMatchObject({
      kind: 'unreachable',
      reason: { code: 'unsupported' },
    });
  });
});
