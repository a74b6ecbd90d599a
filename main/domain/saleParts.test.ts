/** A sale that is paid in parts, walked at random with a till, a drawer and terminals, and with a crash after any commit. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  heldOf,
  inOrderOfReturn,
  isMoving,
  missingWith,
  nextPartState,
  type Part,
  type PartInput,
  type PartState,
  type PartStep,
  partStates,
  type SaleAround,
  withOpenPart,
  withPaidParts,
  withPartStep,
} from './saleParts.ts';
import { next, type State } from './transaction.ts';

const part = (id: string, amount: number, status: PartState): Part => ({ id, amount, status });
const open: SaleAround = { due: 1000, closed: false, withCard: false };

describe('the states of a part', () => {
  const table = `
open          approved      paid
open          declined      declined
open          unknown       unknown
unknown       approved      paid
unknown       declined      declined
declined      approved      paid
declined      unknown       unknown
paid          giveBack      returning
paid          givenBack     returned
returning     givenBack     returned
returning     kept          paid
returning     returnUnknown returnUnknown
returnUnknown givenBack     returned
returnUnknown kept          paid`;

  it('are these and no others', () => {
    const inputs: readonly PartInput[] = [
      'approved',
      'declined',
      'unknown',
      'giveBack',
      'givenBack',
      'kept',
      'returnUnknown',
    ];
    const rows = partStates.flatMap(from =>
      inputs.flatMap(input => {
        const to = nextPartState(from, input);
        return to ? [`${from} ${input} ${to}`] : [];
      }),
    );
    const wanted = table
      .trim()
      .split('\n')
      .map(line => line.replace(/ +/g, ' '));
    expect(rows.sort()).toEqual(wanted.sort());
  });
});

describe('the next part', () => {
  it('is more than nothing and at most what is missing', () => {
    for (const amount of [0, -1, 1001, 1.5, Number.NaN])
      expect(withPaidParts([], [part('a', amount, 'paid')], 1000), String(amount)).toBeNull();
    expect(withPaidParts([], [part('a', 999, 'paid')], 1000)?.input).toBe('bookPart');
    expect(withPaidParts([], [part('a', 1000, 'paid')], 1000)?.input).toBe('book');
  });

  it('waits until no other part is moving', () => {
    for (const status of partStates) {
      const parts = [part('a', 400, status)];
      expect(withOpenPart(parts, part('b', 100, 'open'), 1000) === null, status).toBe(parts.some(isMoving));
    }
  });

  it('that a terminal shows late counts only while it fits', () => {
    const declined = [part('a', 400, 'declined')];
    expect(withPartStep(declined, 'a', 'approved', open)?.input).toBe('partFound');
    expect(withPartStep(declined, 'a', 'approved', { ...open, due: 400 })?.input).toBe('paid');
    const covered = [...declined, part('b', 700, 'paid')];
    expect(withPartStep(covered, 'a', 'approved', open)).toBeNull();
    const moving = [...declined, part('b', 100, 'open')];
    expect(withPartStep(moving, 'a', 'approved', open)).toBeNull();
  });
});

it('goes back from the newest to the oldest, those at a terminal first', () => {
  const parts = [part('t1', 1, 'paid'), part('c1', 1, 'paid'), part('t2', 1, 'paid'), part('t3', 1, 'returned')];
  const order = inOrderOfReturn(parts, ({ id }) => id.startsWith('t'));
  expect(order.map(({ id }) => id)).toEqual(['t2', 't1', 'c1']);
});

interface Tender extends Part {
  readonly method: 'cash' | 'cashless';
  readonly given: number;
}

/** The state on disk: a crash keeps exactly this. */
interface Disk {
  readonly state: State;
  readonly parts: readonly Tender[];
  readonly isClosed: boolean;
}

type Move =
  | { readonly do: 'cash'; readonly amount: number | null; readonly more: number }
  | { readonly do: 'card'; readonly amount: number | null; readonly terminal: boolean; readonly line: boolean }
  | { readonly do: 'giveBack'; readonly which: number; readonly terminal: boolean; readonly line: boolean }
  | { readonly do: 'cancel'; readonly terminal: boolean; readonly line: boolean; readonly willing: number }
  | { readonly do: 'reconcile' };

/** Null: all that is missing. */
const amount = fc.option(fc.integer({ min: 1, max: 900 }), { freq: 3 });
const mostly = fc.integer({ min: 0, max: 5 }).map(number => number > 0);
const pay = fc.record({ amount, terminal: mostly, line: mostly });
const move: fc.Arbitrary<Move> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('cash' as const), amount, more: fc.nat({ max: 500 }) }) },
  { weight: 6, arbitrary: pay.map(how => ({ do: 'card' as const, ...how })) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('giveBack' as const), which: fc.nat(5), terminal: mostly, line: mostly }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('cancel' as const),
      terminal: fc.boolean(),
      line: fc.boolean(),
      willing: fc.nat(3),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ do: 'reconcile' as const }) },
);

