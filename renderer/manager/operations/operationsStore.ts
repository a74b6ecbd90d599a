/**
 * Operations by hand at one terminal: what was done, what is on hold, and one that runs. It outlives its page, which gives
 * way to the screen of the payment while the terminal works.
 */

import { createStore } from 'zustand/vanilla';
import type { Operation, OperationInput } from '../../../main/wire/operations.ts';
import type { Terminal } from '../../../main/wire/terminals.ts';
import type { BridgeEvent } from '../../bridge/client.ts';
import { type Problem, problemOf } from '../../bridge/problem.ts';
import type { ManagerClient } from '../client.ts';
import { isOf } from '../terminalOfTill.ts';
import type { Held } from './operationDraft.ts';

export interface OperationsState {
  readonly terminals: readonly Terminal[] | null;
  readonly device: string | null;
  /** Newest first; null until the bridge has told them. */
  readonly list: readonly Operation[] | null;
  /** What the terminal holds; null where it has not been asked, or cannot say now. */
  readonly held: readonly Held[] | null;
  readonly askingHeld: boolean;
  /** Why the terminal could not say what it holds. */
  readonly heldProblem: Problem | null;
  /** Sent, and not answered yet. */
  readonly running: OperationInput | null;
  /** The one whose details are on the screen. */
  readonly shown: string | null;
  /** Why the last one was not carried out, or that its answer was lost. */
  readonly refusal: Problem | null;
  /** Why the page cannot be filled. */
  readonly problem: Problem | null;
}

type Client = Pick<ManagerClient, 'terminals' | 'operations' | 'operate' | 'preAuthorisations'>;
export type OperationsStore = ReturnType<typeof createOperations>;

export function createOperations(client: Client) {
  const store = createStore<OperationsState>(() => empty);
  const { getState, setState } = store;

  /** Counts what was opened: an answer that something newer has overtaken tells nothing any more. */
  let newest = 0;

  /** `device` null for the terminal of `till`, else the first that can do something of it. */
  async function open(device: string | null, till: string | null = null): Promise<void> {
    newest += 1;
    const mine = newest;
    try {
      const { data } = await client.terminals();
      if (mine !== newest) return;
      const named = data.find(one => one.device === device) ?? data.find(isOf(till));
      const chosen = named ?? data.find(canHold) ?? data[0];
      if (chosen?.device !== getState().device) setState({ ...empty, running: getState().running });
      setState({ terminals: data, device: chosen?.device ?? null, problem: null });
      await load();
      // What became of one whose answer was lost stands in the list now.
      if (getState().refusal?.kind === 'unreachable' && getState().list) setState({ refusal: null });
      await askHeld();
    } catch (error) {
      if (mine === newest) setState({ problem: problemOf(error) });
    }
  }

  async function load(): Promise<void> {
    const { device } = getState();
    if (device === null) return;
    try {
      const { data } = await client.operations(device, SHOWN);
      if (getState().device === device) setState({ list: data });
    } catch (error) {
      if (getState().device === device) setState({ list: null, problem: problemOf(error) });
    }
  }

  /** Asked at the terminal, so not while it works for us. That takes a while, and another one may be chosen meanwhile. */
  async function askHeld(): Promise<void> {
    const { device, terminals, running, askingHeld } = getState();
    const terminal = terminals?.find(one => one.device === device);
    if (!terminal || !canHold(terminal) || running || askingHeld) return;
    setState({ askingHeld: true, heldProblem: null });
    const told = await client.preAuthorisations(terminal.device).then(
      ({ data }) => ({ held: data }),
      (error: unknown) => ({ held: null, heldProblem: problemOf(error) }),
    );
    if (getState().device === device) setState({ ...told, askingHeld: false });
  }

  /**
   * One at a time, sent once, and only at the terminal it was filled in for. However it ends, what the bridge has written
   * of it is shown.
   */
  async function run(device: string, input: OperationInput): Promise<void> {
    const { device: chosen, running, list } = getState();
    if (device !== chosen || running || list === null) return;
    setState({ running: input, refusal: null, problem: null, shown: null });
    const refusal = await client.operate(device, input).then(() => null, problemOf);
    setState({ refusal });
    await load();
    // Refused before anything was written, the newest is still that of before.
    const newest = getState().list?.[0]?.id ?? null;
    setState({ running: null, shown: newest === list[0]?.id ? null : newest });
    await askHeld();
  }

  return {
    ...store,
    open,
    load,
    askHeld,
    run,
    show: (id: string | null) => setState({ shown: id }),
    /** An ending that was found out later. */
    told({ name, data }: BridgeEvent): void {
      if (name === 'payment' && data.device === getState().device && data.payment === null) void load();
    },
    /** The page was left: what it said last is past. */
    forget: () => setState({ device: null, shown: null, refusal: null, problem: null }),
  };
}

const canHold = ({ features }: Terminal): boolean => features.includes('preAuthorisation');

const empty: OperationsState = {
  terminals: null,
  device: null,
  list: null,
  held: null,
  askingHeld: false,
  heldProblem: null,
  running: null,
  shown: null,
  refusal: null,
  problem: null,
};

/** How many earlier ones are listed. */
const SHOWN = 30;
