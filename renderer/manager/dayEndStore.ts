/** The end-of-day as the manager takes it: what stands in its way, the run, its result, and the ones before. */

import { createStore } from 'zustand/vanilla';
import type { DayEnd, DayEndPreview } from '../../main/api/dayEnds/contract.ts';
import type { Terminal } from '../../main/api/terminals/contract.ts';
import type { BridgeEvent } from '../bridgeClient.ts';
import { type Problem, problemOf } from '../stores/problem.ts';
import type { ManagerClient } from './client.ts';

export interface DayEndState {
  readonly terminals: readonly Terminal[] | null;
  /** The terminal it is about. */
  readonly device: string | null;
  readonly preview: DayEndPreview | null;
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

/** `own` is the terminal of this till, which is asked about first. */
export function createDayEnd(client: Client, own: string | null, now: () => number) {
  const store = createStore<DayEndState>(() => empty);
  const { getState, setState } = store;
  const fail = (error: unknown) => setState({ problem: problemOf(error) });

  async function open(): Promise<void> {
    try {
      const { data } = await client.terminals();
      const device = data.find(terminal => terminal.device === own)?.device ?? data[0]?.device ?? null;
      setState({ terminals: data, device });
      await load();
    } catch (error) {
      fail(error);
    }
  }

  /** Everything about the chosen terminal anew. */
  async function load(): Promise<void> {
    const { device } = getState();
    if (device === null) return;
    try {
      const [preview, { data }] = await Promise.all([client.preview(device), client.dayEnds(device, PAST)]);
      if (getState().device !== device) return;
      const running = data.find(({ state }) => state === 'running');
      const runningSince = running ? Date.parse(running.started) : null;
      setState(state => ({ preview, past: data, problem: null, runningSince: runningSince ?? state.runningSince }));
    } catch (error) {
      fail(error);
    }
  }

  async function choose(device: string): Promise<void> {
    setState({ device, preview: null, shown: null, past: [], problem: null, runningSince: null });
    await load();
  }

  /** One at a time. What it ended with is shown, whoever tells of it first: the answer or the stream. */
  async function run(): Promise<void> {
    const { device, runningSince } = getState();
    if (device === null || runningSince !== null) return;
    setState({ runningSince: now(), problem: null });
    try {
      ended(await client.runDayEnd(device));
    } catch (error) {
      setState({ runningSince: null });
      await load();
      fail(error);
    }
  }

  function ended(dayEnd: DayEnd): void {
    if (dayEnd.device !== getState().device) return;
    if (dayEnd.state === 'running') setState({ runningSince: Date.parse(dayEnd.started) });
    else setState({ runningSince: null, shown: dayEnd });
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
      await load();
      return getState().problem === null;
    } catch (error) {
      fail(error);
      return false;
    }
  }

  /** One that ended in the meantime, or one whose ending was found out later. */
  async function told(event: BridgeEvent): Promise<void> {
    const { device, shown, runningSince } = getState();
    const cleared = event.name === 'terminal' || (event.name === 'payment' && event.data.payment === null);
    if (cleared && event.data.device === device && runningSince === null) await load();
    if (event.name !== 'dayEnd' || event.data.device !== device) return;
    if (event.data.state !== 'running' && (runningSince !== null || shown?.id === event.data.id))
      await client.dayEnd(event.data.id).then(ended, fail);
    await load();
  }

  return {
    ...store,
    open,
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

const empty: DayEndState = {
  terminals: null,
  device: null,
  preview: null,
  runningSince: null,
  shown: null,
  past: [],
  problem: null,
};

/** How many earlier ones are listed. */
const PAST = 30;
