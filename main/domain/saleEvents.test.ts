import { expect, it } from 'vitest';
import { goesUpstream, saleEventOf } from './saleEvents.ts';
import { type Input, next, type State, transitions } from './transaction.ts';

const states = Object.keys(transitions) as State[];

/** The events of a history that begins with a new sale. */
function eventsOf(history: readonly Input[]): readonly string[] {
  let state: State = 'created';
  const events: string[] = [];
  for (const input of history) {
    const step = next(state, input);
    if (!step) throw new Error(`${input} is not possible in ${state}`);
    const event = saleEventOf(state, step.to, input === 'deliver');
    if (event) events.push(event);
    state = step.to;
  }
  return events;
}

it('says once that a sale was closed, whatever the way', () => {
  expect(eventsOf(['book'])).toEqual(['closed']);
  expect(eventsOf(['applyCard', 'book'])).toEqual(['closed']);
  expect(eventsOf(['pay', 'paid'])).toEqual(['closed']);
  expect(eventsOf(['pay', 'declined', 'pay', 'paid'])).toEqual(['closed']);
  expect(eventsOf(['pay', 'await', 'paid'])).toEqual(['closed']);
});

it('says that the outcome is unknown, and how it ended', () => {
  expect(eventsOf(['pay', 'unknown', 'paid'])).toEqual(['unknown', 'closed']);
  expect(eventsOf(['pay', 'unknown', 'declined'])).toEqual(['unknown', 'notPaid']);
});

it('says nothing of a reversal that was refused, and of an unknown one how it ended', () => {
  expect(eventsOf(['book', 'reverse', 'reversalRefused'])).toEqual(['closed']);
  expect(eventsOf(['book', 'reverse', 'reversed'])).toEqual(['closed', 'cancelled']);
  expect(eventsOf(['book', 'reverse', 'reversalUnknown', 'reversalRefused'])).toEqual([
    'closed',
    'unknown',
    'notReversed',
  ]);
  expect(eventsOf(['book', 'reverse', 'reversalUnknown', 'reversed'])).toEqual(['closed', 'unknown', 'cancelled']);
});

it('says nothing of a sale that was given up before money moved', () => {
  expect(eventsOf(['applyCard', 'cancel'])).toEqual([]);
  expect(eventsOf(['pay', 'declined', 'cancel'])).toEqual([]);
});

it('says that goods were handed over', () => {
  expect(eventsOf(['book', 'deliver'])).toEqual(['closed', 'delivered']);
});

it('has an event for every step into closed but the one back from a refused reversal', () => {
  for (const from of states)
    for (const input of Object.keys(transitions[from]) as Input[])
      if (next(from, input)?.to === 'closed' && from !== 'reversing')
        expect(saleEventOf(from, 'closed', input === 'deliver'), `${from} ${input}`).not.toBeNull();
});

it('keeps played sales, unknown outcomes and terminal operations from the upstream service', () => {
  expect(goesUpstream('sale', 'closed', false)).toBe(true);
  expect(goesUpstream('sale', 'closed', true)).toBe(false);
  expect(goesUpstream('sale', 'unknown', false)).toBe(false);
  expect(goesUpstream('terminalOperation', 'approved', false)).toBe(false);
  expect(goesUpstream('dayEnd', 'ended', false)).toBe(false);
});
