/** The virtual O.P.I. terminal: takes the requests of the tills, and carries them out one at a time. */

import type { Element } from '../../opi/codec/element.ts';
import { answerName, type Head, headOf } from '../../opi/codec/messages.ts';
import type { Result } from '../../opi/exchange/overallResults.ts';
import { type Channel, openChannel } from '../../opi/framing/channel.ts';
import type { Transport } from '../../transport/transport.ts';
import { bareAnswer } from './answers.ts';
import { type Behaviour, behaviourOf, behaviourOfAmount } from './behaviours.ts';
import { handlers, type RunningRequest, type VirtualOpiSettings } from './handlers.ts';
import { type Memory, openMemory } from './memory.ts';
import { openTillSide } from './tillSide.ts';

export interface VirtualOpi {
  readonly memory: Memory;
  /** RequestTypes in the order they came. */
  readonly received: readonly string[];
  readonly isBusy: boolean;
  behaviour: string;
  amountRules: boolean;
  /** Takes a till that connected on channel 0. */
  accept(transport: Transport): void;
}

/** Nothing happens before a till connects. */
export function virtualOpi(settings: VirtualOpiSettings): VirtualOpi {
  return new OpiTerminal(settings);
}

class OpiTerminal implements VirtualOpi {
  readonly memory = openMemory();
  readonly received: string[] = [];
  behaviour: string;
  amountRules: boolean;
  readonly #settings: VirtualOpiSettings;
  /** WorkstationIDs that are logged in. */
  readonly #tills = new Set<string>();
  #running: RunningRequest | undefined;

  constructor(settings: VirtualOpiSettings) {
    this.#settings = settings;
    this.behaviour = settings.behaviour;
    this.amountRules = settings.amountRules;
  }

  get isBusy(): boolean {
    return this.#running !== undefined;
  }

  accept(transport: Transport): void {
    const { trace } = this.#settings;
    const channel = openChannel(transport, { charset: 'utf-8', name: 'terminal, channel 0', trace });
    channel.listen({
      message: request => void this.#take(request, channel).catch(error => this.#noteError(error)),
      garbled: () => channel.send(bareAnswer('CardServiceResponse', UNREADABLE, 'ParsingError')),
      down: () => {},
    });
  }

  async #take(request: Element, channel: Channel): Promise<void> {
    const head = headOf(request);
    const answer = (result: Result, name = answerName(request.name)) => channel.send(bareAnswer(name, head, result));
    this.received.push(head.requestType);
    if (head.requestType === 'AbortRequest') return void answer(this.#abort(head), 'ServiceResponse');
    const refusal = this.#refusalOf(request, head);
    if (refusal) return void answer(refusal);
    const running = { requestId: head.requestId, aborting: new AbortController(), atHost: false };
    this.#running = running;
    const [settings, memory, tills] = [this.#settings, this.memory, this.#tills];
    const till = openTillSide(settings.till, CONNECT_TIMEOUT, settings.trace);
    const behaviourFor = (amount: number) => this.#behaviourFor(amount);
    try {
      const run = handlers[head.requestType]!;
      await run({ request, head, channel, till, running, memory, settings, tills, behaviourFor });
    } finally {
      till.close();
      this.#running = undefined;
    }
  }

  #refusalOf(request: Element, { requestType, workstation }: Head): Result | undefined {
    if (!Object.hasOwn(handlers, requestType) || answerName(request.name) === request.name) return 'ValidationError';
    if (this.isBusy || this.#usualBehaviour().busy) return 'Busy';
    const isLoggedIn = requestType === 'Login' || this.#tills.has(workstation) || !this.#settings.needsLogin;
    return isLoggedIn ? undefined : 'Loggedout';
  }

  /** Accepted while the terminal waits for the customer; later only by the behaviour that approves all the same. */
  #abort({ requestId }: Head): Result {
    const running = this.#running;
    if (running?.requestId !== requestId) return 'Failure';
    if (running.atHost && this.#usualBehaviour().lateAbort !== 'accepted') return 'Failure';
    running.aborting.abort();
    return 'Success';
  }

  #usualBehaviour(): Behaviour {
    return behaviourOf(this.behaviour) ?? behaviourOf('approve')!;
  }

  #behaviourFor(amount: number): Behaviour {
    const isBent = this.amountRules && this.behaviour === 'approve';
    return (isBent && behaviourOfAmount(amount, this.#settings.slow)) || this.#usualBehaviour();
  }

  #noteError(error: unknown): void {
    this.#settings.trace?.({ direction: 'note', text: `terminal: ${(error as Error).message}` });
  }
}

const CONNECT_TIMEOUT = 1_000; // milliseconds
/** The head for a message that could not be read. */
const UNREADABLE: Head = { requestType: '', requestId: '0', workstation: '' };