/** The program dies when it wants to make its next commit. */
class Crash extends Error {}

/** A shop: a disk, a terminal that keeps its own list, a drawer, and a customer. */
class Counter {
  disk: Disk = { state: 'created', parts: [], isClosed: false };
  /** By the intent of a command: what the terminal booked, whatever the till knows. */
  readonly terminal = new Map<string, number>();
  readonly commands: string[] = [];
  drawer = 0;
  #number = 0;
  #commitsLeft: number;

  readonly due: number;
  readonly withCard: boolean;

  constructor(due: number, withCard: boolean, crashAfter: number) {
    this.due = due;
    this.withCard = withCard;
    this.#commitsLeft = crashAfter;
  }

  get #around(): SaleAround {
    return { due: this.due, closed: this.disk.isClosed, withCard: this.withCard };
  }

  get #missing(): number {
    return missingWith(this.due, this.disk.parts);
  }

  /** Both machines take their step in one commit, or neither does. */
  #commit(step: PartStep<Tender> | null, drawer = 0): boolean {
    const to = step && next(this.disk.state, step.input)?.to;
    if (!step || !to) return false;
    if (this.#commitsLeft === 0) {
      this.endCrashes();
      throw new Crash();
    }
    this.#commitsLeft -= 1;
    this.disk = structuredClone({ state: to, parts: step.parts, isClosed: this.disk.isClosed || to === 'closed' });
    this.drawer += drawer;
    return true;
  }

  #step(id: string, input: PartInput): boolean {
    return this.#commit(withPartStep(this.disk.parts, id, input, this.#around));
  }

  #newId = () => `p${++this.#number}`;

  endCrashes(): void {
    this.#commitsLeft = Number.POSITIVE_INFINITY;
  }

  run(action: Move): void {
    switch (action.do) {
      case 'cash':
        this.#payInCash(action);
        return;
      case 'card':
        this.#payByCard(action);
        return;
      case 'giveBack': {
        const chosen = this.disk.parts[action.which % Math.max(1, this.disk.parts.length)];
        if (chosen && this.disk.state === 'partlyPaid') this.#giveBack(chosen, action);
        return;
      }
      case 'cancel':
        this.#cancel(action);
        return;
      case 'reconcile':
        this.reconcile();
        return;
    }
  }

  #payInCash({ amount: named, more }: Extract<Move, { do: 'cash' }>): void {
    const amount = named ?? this.#missing;
    const given = amount + more;
    const change = given - amount;
    const tender: Tender = { ...part(this.#newId(), amount, 'paid'), method: 'cash', given };
    this.#commit(withPaidParts(this.disk.parts, [tender], this.due), given - change);
  }

  #payByCard({ amount: named, terminal, line }: Extract<Move, { do: 'card' }>): void {
    const amount = named ?? this.#missing;
    const tender: Tender = { ...part(this.#newId(), amount, 'open'), method: 'cashless', given: amount };
    if (!this.#commit(withOpenPart(this.disk.parts, tender, this.due))) return;
    this.#send(tender.id, terminal ? amount : 0);
    this.#step(tender.id, line ? (terminal ? 'approved' : 'declined') : 'unknown');
  }

  #send(intent: string, booked: number): void {
    this.commands.push(intent);
    this.terminal.set(intent, booked);
  }

  #giveBack(tender: Tender, { terminal, line }: { terminal: boolean; line: boolean }): boolean {
    if (tender.status !== 'paid') return false;
    if (tender.method === 'cash') {
      return this.#commit(withPartStep(this.disk.parts, tender.id, 'givenBack', this.#around), -tender.amount);
    }
    if (!this.#step(tender.id, 'giveBack')) return false;
    const intent = `${tender.id} back ${this.commands.length}`;
    this.#send(intent, terminal ? -tender.amount : 0);
    this.#step(tender.id, line ? (terminal ? 'givenBack' : 'kept') : 'returnUnknown');
    return line && terminal;
  }

  /** Card parts one by one; then the drawer, in the commit that ends the sale. */
  #cancel({ willing, ...how }: Extract<Move, { do: 'cancel' }>): void {
    const order = inOrderOfReturn(this.disk.parts, ({ method }) => method === 'cashless');
    const cards = order.filter(({ method }) => method === 'cashless');
    for (const [index, tender] of cards.entries())
      if (!this.#giveBack(tender, index < willing ? { terminal: true, line: true } : how)) return;
    if (this.disk.parts.some(({ status, method }) => method === 'cashless' && status === 'paid')) return;
    if (!next(this.disk.state, 'cancel') || this.disk.parts.some(isMoving)) return;
    const cash = this.disk.parts.filter(({ status }) => status === 'paid');
    const parts = this.disk.parts.map(one => (one.status === 'paid' ? { ...one, status: 'returned' as const } : one));
    this.#commit({ parts, input: 'cancel' }, -heldOf(cash));
  }

  /** The next start of the bridge: it asks the terminal about each part that moves. */
  reconcile(): void {
    for (const { id, status, amount } of this.disk.parts.filter(isMoving)) {
      if (status === 'open' || status === 'unknown') {
        this.#step(id, (this.terminal.get(id) ?? 0) === amount ? 'approved' : 'declined');
        continue;
      }
      const back = this.commands.filter(intent => intent.startsWith(`${id} back`)).at(-1) ?? '';
      const isLatest = this.terminal.get(back) === -amount && this.#netOf(id) === 0;
      this.#step(id, isLatest ? 'givenBack' : 'kept');
    }
  }

  /** Sum that the terminal holds of one part. */
  #netOf(id: string): number {
    const of = [...this.terminal].filter(([intent]) => intent === id || intent.startsWith(`${id} back`));
    return of.reduce((sum, [, booked]) => sum + booked, 0);
  }

  check(): void {
    const { state, parts } = this.disk;
    const missing = missingWith(this.due, parts);
    // The sum of paid parts and missing is due, after every step; a missing sum is never negative.
    expect(heldOf(parts) + missing).toBe(this.due);
    expect(missing).toBeGreaterThanOrEqual(0);
    if (state === 'closed') expect(missing).toBe(0);
    if (['created', 'processing', 'failed', 'cancelled'].includes(state)) expect(heldOf(parts)).toBe(0);
    if (state === 'partlyPaid' || state === 'partlyReversed') {
      expect(heldOf(parts)).toBeGreaterThan(0);
      expect(parts.some(isMoving)).toBe(false);
      expect(heldOf(parts)).toBeLessThan(this.due);
    }
    expect(parts.filter(isMoving).length).toBeLessThan(2);
    expect(parts.some(isMoving)).toBe(
      ['paying', 'unclear', 'returning', 'returnUnclear', 'reversing', 'reversalUnclear'].includes(state),
    );
    // Each intent is one command at the terminal, and a part is never charged twice.
    expect(new Set(this.commands).size).toBe(this.commands.length);
    const cash = parts.filter(({ method }) => method === 'cash');
    expect(this.drawer).toBe(heldOf(cash));
    for (const { given, amount: paid } of cash) expect(given - paid).toBeLessThanOrEqual(given);
    for (const tender of parts.filter(({ method }) => method === 'cashless')) {
      expect(this.#netOf(tender.id)).toBeLessThanOrEqual(tender.amount);
      // While nothing moves, disk and terminal agree to the cent.
      if (!isMoving(tender)) expect(this.#netOf(tender.id)).toBe(heldOf([tender]));
    }
  }
}

describe('a sale that is paid in parts', () => {
  it('names what the shop still holds where one card could be given back and the other could not', () => {
    const counter = new Counter(1000, false, Number.POSITIVE_INFINITY);
    counter.run({ do: 'card', amount: 400, terminal: true, line: true });
    counter.run({ do: 'cash', amount: 100, more: 50 });
    counter.run({ do: 'card', amount: null, terminal: true, line: true });
    expect(counter.disk).toMatchObject({ state: 'closed', isClosed: true });
    counter.run({ do: 'cancel', terminal: false, line: true, willing: 1 });
    counter.check();
    expect(counter.disk.state).toBe('partlyReversed');
    expect(heldOf(counter.disk.parts)).toBe(500);
    counter.run({ do: 'cancel', terminal: true, line: true, willing: 0 });
    expect([counter.disk.state, counter.drawer]).toEqual(['cancelled', 0]);
  });

  const sale = fc.record({ due: fc.integer({ min: 1, max: 2500 }), withCard: fc.boolean() });
  const moves = fc.array(move, { minLength: 1, maxLength: 25 });

  it('agrees with drawer and terminal after every step, whatever is declined, lost, given back or killed', () => {
    const reached = new Set<State>();
    fc.assert(
      fc.property(sale, moves, fc.nat({ max: 30 }), ({ due, withCard }, actions, crashAfter) => {
        const counter = new Counter(due, withCard, crashAfter);
        for (const action of actions) {
          try {
            counter.run(action);
          } catch (error) {
            if (!(error instanceof Crash)) throw error;
            // After a crash only the disk is left, and the terminal is asked first.
            counter.reconcile();
          }
          counter.check();
          reached.add(counter.disk.state);
        }
        counter.endCrashes();
        counter.reconcile();
        counter.check();
        expect(counter.disk.parts.some(isMoving)).toBe(false);
        // After any history, one cancel that the terminal carries out gives everything back.
        counter.run({ do: 'cancel', terminal: true, line: true, willing: 0 });
        counter.check();
        expect(heldOf(counter.disk.parts)).toBe(0);
        expect(counter.drawer).toBe(0);
      }),
      { numRuns: 800 },
    );
    for (const state of [
      'partlyPaid',
      'returnUnclear',
      'partlyReversed',
      'closed',
      'unclear',
      'reversalUnclear',
    ] as const)
      expect([...reached]).toContain(state);
  });
});
