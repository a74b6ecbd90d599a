/** The states of a sale, held against a table written from the specification, and walked at random. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { specifies } from '../doubles/specifies.ts';
import { executed, type Input, next, type State, transitions, unsettled, wireStatus } from './transaction.ts';

/** From the specification ("States and transitions", rules of the endpoints) and the rules for cancel and failure. */
const expected = `
created          update           -> created          release
created          applyCard        -> processing
created          authorise        -> preparing
created          book             -> closed           commit
created          bookPart         -> partlyPaid
created          pay              -> paying
created          cancel           -> cancelled        release
processing       update           -> created          release
processing       applyCard        -> processing
processing       authorise        -> preparing
processing       book             -> closed           commit
processing       bookPart         -> partlyPaid
processing       pay              -> paying
processing       cancel           -> cancelled        release
processing       expire           -> created          release
preparing        authorised       -> authorised
preparing        secured          -> secured
preparing        challenge        -> challenged
preparing        await            -> awaiting
preparing        paid             -> closed           commit
preparing        declined         -> failed
authorised       pay              -> paying
authorised       void             -> voiding
authorised       paid             -> closed           commit
authorised       declined         -> failed
secured          pay              -> paying
secured          void             -> voiding
secured          paid             -> closed           commit
secured          declined         -> failed
challenged       authorised       -> authorised
challenged       secured          -> secured
challenged       challenge        -> challenged
challenged       await            -> awaiting
challenged       paid             -> closed           commit
challenged       declined         -> failed
challenged       void             -> voiding
voiding          authorised       -> authorised
voiding          secured          -> secured
voiding          challenge        -> challenged
voiding          await            -> awaiting
voiding          paid             -> closed           commit
voiding          declined         -> failed
voiding          voided           -> created
voiding          voidedWithCard   -> processing
paying           authorised       -> authorised
paying           secured          -> secured
paying           challenge        -> challenged
paying           await            -> awaiting
paying           paid             -> closed           commit
paying           declined         -> failed
paying           unknown          -> unclear
paying           partPaid         -> partlyPaid
paying           partDeclined     -> partlyPaid
partlyPaid       book             -> closed           commit
partlyPaid       bookPart         -> partlyPaid
partlyPaid       pay              -> paying
partlyPaid       returnPart       -> returning
partlyPaid       partReturned     -> partlyPaid
partlyPaid       allReturned      -> created
partlyPaid       allReturnedWithCard -> processing
partlyPaid       cancel           -> cancelled        release
partlyPaid       paid             -> closed           commit
partlyPaid       partFound        -> partlyPaid
awaiting         paid             -> closed           commit
awaiting         declined         -> failed
awaiting         void             -> voiding
unclear          paid             -> closed           commit
unclear          declined         -> failed
unclear          partPaid         -> partlyPaid
unclear          partDeclined     -> partlyPaid
failed           update           -> created          release
failed           applyCard        -> processing
failed           authorise        -> preparing
failed           book             -> closed           commit
failed           bookPart         -> partlyPaid
failed           pay              -> paying
failed           cancel           -> cancelled        release
failed           void             -> voiding
failed           paid             -> closed           commit
failed           partFound        -> partlyPaid
failed           expire           -> failed           release
closed           deliver          -> closed
closed           reverse          -> reversing
closed           cancel           -> cancelled        return
returning        partReturned     -> partlyPaid
returning        partKept         -> partlyPaid
returning        allReturned      -> created
returning        allReturnedWithCard -> processing
returnUnclear    partReturned     -> partlyPaid
returnUnclear    partKept         -> partlyPaid
returnUnclear    allReturned      -> created
returnUnclear    allReturnedWithCard -> processing
returning        returnUnknown    -> returnUnclear
reversing        reversed         -> cancelled        return
reversing        reversalRefused  -> closed
reversing        someReversed     -> partlyReversed
reversalUnclear  reversed         -> cancelled        return
reversalUnclear  reversalRefused  -> closed
reversalUnclear  someReversed     -> partlyReversed
reversing        reversalUnknown  -> reversalUnclear
partlyReversed   reverse          -> reversing
partlyReversed   cancel           -> cancelled        return
partlyReversed   reversed         -> cancelled        return
partlyReversed   someReversed     -> partlyReversed
`;

const states = Object.keys(transitions) as State[];
const inputs = [
  'update',
  'applyCard',
  'authorise',
  'book',
  'pay',
  'cancel',
  'reverse',
  'void',
  'deliver',
  'expire',
  'authorised',
  'secured',
  'challenge',
  'await',
  'paid',
  'declined',
  'unknown',
  'voided',
  'voidedWithCard',
  'reversed',
  'reversalRefused',
  'reversalUnknown',
  'bookPart',
  'partPaid',
  'partDeclined',
  'partFound',
  'returnPart',
  'returnUnknown',
  'partReturned',
  'partKept',
  'allReturned',
  'allReturnedWithCard',
  'someReversed',
] as const satisfies readonly Input[];

interface Row {
  readonly to: string;
  readonly loyalty: string;
}
const model = new Map(
  expected
    .trim()
    .split('\n')
    .map(line => line.split(/\s+/))
    .map(([from, input, , to = '', loyalty = 'none']): [string, Row] => [`${from} ${input}`, { to, loyalty }]),
);

describe('the table', () => {
  it('allows exactly the transitions above', () => {
    specifies({ 'Smart Transaction: states': 'every transition is one of the table' });
    const actual = states.flatMap(from =>
      inputs.flatMap(input => {
        const step = next(from, input);
        return step ? [[`${from} ${input}`, { ...step }] as const] : [];
      }),
    );
    expect(Object.fromEntries(actual)).toEqual(Object.fromEntries(model));
  });

  it('reaches every state', () => {
    const reached = new Set<State>(['created']);
    for (const from of reached) for (const input of inputs) reached.add(next(from, input)?.to ?? from);
    expect([...reached].sort()).toEqual([...states].sort());
  });
});

