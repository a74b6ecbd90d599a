/** The end-of-day as the manager takes it: what stands in its way, the run, its result, and the ones before. */

import { createStore } from 'zustand/vanilla';
import type { Blocker, DayEnd, DayEndInput, DayEndPreview } from '../../../main/wire/dayEnds.ts';
import type { Terminal } from '../../../main/wire/terminals.ts';
import type { BridgeEvent } from '../../bridge/client.ts';
import { type Problem, problemOf } from '../../bridge/problem.ts';
import { isAtWork } from '../../stores/till.ts';
import type { ManagerClient } from '../client.ts';
import { isOf } from '../terminalOfTill.ts';

export interface DayEndState {
  readonly terminals: readonly Terminal[] | null;
  /** The terminal it is about. */
  readonly device: string | null;
  readonly preview: DayEndPreview | null;
  /** Something has happened since the preview: it is asked for again, and until then it says nothing. */
  readonly stale: boolean;
  /** Milliseconds since 1970; null while none runs. */
  readonly runningSince: number | null;
  /** The result on the screen; null for the preview of the next one. */
  readonly shown: DayEnd | null;
  readonly past: readonly DayEnd[];
  readonly problem: Problem | null;
}

export type DayEndStore = ReturnType<typeof createDayEnd>;
type Client = Pick<
  ManagerClient,
  'terminals' | 'preview' | 'runDayEnd' | 'dayEnds' | 'dayEnd' | 'decideDayEnd' | 'schedule'
>;

/** Whose end-of-day is opened first: the terminal that was pressed, else that of the till. */
interface First {
  readonly device: string | null;
  readonly till: string | null;
}

/** Calls back after a delay in milliseconds; returns what cancels it. */
type Later = (run: () => void, delay: number) => () => void;

