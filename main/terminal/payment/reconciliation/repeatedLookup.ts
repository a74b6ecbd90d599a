/** The repeated lookup of one command whose outcome is unknown: it asks the terminal until the outcome is settled. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Inquiry } from '../../../domain/reconciliation.ts';
import { silentFor } from '../../../domain/reconciliationTexts.ts';
import type { Waiting } from '../../../wire/events.ts';
import type { TerminalSlot } from '../../../world/devices.ts';
import type { RunningCommand } from '../../../world/running.ts';
import type { IntentRow } from '../../../world/sales.ts';
import type { World } from '../../../world/world.ts';
import { wasDenied } from '../discoveredPayment.ts';
import { commandDetails, evidenceOf, showLateApprovals } from '../screenView.ts';
import { WAITING_FOR_INQUIRY, waitingFor } from '../waitingTexts.ts';
import { type KeptAnswer, lookUpOutcome } from './lookup.ts';
import type { LookupResult } from './lookupResult.ts';
import { callPerson, lastEvidence, recordReconciliation } from './records.ts';
import { Watch } from './watch.ts';

/** Pauses between two lookups while the terminal is busy or away, ms. */
const PAUSES = [250, 500, 1000, 2000, 4000, 8000, 15_000] as const;
/** The least pause between two looks at a terminal that says that it is idle, ms. */
const LEAST = 2000;
/** Pause between two displays of the seconds left, ms. */
const SHOWN_EVERY = 1000;
/** After this time a manager may decide without the terminal; the lookups go on, ms of the process's own time. */
const SILENT_FOR = 5 * 60_000;

export class RepeatedLookup {
  /** Id of the intent whose outcome is looked up. */
  readonly intent: string;
  readonly done: Promise<void>;
  readonly #world: World;
  readonly #slot: TerminalSlot;
  readonly #stopped: AbortSignal;
  /** Ends the pause before the next lookup. */
  #endPause = () => {};
  /** Called after the next lookup, once. */
  #listeners: (() => void)[] = [];

  /** Looks up at once; `ended` is called when the lookups are over. */
  constructor(
    world: World,
    slot: TerminalSlot,
    first: IntentRow,
    stopped: AbortSignal,
    ended: (lookup: RepeatedLookup) => void,
  ) {
    this.intent = first.id;
    this.#world = world;
    this.#slot = slot;
    this.#stopped = stopped;
    world.recovery.watch(slot);
    this.done = this.#repeat(first)
      .finally(() => {
        ended(this);
        this.#notify();
      })
      .catch(error => world.log('error', 'recovery stopped', { error: String(error) }));
  }

  /** Looks up now where the next lookup is being waited for. */
  wake(): void {
    this.#endPause();
  }

