/** The virtual O.P.I. terminal: takes the requests of the till, one at a time, and sees that they are carried out. */

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
  const memory = openMemory();
  const received: string[] = [];
  const tills = new Set<string>();
  let running: RunningRequest | undefined;

  const terminal: VirtualOpi = {
    memory,
    received,
    get isBusy() {
      return running !== undefined;
    },
    behaviour: settings.behaviour,
    amountRules: settings.amountRules,
    accept(transport) {
      const channel = openChannel(transport, { charset: 'utf-8', name: 'terminal, channel 0', trace: settings.trace });
      channel.listen({
        message: request => void take(request, channel).catch(failed),
        garbled: () => channel.send(bareAnswer('CardServiceResponse', NOBODY, 'ParsingError')),
        down: () => {},
      });
    },
  };
  return terminal;

  async function take(request: Element, channel: Channel): Promise<void> {
    const head = headOf(request);
    received.push(head.requestType);
    if (head.requestType === 'AbortRequest') return void channel.send(bareAnswer('ServiceResponse', head, abort(head)));
    const refusal = refusalOf(request, head);
    if (refusal) return void channel.send(bareAnswer(answerName(request.name), head, refusal));
    const work: RunningRequest = { requestId: head.requestId, aborting: new AbortController(), atHost: false };
    running = work;
    const till = openTillSide(settings.till, CONNECT, settings.trace);
    try {
      await handlers[head.requestType]!({
        request,
        head,
        channel,
        till,
        running: work,
        memory,
        settings,
        tills,
        behaviourFor,
      });
    } finally {
      till.close();
      running = undefined;
    }
  }

  function refusalOf(request: Element, { requestType, workstation }: Head): Result | undefined {
    if (!Object.hasOwn(handlers, requestType) || answerName(request.name) === request.name) return 'ValidationError';
    if (running || usual().busy) return 'Busy';
    const loggedIn = requestType === 'Login' || tills.has(workstation) || !settings.needsLogin;
    return loggedIn ? undefined : 'Loggedout';
  }

  function usual(): Behaviour {
    return behaviourOf(terminal.behaviour) ?? behaviourOf('approve')!;
  }

  function behaviourFor(amount: number): Behaviour {
    const bent = terminal.amountRules && terminal.behaviour === 'approve';
    return (bent && behaviourOfAmount(amount, settings.slow)) || usual();
  }

  function failed(error: unknown): void {
    settings.trace?.({ direction: 'note', text: `terminal: ${(error as Error).message}` });
  }

  /** Taken while the customer is waited for; later only by the behaviour that approves all the same. */
  function abort({ requestId }: Head): Result {
    if (running?.requestId !== requestId) return 'Failure';
    const late = running.atHost && usual().lateAbort === 'accepted';
    if (running.atHost && !late) return 'Failure';
    running.aborting.abort();
    return 'Success';
  }
}

const CONNECT = 1_000; // milliseconds
const NOBODY: Head = { requestType: '', requestId: '0', workstation: '' };
