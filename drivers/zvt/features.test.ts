/** Operations that the features of a terminal exclude. */
import { afterEach, describe, expect, it } from 'vitest';
import { closeScripted, type Operation, opened, sent, terminal } from './operations.fixture.ts';

afterEach(closeScripted);

describe('an operation without its feature', () => {
  it.each<readonly [string, string, Operation]>([
    ['reverse any but the last payment', 'reverse', it => it.reverse({ receiptNumber: 1 })],
    ['reverse a part', 'partialReversal', it => it.reverse({ receiptNumber: 1, amount: 5 })],
    ['pay with a tip', 'tip', it => it.pay({ amount: 1, tip: 1 })],
    ['reserve', 'preAuthorisation', it => it.preAuthorise({ amount: 1 })],
    ['list reservations', 'preAuthorisation', it => it.openPreAuthorisations()],
    ['read cards', 'readCard', it => it.readCard(1000)],
    ['test itself', 'selfTest', it => it.perform({ do: 'selfTest' })],
    ['report the last transaction', 'lastTransaction', it => it.lastTransaction()],
  ])('is refused before a byte is sent: %s', async (_, missing, operation) => {
    await opened([]);
    const features = [...terminal.features].filter(feature => feature !== missing);
    expect(features.length).toBe(terminal.features.size - 1);
    await closeScripted();
    await opened([], { options: { features } });
    expect(await operation(terminal!)).toMatchObject({ reason: { code: 'unsupported' } });
    expect(sent()).toEqual([]);
  });
});