  /** Resolves after the first lookup at which `condition` holds; stays pending where the lookups end before. */
  afterLookup(condition: () => boolean = () => true): Promise<void> {
    return new Promise(resolve => {
      const check = () => (condition() ? resolve() : void this.#listeners.push(check));
      this.#listeners.push(check);
    });
  }

  async #repeat(first: IntentRow): Promise<void> {
    const { running, intents, devices, clock } = this.#world;
    const command = running.begin(first.merchant, first.till, commandDetails(this.#world, first, first.startedAt));
    command.step(first.needsPerson ? 'person' : 'deciding', lastEvidence(this.#world, first));
    const lookups: Lookups = {
      begun: clock.elapsed(),
      kept: {},
      watch: new Watch(this.#world, first),
      isWaiting: false,
    };
    for (let count = 0; !this.#stopped.aborted; count += 1) {
      const intent = intents.unsettled(this.#slot.device);
      // A person has decided meanwhile; the terminal may run the next command already.
      if (intent?.id !== first.id) return command.end();
      // The terminal may have got another connection since the last lookup.
      const slot = devices.slot(this.#slot.device) ?? this.#slot;
      const look = await lookUpOnce(this.#world, slot, intent, command, lookups);
      lookups.isWaiting = look !== 'settled' && look.wait !== null;
      if (look !== 'settled') command.showWaiting(waitingAfter(look, slot, clock.now()));
      this.#notify();
      if (look === 'settled') return;
      const endCountdown = this.#countDown(command, look.wait);
      await this.#pauseAfter(count, slot, look.wait);
      endCountdown();
    }
  }

  async #pauseAfter(count: number, slot: TerminalSlot, wait: Later['wait']): Promise<void> {
    const usual = PAUSES[Math.min(count, PAUSES.length - 1)] ?? LEAST;
    const ms = wait === null ? usual : Math.min(wait.left, Math.max(LEAST, usual));
    const woken = new AbortController();
    this.#endPause = () => woken.abort();
    const forget = onReturn(slot, this.#endPause);
    const signal = AbortSignal.any([this.#stopped, woken.signal]);
    await pause(ms, undefined, { signal }).catch(() => undefined);
    forget();
  }

  /** Shows the seconds left of a wait until the next look; gives the way to end that. */
  #countDown(command: RunningCommand, wait: Later['wait']): () => void {
    if (!wait) return () => undefined;
    const { clock } = this.#world;
    const until = clock.elapsed() + wait.left;
    const show = () => command.showWaiting(waitingFor(wait.word, clock.now(), Math.max(0, until - clock.elapsed())));
    const timer = setInterval(show, SHOWN_EVERY);
    return () => clearInterval(timer);
  }

  #notify(): void {
    for (const listener of this.#listeners.splice(0)) listener();
  }
}

/** Knowledge that one look hands to the next. */
interface Lookups {
  readonly begun: number;
  readonly kept: KeptAnswer;
  readonly watch: Watch;
  /** The word is known, and waits for another look: the single inquiries are not shown any more. */
  isWaiting: boolean;
}

/** There is another look to come; `wait`: for which word, and how long at most. */
interface Later {
  readonly wait: { readonly word: 'denial' | 'confirmation'; readonly left: number } | null;
}

const LATER: Later = { wait: null };

/** `settled` when nothing is left to look up; later also where the disk cannot be written, because it may be writable then. */
async function lookUpOnce(
  world: World,
  slot: TerminalSlot,
  intent: IntentRow,
  command: RunningCommand,
  lookups: Lookups,
): Promise<'settled' | Later> {
  const { begun, kept, watch, isWaiting } = lookups;
  try {
    const { longestAnswer = null } = slot.terminal;
    const showInquiry = (inquiry: Inquiry) => {
      if (!isWaiting) command.showWaiting(waitingFor(WAITING_FOR_INQUIRY[inquiry], world.clock.now(), longestAnswer));
    };
    const looked = await lookUpOutcome(world, slot, intent, showInquiry, kept);
    const result = typeof looked === 'string' ? looked : leftToPerson(world, intent, looked);
    watch.note(slot, result);
    if (typeof result === 'string') {
      await noAnswer(world, intent, command, begun);
      return LATER;
    }
    const left = await timeLeft(watch, slot, result);
    if (left > 0) return { wait: { word: result.verdict.kind === 'happened' ? 'confirmation' : 'denial', left } };
    await conclude(world, slot, intent, command, watch, result);
    return 'settled';
  } catch (error) {
    world.log('error', 'a verdict could not be stored', { error: String(error) });
    return LATER;
  }
}

/** Leaves an intent that was denied before to a person: the transaction found now may also be another command's. */
function leftToPerson(world: Pick<World, 'intents'>, intent: IntentRow, result: LookupResult): LookupResult {
  const { verdict } = result;
  if (verdict.kind !== 'happened' || !wasDenied(world, intent)) return result;
  return { ...result, verdict: { ...verdict, kind: 'person' } };
}

/** A terminal that may still be at work is asked to give up, which shortens the wait. */
async function timeLeft(watch: Watch, slot: TerminalSlot, result: LookupResult): Promise<number> {
  const left = watch.timeLeft(slot, result);
  if (left === 0) return 0;
  await watch.stop(slot, result);
  return watch.timeLeft(slot, result);
}

async function conclude(
  world: World,
  slot: TerminalSlot,
  intent: IntentRow,
  command: RunningCommand,
  watch: Watch,
  result: LookupResult,
): Promise<void> {
  const { kind, because } = result.verdict;
  if (kind === 'person') {
    await callPerson(world, intent, because, result);
    command.step('person', evidenceOf(intent, world.clock.now(), result.evidence, because));
    return;
  }
  await watch.learn(slot, result);
  await recordReconciliation(world, intent, result);
  command.end();
  if (kind === 'didNotHappen' && !result.verdict.isEnded) world.recovery.lookAgainLater(slot);
  // The last transaction may be the reversal of an earlier command.
  if (result.last && !result.verdict.isLast) await world.recovery.discover(slot, { last: result.last });
  showLateApprovals(world);
}

const waitingAfter = ({ wait }: Later, slot: TerminalSlot, now: number): Waiting =>
  wait ? waitingFor(wait.word, now, wait.left) : waitingFor(isAway(slot) ? 'line' : 'idle', now, null);

/** The terminal is busy or away: the lookups go on, but after some minutes a person may decide without the terminal. */
async function noAnswer(
  world: Pick<World, 'clock' | 'intents' | 'ledger' | 'pushes' | 'salePayments'>,
  intent: IntentRow,
  command: RunningCommand,
  begun: number,
): Promise<void> {
  if (intent.needsPerson) command.step('person', lastEvidence(world, intent));
  else if (world.clock.elapsed() - begun > SILENT_FOR) {
    await callPerson(world, intent, SILENT, null);
    command.step('person', evidenceOf(intent, null, null, SILENT));
  }
}

const SILENT = silentFor(SILENT_FOR / 60_000);

const isAway = ({ terminal }: Pick<TerminalSlot, 'terminal'>): boolean =>
  terminal.state !== 'ready' && terminal.state !== 'busy';

/** Calls `listener` when a terminal that is away is ready again; returns the function that ends the listening. */
function onReturn({ terminal }: TerminalSlot, listener: () => void): () => void {
  let away = isAway({ terminal });
  return terminal.onState(state => {
    if (away && state === 'ready') listener();
    away = state === 'offline' || (away && state === 'connecting');
  });
}
