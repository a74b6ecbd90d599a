/** The end-of-day of one terminal: what blocks it, its run, its result, and the earlier ones. */

import type { Blocker, DayEnd, DayEndInput, DayEndPreview } from '../../../main/wire/dayEnds.ts';
import type { Terminal } from '../../../main/wire/terminals.ts';
import type { BridgeEvent } from '../../bridge/events.ts';
import { type Problem, problemOf } from '../../bridge/problem.ts';
import { attempt } from '../../data/attempt.ts';
import { isTerminalWorking } from '../../stores/paymentState.ts';
import { Store } from '../../stores/store.ts';
import type { ManagerClient } from '../client.ts';
import { isTerminalOf } from '../terminalOfTill.ts';

export interface DayEndState {
  readonly terminals: readonly Terminal[] | null;
  /** The chosen terminal. */
  readonly device: string | null;
  readonly preview: DayEndPreview | null;
  /** Something has changed since the preview was loaded. The preview is loaded again, and until then it is not valid. */
  readonly stale: boolean;
  /** Milliseconds since 1970; null while no end-of-day runs. */
  readonly runningSince: number | null;
  /** The result on the screen; null while the preview of the next end-of-day is shown. */
  readonly shown: DayEnd | null;
  readonly past: readonly DayEnd[];
  readonly problem: Problem | null;
}

type Client = Pick<
  ManagerClient,
  'terminals' | 'preview' | 'runDayEnd' | 'dayEnds' | 'dayEnd' | 'decideDayEnd' | 'schedule'
>;

/** Ids that choose the first terminal: the terminal the page was opened for, otherwise the terminal of the till. */
interface InitialTerminal {
  readonly device: string | null;
  readonly till: string | null;
}

/** Calls back after a delay in milliseconds; returns a function that cancels the call. */
type Later = (run: () => void, delay: number) => () => void;

export class DayEndStore extends Store<DayEndState> {
  readonly #client: Client;
  readonly #initial: InitialTerminal;
  readonly #now: () => number;
  readonly #later: Later;
  /** Counts requests, so that only the answer to the newest request counts. */
  #request = 0;
  /** One request for all changes that happen within a moment. */
  #rechecking: Promise<void> | null = null;
  /** Our own request to run the end-of-day is open. */
  #isRequested = false;
  /** The id of the result that a person left last. */
  #left: string | null = null;

  constructor(client: Client, initial: InitialTerminal, now: () => number, later: Later = afterDelay) {
    super(empty);
    this.#client = client;
    this.#initial = initial;
    this.#now = now;
    this.#later = later;
  }