const IN_PARTS: readonly State[] = ['partlyPaid', 'returning', 'returnUnclear'];

const walk = fc.array(fc.constantFrom(...inputs), { maxLength: 40 });

const BOOKED: readonly State[] = ['closed', 'reversing', 'reversalUnclear', 'partlyReversed'];

/** The states passed through; what is refused changes nothing. */
function follow(sequence: readonly Input[]) {
  const steps: { from: State; input: Input; to: State; loyalty: string }[] = [];
  let state: State = 'created';
  for (const input of sequence) {
    const step = next(state, input);
    if (!step) continue;
    steps.push({ from: state, input, to: step.to, loyalty: step.loyalty });
    state = step.to;
  }
  return steps;
}

describe('a random walk of a sale', () => {
  it('follows the model', () => {
    fc.assert(
      fc.property(walk, sequence => {
        let state = 'created';
        for (const input of sequence) state = model.get(`${state} ${input}`)?.to ?? state;
        expect(follow(sequence).at(-1)?.to ?? 'created').toBe(state);
      }),
    );
  });

  it('never changes the basket after money may have moved, unless the payment failed', () => {
    fc.assert(
      fc.property(walk, sequence => {
        for (const { from, input } of follow(sequence))
          if (executed(from)) expect(['update', 'applyCard']).not.toContain(input);
      }),
    );
    expect(states.filter(executed).sort()).toEqual([
      'awaiting',
      'cancelled',
      'closed',
      'partlyPaid',
      'partlyReversed',
      'paying',
      'returnUnclear',
      'returning',
      'reversalUnclear',
      'reversing',
      'unclear',
    ]);
  });

  it('returns from an executed state to the basket only by a failed, merely authorised or voided payment', () => {
    fc.assert(
      fc.property(walk, sequence => {
        // A sale that is paid in parts goes back to its basket once every part went back.
        for (const { from, to } of follow(sequence))
          if (executed(from) && !executed(to) && !IN_PARTS.includes(from))
            expect(['failed', 'authorised', 'secured', 'challenged', 'voiding']).toContain(to);
      }),
    );
    for (const state of ['closed', 'unclear', 'reversing', 'reversalUnclear', 'partlyReversed'] as const)
      for (const input of inputs) expect(['created', 'processing', 'authorised']).not.toContain(next(state, input)?.to);
  });

  it('ends in cancelled', () => {
    for (const input of inputs) expect(next('cancelled', input)).toBeNull();
  });

  it('books loyalty only on closing, and reverses it only from closed', () => {
    fc.assert(
      fc.property(walk, sequence => {
        let booked = 0;
        for (const { to, loyalty } of follow(sequence)) {
          if (loyalty === 'commit') booked += 1;
          if (loyalty === 'return') booked -= 1;
          if (loyalty === 'commit') expect(to).toBe('closed');
          expect(booked).toBe(BOOKED.includes(to) ? 1 : 0);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('gives the caller no way out of a state that waits for an answer', () => {
    expect(states.filter(unsettled).sort()).toEqual([
      'paying',
      'preparing',
      'returnUnclear',
      'returning',
      'reversalUnclear',
      'reversing',
      'unclear',
      'voiding',
    ]);
    const callers: readonly Input[] = [
      'update',
      'applyCard',
      'authorise',
      'book',
      'pay',
      'cancel',
      'reverse',
      'void',
      'expire',
      'bookPart',
      'returnPart',
    ];
    for (const state of states.filter(unsettled)) for (const input of callers) expect(next(state, input)).toBeNull();
  });
});

describe('on the wire', () => {
  it.each([
    ['created', 'created'],
    ['processing', 'processing'],
    ['preparing', 'created'],
    ['authorised', 'created'],
    ['secured', 'ok'],
    ['challenged', 'created'],
    ['voiding', 'created'],
    ['paying', 'pending'],
    ['awaiting', 'pending'],
    ['unclear', 'pending'],
    ['closed', 'ok'],
    ['failed', 'failed'],
    ['reversing', 'pending'],
    ['reversalUnclear', 'pending'],
    ['partlyPaid', 'processing'],
    ['returning', 'pending'],
    ['returnUnclear', 'pending'],
    ['partlyReversed', 'pending'],
    ['cancelled', 'cancelled'],
  ] as const)('%s is %s', (state, status) => {
    expect(wireStatus(state, null, null)).toBe(status);
    expect(wireStatus(state, 'sale', null)).toBe(status);
  });

  it.each([
    ['order', null, 'received'],
    ['order', 'shipping', 'received'],
    ['order', 'collection', 'collection'],
    ['sale', 'collection', 'ok'],
  ] as const)('a closed %s with delivery %s is %s', (intent, delivery, status) => {
    expect(wireStatus('closed', intent, delivery)).toBe(status);
  });

  it('shows exactly the eight statuses of the specification', () => {
    specifies({ 'Smart Transaction: states': 'no other status is ever shown' });
    const all = states.flatMap(state =>
      [null, 'sale', 'order'].flatMap(intent =>
        [null, 'shipping', 'collection'].map(delivery => wireStatus(state, intent, delivery)),
      ),
    );
    expect([...new Set(all)].sort()).toEqual(
      ['created', 'processing', 'ok', 'received', 'collection', 'pending', 'failed', 'cancelled'].sort(),
    );
  });
});
