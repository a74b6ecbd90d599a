/**
 * Operations by hand at one terminal: the list, the amounts on hold, and the running operation. The store outlives its page,
 * because the screen of the payment replaces the page while the terminal works.
 */

import type { Operation, OperationInput } from '../../../main/wire/operations.ts';
import type { Terminal } from '../../../main/wire/terminals.ts';
import type { BridgeEvent } from '../../bridge/events.ts';
import { type Problem, problemOf } from '../../bridge/problem.ts';
import { attempt } from '../../data/attempt.ts';
import { Store } from '../../stores/store.ts';
import type { ManagerClient } from '../client.ts';
import { isTerminalOf } from '../terminalOfTill.ts';
import type { PreAuthorisation } from './operationDraft.ts';

export interface OperationsState {
  readonly terminals: readonly Terminal[] | null;
  readonly device: string | null;
  /** Newest first; null until the list is loaded. */
  readonly list: readonly Operation[] | null;
  /** Amounts on hold; null until the terminal has answered, or when it cannot answer now. */
  readonly preAuthorisations: readonly PreAuthorisation[] | null;
  readonly askingPreAuthorisations: boolean;
  /** Reason why the terminal could not list the amounts on hold. */
  readonly preAuthorisationsProblem: Problem | null;
  /** The operation that was sent and has no answer yet. */
  readonly running: OperationInput | null;
  /** Id of the operation whose details are on the screen. */
  readonly shown: string | null;
  /** Reason why the last operation was not carried out, or that its answer was lost. */
  readonly refusal: Problem | null;
  /** Reason why the page cannot be filled. */
  readonly problem: Problem | null;
}

type Client = Pick<ManagerClient, 'terminals' | 'operations' | 'operate' | 'preAuthorisations'>;

export class OperationsStore extends Store<OperationsState> {
  readonly #client: Client;
  /** Counts calls of `open`, so that only the answer to the newest call counts. */
  #opened = 0;

  constructor(client: Client) {
    super(empty);
    this.#client = client;
  }

  /** `device` null opens the terminal of `till`, otherwise the first terminal that can hold amounts. */
  async open(device: string | null, till: string | null = null): Promise<void> {
    this.#opened += 1;
    const opened = this.#opened;
    const { answer, problem } = await attempt(() => this.#client.terminals());
    if (opened !== this.#opened) return;
    if (!answer) return this.setState({ problem });
    const { data } = answer;
    const named = data.find(terminal => terminal.device === device) ?? data.find(isTerminalOf(till));
    const chosen = named ?? data.find(canHold) ?? data[0];
    if (chosen?.device !== this.getState().device) this.setState({ ...empty, running: this.getState().running });
    this.setState({ terminals: data, device: chosen?.device ?? null, problem });
    await this.load();
    // The list now shows the outcome of an operation whose answer was lost.
    if (this.getState().refusal?.kind === 'unreachable' && this.getState().list) this.setState({ refusal: null });
    await this.askPreAuthorisations();
  }

  async load(): Promise<void> {
    const { device } = this.getState();
    if (device === null) return;
    const { answer, problem } = await attempt(() => this.#client.operations(device, LISTED));
    if (this.getState().device !== device) return;
    this.setState(answer ? { list: answer.data } : { list: null, problem });
  }

  /** Asks the terminal, so not while it runs an operation. The answer takes a while; another terminal may be chosen meanwhile. */
  async askPreAuthorisations(): Promise<void> {
    const { device, terminals, running, askingPreAuthorisations } = this.getState();
    const terminal = terminals?.find(one => one.device === device);
    if (!terminal || !canHold(terminal) || running || askingPreAuthorisations) return;
    this.setState({ askingPreAuthorisations: true, preAuthorisationsProblem: null });
    const answer = await this.#client.preAuthorisations(terminal.device).then(
      ({ data }) => ({ preAuthorisations: data }),
      (error: unknown) => ({ preAuthorisations: null, preAuthorisationsProblem: problemOf(error) }),
    );
    if (this.getState().device === device) this.setState({ ...answer, askingPreAuthorisations: false });
  }

  /**
   * Runs one operation at a time, sent once, and only at the terminal that the form was filled in for. After any ending the
   * page shows what the bridge has stored about the operation.
   */
  async run(device: string, input: OperationInput): Promise<void> {
    const { device: chosen, running, list } = this.getState();
    if (device !== chosen || running || list === null) return;
    this.setState({ running: input, refusal: null, problem: null, shown: null });
    const refusal = await this.#client.operate(device, input).then(() => null, problemOf);
    this.setState({ refusal });
    await this.load();
    // A bridge that refused before it stored anything still has the earlier operation as its newest one.
    const newest = this.getState().list?.[0]?.id ?? null;
    this.setState({ running: null, shown: newest === list[0]?.id ? null : newest });
    await this.askPreAuthorisations();
  }

  /** Shows another operation, or none: what was refused before was another one. Of a lost answer nobody knows that yet. */
  show(id: string | null): void {
    this.setState(({ refusal }) => ({ shown: id, refusal: refusal?.kind === 'unreachable' ? refusal : null }));
  }

  /** Loads the list again when a payment has ended, because the outcome of an operation may be known now. */
  onEvent({ name, data }: BridgeEvent): void {
    if (name === 'payment' && data.device === this.getState().device && data.payment === null) void this.load();
  }

  /** Clears the messages after the page was left. */
  forget(): void {
    this.setState({ device: null, shown: null, refusal: null, problem: null });
  }
}

const canHold = ({ features }: Terminal): boolean => features.includes('preAuthorisation');

const empty: OperationsState = {
  terminals: null,
  device: null,
  list: null,
  preAuthorisations: null,
  askingPreAuthorisations: false,
  preAuthorisationsProblem: null,
  running: null,
  shown: null,
  refusal: null,
  problem: null,
};

/** Number of earlier operations in the list. */
const LISTED = 30;
