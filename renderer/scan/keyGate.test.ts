/** Control keys of a scanner, and the same keys pressed by a person. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type GateKey, gateStep, openGate } from './keyGate.ts';

const options = { gap: 60, suffix: 'Enter' };

type Pressed = Partial<GateKey> & { readonly key: string; readonly pause: number };

/** The keys that act: at once, or because no key came within the gap after them. */
function acting(pressed: readonly Pressed[], given = options): readonly string[] {
  let state = openGate;
  let time = 0;
  let held: string | null = null;
  const acted: string[] = [];
  for (const { pause, ...key } of pressed) {
    time += pause;
    const step = gateStep(state, { time, combined: false, place: 'elsewhere', ...key }, given);
    state = step.state;
    if (held !== null && !step.follows && key.key !== 'Shift') acted.push(held);
    if (key.key !== 'Shift') held = null;
    if (step.does === 'hold') held = key.key;
    if (step.does === 'pass') acted.push(key.key);
  }
  return held === null ? acted : [...acted, held];
}

const COMMANDS = [
  'F1',
  'F3',
  'F8',
  'F9',
  'F10',
  'Delete',
  'Insert',
  'End',
  'Escape',
  'Pause',
  'Backspace',
  'ArrowDown',
];
const command = fc.constantFrom(...COMMANDS);
const character = fc.stringMatching(/^[0-9A-Za-z=+]$/);
const quick = fc.integer({ min: 0, max: options.gap });
const slow = fc.integer({ min: options.gap + 1, max: 5000 });

describe('a burst', () => {
  test('lets its characters act and none of its commands, wherever they stand', () => {
    const keys = fc.array(fc.oneof(character, command), { minLength: 2, maxLength: 20 });
    fc.assert(
      fc.property(keys, fc.array(quick, { minLength: 20, maxLength: 20 }), (burst, pauses) => {
        const first = burst[0] === 'ArrowDown' ? ['ArrowDown'] : [];
        const characters = burst.filter(key => !COMMANDS.includes(key));
        const pressed = burst.map((key, at) => ({ key, pause: at === 0 ? 1000 : pauses[at]! }));
        expect(acting(pressed)).toEqual([...first, ...characters]);
      }),
    );
  });

  test('presses nothing with its suffix when a command was dropped in it', () => {
    const burst = ['F8', '5', 'Enter'].map((key, at) => ({ key, pause: at === 0 ? 500 : 5 }));
    let state = openGate;
    let time = 0;
    for (const { key, pause } of burst) {
      time += pause;
      ({ state } = gateStep(state, { key, time, combined: false, place: 'elsewhere' }, options));
    }
    expect(state.dropped).toBe(true);
  });

  test('presses nothing with its suffix when it began with a key that moved the caret at once', () => {
    const dropped = (pause: number) => {
      let state = openGate;
      let time = 0;
      for (const key of ['End', '5', 'Enter']) {
        time += key === '5' ? pause : 30;
        ({ state } = gateStep(state, { key, time, combined: false, place: 'field' }, options));
      }
      return state.dropped;
    };
    // A hand needs longer from one key to the next.
    expect([dropped(10), dropped(50)]).toEqual([true, false]);
  });

  test('leaves an Enter right behind an edit to the hand that pressed both', () => {
    let state = openGate;
    for (const [key, time] of [
      ['Delete', 1000],
      ['Enter', 1020],
    ] as const)
      ({ state } = gateStep(state, { key, time, combined: false, place: 'field' }, options));
    expect(state.dropped).toBe(false);
  });

  test('holds back the key for a price also in a field', () => {
    const { does } = gateStep(openGate, { key: 'Insert', time: 1000, combined: false, place: 'field' }, options);
    expect(does).toBe('hold');
  });

  test('drops Ctrl combinations, and takes the characters of AltGr', () => {
    expect(
      acting([
        { key: '4', pause: 500 },
        { key: 'j', pause: 3, combined: true },
        { key: '1', pause: 3 },
      ]),
    ).toEqual(['4', '1']);
    expect(
      acting([
        { key: 'r', pause: 500, combined: true },
        { key: '1', pause: 3 },
      ]),
    ).toEqual(['1']);
  });

  test('goes on over the Shift of its capitals', () => {
    const pressed = ['F9', 'Shift', 'A'].map((key, at) => ({ key, pause: at === 0 ? 500 : 10 }));
    expect(acting(pressed)).toEqual(['Shift', 'A']);
  });

  test('does not press a focused button with the space in its code', () => {
    expect(
      acting([
        { key: ' ', pause: 500, place: 'control' },
        { key: '1', pause: 4 },
      ]),
    ).toEqual(['1']);
  });
});

describe('a person', () => {
  test('presses every key that stands alone', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.oneof(command, character, fc.constant('Enter')), slow), { maxLength: 20 }),
        keys => {
          expect(acting(keys.map(([key, pause]) => ({ key, pause })))).toEqual(keys.map(([key]) => key));
        },
      ),
    );
  });

  test('holds a key down, and keeps it from acting where its first press was dropped', () => {
    const down = { key: 'ArrowDown', pause: 30, repeat: true };
    expect(acting([{ key: 'ArrowDown', pause: 500 }, down, down])).toEqual(['ArrowDown', 'ArrowDown', 'ArrowDown']);
    expect(
      acting([
        { key: '1', pause: 500 },
        { key: 'F8', pause: 5 },
        { key: 'F8', pause: 30, repeat: true },
      ]),
    ).toEqual(['1']);
  });

  test('corrects a field as quickly as a hand can, also where a slow scanner was taught', () => {
    const typed = ['1', 'Backspace', '2', 'Backspace'].map(key => ({ key, pause: 90, place: 'field' as const }));
    expect(acting(typed, { ...options, gap: 150 })).toEqual(['1', 'Backspace', '2', 'Backspace']);
  });

  test('leaves a field with Tab at once, also where Tab is the suffix of the scanner', () => {
    const step = gateStep(
      openGate,
      { key: 'Tab', time: 1000, combined: false, place: 'field' },
      { gap: 40, suffix: 'Tab' },
    );
    expect(step.does).toBe('pass');
  });
});
