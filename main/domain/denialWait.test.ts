/** The wait before "not paid", with the times of the product. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  confirmationWait,
  denialWait,
  isWorthStopping,
  type LastSign,
  type Sign,
  type Stage,
  type Standing,
  scaledWaits,
  stageAfter,
  takeWait,
  WAITS,
} from './denialWait.ts';

const SECOND = 1000;
const standing = (changes: Partial<Standing> = {}): Standing => ({
  now: 0,
  askedSince: 0,
  sign: { stage: 'card', at: 0 },
  age: 0,
  mayDeliverLate: true,
  shared: false,
  readyAfterBusy: null,
  stopAnswered: null,
  readyAtWork: false,
  ...changes,
});
const at = (stage: Stage, ago = 0): { readonly sign: LastSign } => ({ sign: { stage, at: -ago } });
const seconds = (changes: Partial<Standing>) => denialWait(standing(changes)) / SECOND;

describe('the stage of a command', () => {
  const after = (...signs: readonly Sign[]): Stage => signs.reduce(stageAfter, 'sent' as Stage);

  it.each<[readonly Sign[], Stage]>([
    [[], 'sent'],
    [['accepted'], 'card'],
    [['seeTerminal'], 'card'],
    [['accepted', 'presentCard'], 'card'],
    [['accepted', 'presentCard', 'wait'], 'cardRead'],
    [['accepted', 'presentCard', 'enterPin'], 'pin'],
    [['accepted', 'presentCard', 'enterPin', 'wait'], 'host'],
    [['accepted', 'presentCard', 'enterPin', 'wait', 'pinWrong'], 'pin'],
    [['accepted', 'presentCard', 'cardRefused'], 'card'],
    [['accepted', 'presentCard', 'abortRefused'], 'host'],
    [['accepted', 'finishing'], 'approved'],
    [['accepted', 'finishing', 'removeCard'], 'approved'],
    [['accepted', 'finishing', 'wait'], 'approved'],
  ])('after %j is %s', (signs, stage) => expect(after(...signs)).toBe(stage));
});

describe('the wait before a denial', () => {
  it.each<[Stage, number]>([
    ['sent', 30],
    ['card', 180],
    ['cardRead', 120],
    ['pin', 120],
    ['host', 45],
    ['approved', 30],
  ])('of a command whose last sign was %s is %i s', (stage, expected) => expect(seconds(at(stage))).toBe(expected));

  it('counts from the last sign, and is over when the line stays away that long', () => {
    expect(seconds(at('host', 40 * SECOND))).toBe(5);
    expect(seconds(at('card', 10 * 60 * SECOND))).toBe(0);
  });

  it('covers a host that answers 6 s later, and a terminal that acknowledges after 8 s', () => {
    expect(seconds(at('host', 6 * SECOND))).toBeGreaterThan(0);
    expect(seconds(at('sent', 8 * SECOND))).toBeGreaterThan(0);
  });

  it('is short once the terminal was busy and has become ready', () => {
    expect(seconds({ ...at('card'), readyAfterBusy: 0 })).toBe(10);
    expect(seconds({ ...at('card'), readyAfterBusy: 0, shared: true })).toBe(10);
  });

  it('begins anew when the terminal was busy later than expected', () => {
    expect(seconds({ ...at('host', 60 * SECOND), readyAfterBusy: -SECOND })).toBe(9);
    expect(seconds({ ...at('host', 60 * SECOND), readyAfterBusy: -SECOND, readyAtWork: true })).toBe(44);
  });

  it('is not shortened by the work of somebody else at a shared terminal that may not have taken the command yet', () => {
    expect(seconds({ ...at('sent'), readyAfterBusy: 0, shared: true })).toBe(30);
    expect(seconds({ ...at('sent'), readyAfterBusy: 0 })).toBe(10);
  });

  it('lasts only as long as a host where the terminal has answered that it gives up', () => {
    expect(seconds({ ...at('card'), stopAnswered: 0 })).toBe(45);
    expect(seconds({ ...at('pin'), stopAnswered: 0 })).toBe(45);
    expect(seconds({ ...at('sent'), stopAnswered: 0 })).toBe(30);
  });

  it('believes neither ready nor the transition of a terminal that once said ready at work', () => {
    expect(seconds({ ...at('card'), readyAfterBusy: 0, readyAtWork: true })).toBe(180);
    expect(seconds({ ...at('sent'), readyAtWork: true })).toBe(210);
    expect(seconds({ ...at('card'), stopAnswered: 0, readyAtWork: true })).toBe(45);
  });

  it('counts the bytes that the system delivers for a killed process', () => {
    expect(seconds({ sign: null })).toBe(180);
    expect(seconds({ sign: null, stopAnswered: 0 })).toBe(150);
    expect(seconds({ sign: null, stopAnswered: 0, mayDeliverLate: false })).toBe(45);
    expect(seconds({ sign: null, readyAfterBusy: 0 })).toBe(10);
    expect(seconds({ sign: null, age: 6 * 60 * SECOND })).toBe(0);
    expect(seconds({ sign: null, age: -SECOND })).toBe(180);
  });

  it('is never longer than the last sign explains, whatever is known', () => {
    const standings = fc.record({
      now: fc.integer({ min: 0, max: 600_000 }),
      askedSince: fc.constant(0),
      sign: fc.option(
        fc.record({
          stage: fc.constantFrom<Stage>('sent', 'card', 'cardRead', 'pin', 'host', 'approved'),
          at: fc.integer({ min: -300_000, max: 0 }),
        }),
      ),
      age: fc.integer({ min: -1000, max: 1_000_000 }),
      mayDeliverLate: fc.boolean(),
      shared: fc.boolean(),
      readyAfterBusy: fc.option(fc.integer({ min: 0, max: 300_000 })),
      stopAnswered: fc.option(fc.integer({ min: 0, max: 300_000 })),
      readyAtWork: fc.boolean(),
    });
    fc.assert(
      fc.property(standings, known => {
        const plain = { ...known, readyAfterBusy: null, stopAnswered: null };
        expect(denialWait({ ...known, readyAfterBusy: null })).toBeLessThanOrEqual(denialWait(plain));
        expect(denialWait({ ...known, readyAtWork: false })).toBeLessThanOrEqual(
          Math.max(denialWait(plain), (known.readyAfterBusy ?? 0) + WAITS.settle),
        );
        expect(denialWait(plain)).toBeGreaterThanOrEqual(denialWait({ ...plain, readyAtWork: false }));
        expect(denialWait(plain)).toBeLessThanOrEqual(WAITS.orphan + WAITS.take + 180_000);
      }),
    );
  });

  it('shrinks with the scale of a test', () => expect(denialWait(standing(at('card')), scaledWaits(0))).toBe(0));
});

describe('the wait before "paid" that was found by looking', () => {
  it('lasts until a terminal has taken back an approval that nobody acknowledged', () => {
    expect(confirmationWait(standing(at('pin')), 0)).toBe(15 * SECOND);
    expect(confirmationWait(standing({ ...at('pin'), now: 15 * SECOND }), 0)).toBe(0);
    expect(confirmationWait(standing({ ...at('pin'), readyAtWork: true }), 0)).toBe(45 * SECOND);
  });

  it('is none where the approval was acknowledged, and where the terminal has been busy since', () => {
    expect(confirmationWait(standing(at('approved')), 0)).toBe(0);
    expect(confirmationWait(standing({ ...at('pin'), readyAfterBusy: 0 }), 0)).toBe(0);
  });

  it('is that of a terminal that got no acknowledgement where it is known to say ready at work', () => {
    expect(confirmationWait(standing({ ...at('approved'), readyAtWork: true }), 0)).toBe(15 * SECOND);
  });

  it('is over where the line was away longer than the terminal can have worked', () => {
    expect(confirmationWait(standing(at('pin', 10 * 60 * SECOND)), 0)).toBe(0);
  });
});

describe('asking the terminal to give up', () => {
  it('helps while a person is waited for, and only at a terminal of this bridge alone', () => {
    expect(isWorthStopping(standing(at('card')))).toBe(true);
    expect(isWorthStopping(standing(at('sent')))).toBe(true);
    expect(isWorthStopping(standing({ sign: null }))).toBe(true);
    expect(isWorthStopping(standing(at('host')))).toBe(false);
    expect(isWorthStopping(standing({ ...at('card'), shared: true }))).toBe(false);
    expect(isWorthStopping(standing({ ...at('card'), stopAnswered: 0 }))).toBe(false);
  });

  it('again and again where the terminal has not acknowledged the command and may still take it', () => {
    expect(isWorthStopping(standing({ ...at('sent'), stopAnswered: 0 }))).toBe(true);
    expect(isWorthStopping(standing({ sign: null, stopAnswered: 0 }))).toBe(true);
    expect(isWorthStopping(standing({ ...at('sent'), stopAnswered: 0, shared: true }))).toBe(false);
  });
});

describe('a command that may still be on its way', () => {
  it('is acknowledged, or is waited for as long as a network may deliver it', () => {
    expect(takeWait(standing(at('card')))).toBe(0);
    expect(takeWait(standing(at('sent')))).toBe(30 * SECOND);
    expect(takeWait(standing(at('sent', 10 * SECOND)))).toBe(20 * SECOND);
    expect(takeWait(standing({ sign: null }))).toBeGreaterThan(30 * SECOND);
  });

  it('has arrived or never does where it was sent long ago', () =>
    expect(takeWait(standing({ sign: null, age: 3600 * SECOND }))).toBe(0));
});
