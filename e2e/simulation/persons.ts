/** The people who are called: they look into the terminal's book, once it is at rest, and decide. */
import { flow } from '../../main/checkout/flow.ts';
import { decideByPerson as decideDayEnd } from '../../main/terminal/dayEnd/reconciliation.ts';
import { decideOperation } from '../../main/terminal/payment/reconciliation/personDecision.ts';
import { BridgeError } from '../../main/world/errors.ts';
import type { IntentRow } from '../../main/world/sales.ts';
import type { World } from '../../main/world/world.ts';
import { now, pause } from './clock.ts';
import type { Counter } from './counter.ts';
import type { DayRecord } from './judgeDays.ts';
import { cashier } from './till.ts';

/** After the last step, ms: whatever may still be decided without a person, is decided by then. */
export const SETTLING = 30 * 60_000;

export class Persons {
  /** Intents about which a person was wrong. */
  readonly erred = new Set<string>();
  /** Intents that a person was called for. */
  readonly called = new Set<string>();
  readonly #counter: Counter;

  constructor(counter: Counter) {
    this.#counter = counter;
  }

  /** Waits until no outcome is open, or a person was called and has decided. */
  async settle(): Promise<void> {
    for (const until = now() + SETTLING; now() < until; await pause(5_000)) {
      await this.#counter.running();
      await this.look();
      if (this.#counter.till?.world.intents.allUnsettled().length === 0) return;
    }
  }

  /** The people who are called look into the terminal's book, once it is at rest. */
  async look(): Promise<void> {
    const { world } = await this.#counter.running();
    for (const intent of world.intents.allUnsettled().filter(({ needsPerson }) => needsPerson)) {
      this.called.add(intent.id);
      if (this.#counter.terminal.isWorking) continue;
      const errs = this.#counter.step?.errs === true;
      if (errs) this.erred.add(intent.id);
      await this.#say(intent, errs);
    }
    await this.#decide();
    await this.#dayEnds();
  }

  /** The person says what the book says, or the opposite. An approval of less stays as a part of the payment, or goes back. */
  async #say(intent: IntentRow, errs: boolean): Promise<void> {
    const { id, sale, amount, reason } = intent;
    const booking = this.#counter.terminal.book.bookings.find(({ tag, state }) => tag === id && state !== 'takenBack');
    const happened = (booking !== undefined) !== errs;
    const isPart = booking !== undefined && intent.kind === 'payment' && booking.amount < amount;
    this.#counter.say(`person says ${happened} of ${id.slice(0, 6)}: ${reason?.en}`);
    await this.#counter.call<unknown>('person', ({ world }) =>
      sale === null
        ? decideOperation(world, cashier, intent, { happened })
        : flow.decideByPerson(world, cashier, sale, { happened }).then(
            // Neither word is true of a part, and the till offers no third one.
            () => void (isPart && this.erred.add(id)),
            error => {
              if (!(error instanceof BridgeError) || error.key !== 'partApproved') throw error;
              // Somebody else's payment looks like a part of this one.
              if (!isPart) this.erred.add(id);
              return flow.decidePart(world, cashier, sale, amount % 2 === 0 ? 'keep' : 'take_back');
            },
          ),
    );
  }

  /** A late approval is kept, unless its sale was paid otherwise, or the terminal holds the money no more. */
  async #decide(): Promise<void> {
    const { world } = await this.#counter.running();
    for (const { id, sale, surplus, decisionKind } of world.intents.allOpenDecisions()) {
      const isGone = this.#counter.terminal.book.bookings.some(one => one.tag === id && one.state === 'takenBack');
      this.#counter.say(`decision ${decisionKind} surplus ${surplus}`);
      await this.#counter.call('decide', till =>
        flow.decideLateApproval(till.world, cashier, till.slot.device, !surplus && !isGone, { sale }),
      );
    }
  }

  async #dayEnds(): Promise<void> {
    const { world, openDayEnds } = await this.#counter.running();
    for (const { needsPerson, document } of openDayEnds()) {
      if (!needsPerson) continue;
      const { id } = document;
      // The person counts the day-end slips of the terminal.
      const closed = dayRecordsOf(world.dayEnds).filter(({ state }) => state === 'agrees' || state === 'differs');
      const tookPlace = this.#counter.daysClosed > closed.length;
      this.#counter.say('person decides about a day end');
      await this.#counter.call('dayEnd', till => decideDayEnd(till.world, cashier, id, tookPlace));
    }
  }
}

/** The till's ends of days, newest first. */
export const dayRecordsOf = ({ list, find }: World['dayEnds']): readonly DayRecord[] =>
  list(cashier.merchant, null, 100, 0).map(({ id, state, terminal, journal }) => {
    const needsPerson = find(cashier.merchant, id)?.needsPerson === true;
    return { state, needsPerson, terminal: terminal?.amount ?? null, journal: journal.amount };
  });
