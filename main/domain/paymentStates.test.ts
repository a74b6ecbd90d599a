/** The table of what a register sees and does: every state of a sale has its row, and every row has a state. */
import { expect, it } from 'vitest';
import { paymentStates } from './paymentStates.ts';
import { saleOutcomeOf } from './saleOutcome.ts';
import { type State, transitions, wireStatus } from './transaction.ts';

/** Every status and outcome that a sale can show, by the rules of the domain. */
function shown(): ReadonlySet<string> {
  const states = Object.keys(transitions) as State[];
  const rows = states.flatMap(state =>
    DELIVERIES.flatMap(([intent, delivery]) =>
      ([null, 'late', 'signature'] as const).flatMap(undecided =>
        (intent === 'sale' && SERVICE.has(state) ? [false, true] : [false]).map(isService => {
          const facts = { id: 'STX_1', state, missing: 700, paid: 1000, again: 'start/cashless', person: false };
          // A payment that is found late is decided about in every state in which no money moves.
          const isOpen = undecided !== null && DECIDED_IN.has(state) ? undecided : null;
          const decision = {
            undecided: isService ? null : isOpen,
            ...(isService && isOpen ? { dayEnd: 'DED_1' } : {}),
          };
          const outcome = { ...facts, isService, late: false, abortRequested: false, ...decision };
          const { result, final } = saleOutcomeOf(outcome);
          return key(wireStatus(state, intent, delivery), result, final);
        }),
      ),
    ),
  );
  return new Set(rows);
}

const DECIDED_IN: ReadonlySet<State> = new Set(['closed', 'partlyPaid', 'failed', 'cancelled']);
const SERVICE: ReadonlySet<State> = new Set(['closed', 'failed', 'paying']);
const DELIVERIES = [
  ['sale', null],
  ['order', 'shipping'],
  ['order', 'collection'],
] as const;
const key = (status: string, result: string, final: boolean) => `${status} ${result} ${final ? 'final' : 'not final'}`;

it('has a row for every status and outcome that a sale can show', () => {
  const rows = new Set(paymentStates.map(({ status, result, final }) => key(status, result, final)));
  expect(rows.size).toBe(paymentStates.length);
  expect([...shown()].filter(row => !rows.has(row))).toEqual([]);
});

it('has no row that no sale shows', () => {
  const all = shown();
  const extra = paymentStates
    .map(({ status, result, final }) => key(status, result, final))
    .filter(row => !all.has(row));
  expect(extra).toEqual([]);
});