  async open(): Promise<void> {
    const { answer, problem } = await attempt(() => this.#client.terminals());
    if (!answer) return this.setState({ problem });
    const { data } = answer;
    const find = (device: string | null) => data.find(terminal => terminal.device === device);
    const { device: before } = this.getState();
    // The page keeps its terminal when it is opened again.
    const chosen = find(before) ?? find(this.#initial.device) ?? data.find(isTerminalOf(this.#initial.till)) ?? data[0];
    const device = chosen?.device ?? null;
    this.setState({ ...(device === before ? {} : NOT_LOADED), terminals: data, device });
    await this.load();
  }

  /** Loads everything about the chosen terminal. */
  async load(): Promise<void> {
    const { device } = this.getState();
    if (device === null) return;
    this.#request += 1;
    const request = this.#request;
    const { answer, problem } = await attempt(() =>
      Promise.all([this.#client.preview(device), this.#client.dayEnds(device, LISTED)]),
    );
    if (!answer) return this.setState({ problem });
    if (request !== this.#request) return;
    const [preview, { data }] = answer;
    const running = data.find(({ state }) => state === 'running');
    const since = running ? Date.parse(running.started) : null;
    this.setState(state => ({
      preview,
      stale: false,
      past: data,
      problem,
      runningSince: since ?? (this.#isRequested ? state.runningSince : null),
    }));
  }

  async choose(device: string): Promise<void> {
    this.setState({ ...NOT_LOADED, device });
    await this.load();
  }

  /** Runs one end-of-day at a time. The result is shown from the answer or from the event stream, whichever comes first. */
  async run(input: DayEndInput = {}): Promise<void> {
    const { device, preview, runningSince } = this.getState();
    if (device === null || preview?.device !== device || runningSince !== null) return;
    this.setState({ runningSince: this.#now(), problem: null });
    this.#isRequested = true;
    const answer = await this.#client.runDayEnd(device, input).catch(caught => ({ caught }));
    this.#isRequested = false;
    if (!('caught' in answer)) return this.#showResult(answer);
    this.setState({ runningSince: null });
    await this.load();
    this.#fail(answer.caught);
  }

  async show(id: string): Promise<void> {
    const { answer, problem } = await attempt(() => this.#client.dayEnd(id));
    this.setState(answer ? { shown: answer, problem } : { problem });
  }

  /** Returns from a result to the preview of the next end-of-day. */
  back(): void {
    this.#left = this.getState().shown?.id ?? null;
    this.setState({ shown: null });
    void this.load();
  }

  /** Stores a person's decision whether the shown end-of-day took place. */
  async decide(tookPlace: boolean): Promise<void> {
    const { shown } = this.getState();
    if (!shown) return;
    const { answer, problem } = await attempt(() => this.#client.decideDayEnd(shown.id, tookPlace));
    if (!answer) return this.setState({ problem });
    this.setState({ shown: answer, problem });
    await this.load();
  }

  /** `at` is HH:MM, or null for no schedule. True when the schedule is stored. */
  async schedule(at: string | null): Promise<boolean> {
    const { device } = this.getState();
    if (device === null) return false;
    const { answer, problem } = await attempt(() => this.#client.schedule({ at, device }));
    if (!answer) {
      this.setState({ problem });
      return false;
    }
    // The preview asks the terminal, which may take long; one that was asked for before does not count any more.
    this.setState(({ preview }) => ({ preview: preview && { ...preview, schedule: answer } }));
    void this.load();
    return true;
  }

  /** Shows an end-of-day that has ended, and loads the preview again when the event affects it. */
  async onEvent(event: BridgeEvent): Promise<void> {
    const { device, shown, preview, runningSince } = this.getState();
    if (runningSince === null && shown === null && affectsPreview(event, device, preview)) await this.recheck();
    if (event.name !== 'dayEnd' || event.data.device !== device) return;
    if (event.data.state !== 'running' && (runningSince !== null || shown?.id === event.data.id))
      await this.#client.dayEnd(event.data.id).then(
        dayEnd => this.#showResult(dayEnd),
        error => this.#fail(error),
      );
    else await this.load();
  }

  recheck(): Promise<void> {
    this.setState({ stale: true });
    this.#rechecking ??= new Promise(resolve => {
      this.#later(() => {
        this.#rechecking = null;
        void this.load().then(resolve);
      }, RECHECK_DELAY);
    });
    return this.#rechecking;
  }

  /**
   * The answer to the run and the event both lead here. When the second of them comes, a person may have left the result
   * already; it does not come back then.
   */
  async #showResult(dayEnd: DayEnd): Promise<void> {
    if (dayEnd.device !== this.getState().device || dayEnd.id === this.#left) return;
    if (dayEnd.state === 'running') this.setState({ runningSince: Date.parse(dayEnd.started) });
    else this.setState({ runningSince: null, shown: dayEnd });
    await this.load();
  }

  #fail(error: unknown): void {
    this.setState({ problem: problemOf(error) });
  }
}

/**
 * True when the event may change what blocks the end-of-day. An unpaid basket does not, unless it is a blocker already.
 * Loading the preview makes the terminal busy for a moment, so a terminal that is ready again counts only when the preview
 * could not reach it.
 */
function affectsPreview(event: BridgeEvent, device: string | null, preview: DayEndPreview | null): boolean {
  const hasBlocker = (kind: Blocker['kind']) => preview?.blockers.some(blocker => blocker.kind === kind) ?? false;
  if (event.name === 'reset') return true;
  if (event.name === 'transaction') {
    const { id, document } = event.data;
    return document.status !== 'created' || (preview?.blockers.some(({ about }) => about.includes(id)) ?? false);
  }
  if (event.name === 'payment') {
    const { payment } = event.data;
    if (event.data.device !== device) return false;
    return payment === null || !isTerminalWorking(payment) || !hasBlocker('paymentRunning');
  }
  if (event.name !== 'terminal' || event.data.device !== device || event.data.state !== 'ready') return false;
  return hasBlocker('terminalUnreachable');
}

/** State of a terminal that has not been loaded yet. */
const NOT_LOADED = { preview: null, stale: false, runningSince: null, shown: null, past: [], problem: null } as const;

const empty: DayEndState = { ...NOT_LOADED, terminals: null, device: null };

/** Milliseconds in which several changes lead to one request. */
const RECHECK_DELAY = 400;

const afterDelay: Later = (run, delay) => {
  const timer = setTimeout(run, delay);
  return () => clearTimeout(timer);
};

/** Number of earlier ends-of-day in the list. */
const LISTED = 30;
