/**
 * Observations of this process at a terminal since the line of a command broke. They decide whether a result is final
 * now or waits for another look: a terminal that says ready may still be at work.
 */
import { confirmationWait, denialWait, isWorthStopping, type Standing, takeWait } from '../../../domain/denialWait.ts';
import type { TerminalSlot } from '../../../world/devices.ts';
import type { IntentRow } from '../../../world/sales.ts';
import type { World } from '../../../world/world.ts';
import { referenceOf, writeJournal } from '../intent.ts';
import type { NoAnswer } from './lookup.ts';
import type { LookupResult } from './lookupResult.ts';
import { isShared } from './openCase.ts';

type WatchWorld = Pick<World, 'clock' | 'intents' | 'ledger' | 'running' | 'settings'>;

export class Watch {
  readonly #world: WatchWorld;
  readonly #intent: IntentRow;
  readonly #askedSince: number;
  #isBusy = false;
  #readyAfterBusy: number | null = null;
  #stopAnswered: number | null = null;
  #foundAt: number | null = null;
  /** The terminal said ready, and that it had not carried the command out. */
  #hasDenied = false;

  constructor(world: WatchWorld, intent: IntentRow) {
    this.#world = world;
    this.#intent = intent;
    this.#askedSince = world.clock.elapsed();
  }

  /** Notes the answer of a look. */
  note(slot: TerminalSlot, look: LookupResult | NoAnswer): void {
    if (look === 'away') return;
    const now = this.#world.clock.elapsed();
    if (look === 'busy') {
      this.#isBusy = true;
      this.#readyAfterBusy = null;
      return;
    }
    if (this.#isBusy) this.#readyAfterBusy = now;
    this.#isBusy = false;
    const { kind, isEnded } = look.verdict;
    if (kind === 'happened') this.#foundAt ??= now;
    else this.#foundAt = null;
    this.#hasDenied ||= kind === 'didNotHappen' && isEnded !== true && this.#standing(slot).sign !== null;
  }

  /**
   * How long the word has to wait for another look, ms; 0: it is final. A contradiction is for a person at once; a person who is called
   * because nothing is to be seen would see nothing either, as long as the terminal may still be at work. At a shared terminal what is to be
   * seen may be of another till, while a command that nobody has acknowledged is still on its way.
   */
  timeLeft(slot: TerminalSlot, { verdict: { kind, isEnded, showsNothing } }: LookupResult): number {
    const { waits } = this.#world.settings;
    const standing = this.#standing(slot);
    if (isEnded) return 0;
    if (kind === 'person' && !showsNothing) return standing.shared ? takeWait(standing, waits) : 0;
    return kind === 'happened'
      ? confirmationWait(standing, this.#foundAt ?? standing.now, waits)
      : denialWait(standing, waits);
  }

  /** Asks a terminal that denies to give up what it may still do. */
  async stop(slot: TerminalSlot, { verdict: { kind } }: LookupResult): Promise<void> {
    if (kind === 'happened' || !isWorthStopping(this.#standing(slot))) return;
    const isAnswered = await slot.terminal.giveUp?.(referenceOf(this.#intent));
    if (isAnswered) this.#stopAnswered = this.#world.clock.elapsed();
  }

  /** The terminal has carried out what it had denied while it said ready: that is kept with the terminal, and it is asked for longer. */
  async learn(slot: TerminalSlot, { verdict: { kind } }: LookupResult): Promise<void> {
    const terminal = slot.terminal.terminalId ?? null;
    const { stage } = this.#standing(slot).sign ?? { stage: 'sent' };
    if (kind !== 'happened' || !this.#hasDenied || stage === 'sent') return;
    if (this.#world.intents.saidReadyAtWork(slot.device, terminal)) return;
    await this.#world.ledger.write(() => noteReadyAtWork(this.#world, slot, this.#intent));
  }

  #standing(slot: TerminalSlot): Standing {
    const { clock, intents, running } = this.#world;
    const { device, id, startedAt } = this.#intent;
    return {
      now: clock.elapsed(),
      askedSince: this.#askedSince,
      sign: running.lastSign(device, id),
      age: clock.now() - startedAt,
      mayDeliverLate: slot.terminal.endpoint.startsWith('tcp'),
      shared: isShared(slot, this.#intent),
      readyAfterBusy: this.#readyAfterBusy,
      stopAnswered: this.#stopAnswered,
      readyAtWork: intents.saidReadyAtWork(device, slot.terminal.terminalId ?? null),
    };
  }
}

/** Inside a job: this machine has said ready while it was at work on this command. */
export function noteReadyAtWork(
  world: Pick<World, 'clock' | 'intents'>,
  { terminal }: TerminalSlot,
  intent: IntentRow,
): void {
  writeJournal(world, intent, 'evidence', { event: 'readyAtWork', terminal: terminal.terminalId ?? null });
}