export function createDayEnd(client: Client, first: First, now: () => number, later: Later = afterAWhile) {
  const store = createStore<DayEndState>(() => empty);
  const { getState, setState } = store;
  const fail = (error: unknown) => setState({ problem: problemOf(error) });
  /** Counts what was asked for: an answer that something newer has overtaken tells nothing any more. */
  let newest = 0;
  /** What has become stale is asked for together, once for all that happens in this moment. */
  let rechecking: Promise<void> | null = null;
  /** Is our own request to run it under way? */
  let asked = false;

  async function open(): Promise<void> {
    try {
      const { data } = await client.terminals();
      const known = (device: string | null) => data.find(one => one.device === device);
      // Opened once more, it is about the terminal it was about.
      const chosen = known(getState().device) ?? known(first.device) ?? data.find(isOf(first.till)) ?? data[0];
      const device = chosen?.device ?? null;
      setState({ ...(device === getState().device ? {} : UNTOLD), terminals: data, device });
      await load();
    } catch (error) {
      fail(error);
    }
  }

  /** Everything about the chosen terminal anew. */
  async function load(): Promise<void> {
    const { device } = getState();
    if (device === null) return;
    newest += 1;
    const mine = newest;
    try {
      const [preview, { data }] = await Promise.all([client.preview(device), client.dayEnds(device, PAST)]);
      if (mine !== newest) return;
      const running = data.find(({ state }) => state === 'running');
      const since = running ? Date.parse(running.started) : null;
      setState(state => ({
        preview,
        stale: false,
        past: data,
        problem: null,
        runningSince: since ?? (asked ? state.runningSince : null),
      }));
    } catch (error) {
      fail(error);
    }
  }

  async function choose(device: string): Promise<void> {
    setState({ ...UNTOLD, device });
    await load();
  }

  /** One at a time. What it ended with is shown, whoever tells of it first: the answer or the stream. */
  async function run(input: DayEndInput = {}): Promise<void> {
    const { device, preview, runningSince } = getState();
    if (device === null || preview?.device !== device || runningSince !== null) return;
    setState({ runningSince: now(), problem: null });
    asked = true;
    const answer = await client.runDayEnd(device, input).catch(caught => ({ caught }));
    asked = false;
    if (!('caught' in answer)) return ended(answer);
    setState({ runningSince: null });
    await load();
    fail(answer.caught);
  }

  async function ended(dayEnd: DayEnd): Promise<void> {
    if (dayEnd.device !== getState().device) return;
    if (dayEnd.state === 'running') setState({ runningSince: Date.parse(dayEnd.started) });
    else setState({ runningSince: null, shown: dayEnd });
    await load();
  }

  async function show(id: string): Promise<void> {
    try {
      setState({ shown: await client.dayEnd(id), problem: null });
    } catch (error) {
      fail(error);
    }
  }

  /** A person's word on the one that is shown. */
  async function decide(tookPlace: boolean): Promise<void> {
    const { shown } = getState();
    if (!shown) return;
    try {
      setState({ shown: await client.decideDayEnd(shown.id, tookPlace), problem: null });
      await load();
    } catch (error) {
      fail(error);
    }
  }

  /** `at` is HH:MM, or null for none. True when it is kept. */
  async function schedule(at: string | null): Promise<boolean> {
    const { device } = getState();
    if (device === null) return false;
    try {
      await client.schedule({ at, device });
      void load();
      return true;
    } catch (error) {
      fail(error);
      return false;
    }
  }

  /** One that ended in the meantime, or one whose ending was found out later; and what stood in the way and is gone. */
  async function told(event: BridgeEvent): Promise<void> {
    const { device, shown, preview, runningSince } = getState();
    if (runningSince === null && shown === null && changes(event, device, preview)) await recheck();
    if (event.name !== 'dayEnd' || event.data.device !== device) return;
    if (event.data.state !== 'running' && (runningSince !== null || shown?.id === event.data.id))
      await client.dayEnd(event.data.id).then(ended, fail);
    else await load();
  }

  function recheck(): Promise<void> {
    setState({ stale: true });
    rechecking ??= new Promise(resolve => {
      later(() => {
        rechecking = null;
        void load().then(resolve);
      }, RECHECK);
    });
    return rechecking;
  }

  return {
    ...store,
    open,
    recheck,
    load,
    choose,
    run,
    show,
    decide,
    schedule,
    told,
    /** From a result back to the next one. */
    back: () => {
      setState({ shown: null });
      void load();
    },
  };
}

/**
 * May this change what stands in the way? A basket that nobody has begun to pay does not, unless it stood there. Asking for
 * the preview makes the terminal busy for a moment: only one that was missed is asked again when it is back.
 */
function changes(event: BridgeEvent, device: string | null, preview: DayEndPreview | null): boolean {
  const stands = (...kinds: readonly Blocker['kind'][]) =>
    preview?.blockers.some(({ kind }) => kinds.includes(kind)) ?? false;
  if (event.name === 'reset') return true;
  if (event.name === 'transaction') {
    const { id, document } = event.data;
    return document.status !== 'created' || (preview?.blockers.some(({ about }) => about.includes(id)) ?? false);
  }
  if (event.name === 'payment') {
    const { payment } = event.data;
    if (event.data.device !== device) return false;
    return payment === null || !isAtWork(payment) || !stands('paymentRunning');
  }
  if (event.name !== 'terminal' || event.data.device !== device || event.data.state !== 'ready') return false;
  return stands('terminalUnreachable');
}

/** Of a terminal that has not been asked yet. */
const UNTOLD = { preview: null, stale: false, runningSince: null, shown: null, past: [], problem: null } as const;

const empty: DayEndState = { ...UNTOLD, terminals: null, device: null };

/** Milliseconds in which what happens together is asked for once. */
const RECHECK = 400;

const afterAWhile: Later = (run, delay) => {
  const timer = setTimeout(run, delay);
  return () => clearTimeout(timer);
};

/** How many earlier ones are listed. */
const PAST = 30;
