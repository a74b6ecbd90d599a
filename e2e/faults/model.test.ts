/** A sample of the histories; `npm run faults -- model` plays thousands. */
import { describe, expect, it } from 'vitest';
import type { Act, History, Setup, Step } from './acts.ts';
import { play, playAll } from './model.ts';

const SEED = 20_261_121;
const SAMPLE = 2;

const setup: Setup = { transport: 'tcp', unacknowledged: 'kept', shared: false, receiptNumber: 0, clockAhead: 0 };
const step = (act: Act, more: Partial<Step> = {}): Step => ({ act, second: null, cut: null, ...more });
const paid: Act = { do: 'sale', ending: 'paid', till: 0, after: 0 };

/** Each went wrong once. */
const FOUND: readonly (readonly [string, History])[] = [
  [
    'a refund is partly reversed',
    {
      setup,
      steps: [step(paid), step({ do: 'refund' }), step({ do: 'partialReversal', which: 0 }), step({ do: 'endOfDay' })],
    },
  ],
  [
    'more was given back than taken when the terminal was asked, and payments followed',
    {
      setup,
      steps: [
        step({ do: 'refund' }),
        step({ do: 'status' }, { cut: { direction: 'toTill', after: 1, restart: 'bridge' } }),
        step(paid),
        step(paid, { cut: { direction: 'toTill', after: 22, restart: 'nothing' } }),
      ],
    },
  ],
  [
    'the clock of the bridge is put right while a payment runs that is cut',
    {
      setup: { ...setup, receiptNumber: 9994, clockAhead: 120_000 },
      steps: [
        step(paid),
        step(
          { do: 'sale', ending: 'declined', till: 0, after: 0 },
          {
            second: { do: 'clock', by: -3 * 24 * 60 * 60_000 },
            cut: { direction: 'toTerminal', after: 56, restart: 'nothing' },
          },
        ),
      ],
    },
  ],
  [
    'a part of a pre-authorisation is released after an end-of-day',
    {
      setup,
      steps: [step({ do: 'hold' }), step({ do: 'endOfDay' }), step({ do: 'releaseHalf', which: 0 })],
    },
  ],
  [
    'a tip right after a refund is cut before its result',
    {
      setup,
      steps: [
        step(paid),
        step(paid),
        step({ do: 'refund' }),
        step({ do: 'tip', which: 0 }, { cut: { direction: 'toTerminal', after: 5, restart: 'nothing' } }),
      ],
    },
  ],
];

describe('journal and terminal agree, whatever happens at a counter', () => {
  it('in histories as they are drawn', { timeout: 240_000 }, async () => {
    const wrong = [];
    for await (const result of playAll(Array.from({ length: SAMPLE }, (_, index) => SEED + index)))
      if (result.ending === 'wrong') wrong.push(result);
    expect(wrong).toEqual([]);
  });

  it.each(FOUND)('where %s', { timeout: 60_000 }, async (_, history) => {
    expect((await play(history)).problems).toEqual([]);
  });

  it.each(['kept', 'reversed'] as const)(
    'and where another till pays as much while our line is down (unacknowledged %s), its money is not ours',
    { timeout: 60_000 },
    async unacknowledged => {
      const cut = { after: 0, restart: 'nothing' } as const;
      const { problems, cuts } = await play({
        setup: { ...setup, shared: true, unacknowledged },
        steps: [
          step(paid),
          step(paid, { cut: { ...cut, direction: 'toTerminal', before: 0x0601 }, other: 'pays' }),
          step(paid, { cut: { ...cut, direction: 'toTill', before: 0x040f, since: 0x0601 }, other: 'pays' }),
          step({ do: 'refund' }, { cut: { ...cut, direction: 'toTerminal', before: 0x0631 }, other: 'refunds' }),
          step({ do: 'hold' }, { cut: { ...cut, direction: 'toTerminal', before: 0x0622 }, other: 'holds' }),
        ],
      });
      expect(problems).toEqual([]);
      expect(cuts).toBe(4);
    },
  );

  it('reports a difference at the end of day, and no wrong outcome, where somebody works by hand', {
    timeout: 60_000,
  }, async () => {
    const { problems } = await play({
      setup: { ...setup, shared: true },
      steps: [
        step(paid),
        step({ do: 'byHand', same: true }),
        step(paid, { cut: { direction: 'toTerminal', after: 0, restart: 'nothing' } }),
        step({ do: 'endOfDay' }),
      ],
    });
    expect(problems).toEqual([]);
  });
});
