/** Drives the machine of one request over channel 0: messages, timers, effects; one request at a time. */

import type { Progress, Reason } from '../../terminal.ts';
import { createTimeout } from '../../timeout.ts';
import type { Trace } from '../../trace.ts';
import type { Element } from '../codec/element.ts';
import { headOf } from '../codec/messages.ts';
import type { Channel } from '../framing/channel.ts';
import { type Effect, type Ending, type Input, nextStep, type RequestState, requestStarted } from './requestMachine.ts';
import { ABORT, type Request, type Timers } from './requests.ts';

export interface ExchangeRequest {
  readonly request: Request;
  readonly message: Element;
  /** What asks for the end of this request. */
  readonly abort: Element;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface Line {
  /** Why the line is gone, once it is. */
  readonly lost: Reason | undefined;
  /** Sends once and waits to the end; undefined when the line was down already and not a single byte left. */
  run(asking: ExchangeRequest): Promise<Ending | undefined>;
  /** The terminal lives: it spoke on channel 1, or asked something that takes so many ms. */
  signOfLife(patience?: number): void;
  onLost(listener: (reason: Reason) => void): void;
  close(reason: Reason): void;
}

/** Takes a channel over. */
export function openLine(channel: Channel, timers: Timers, trace?: Trace): Line {
  let state: RequestState | undefined;
  let current: ExchangeRequest | undefined;
  let finish: (ending: Ending) => void = () => {};
  let lost: Reason | undefined;
  let whenLost: (reason: Reason) => void = () => {};
  const timer = createTimeout();

  channel.listen({
    message: message => feed({ type: 'answer', message }),
    garbled: () => feed({ type: 'garbled' }),
    down: lose,
  });
  return {
    get lost() {
      return lost;
    },
    run,
    signOfLife: quiet => feed({ type: 'sign', ...(quiet === undefined ? {} : { patience: quiet }) }),
    onLost(listener) {
      whenLost = listener;
    },
    close(reason) {
      lose(reason);
      channel.close();
    },
  };

  async function run(asking: ExchangeRequest): Promise<Ending | undefined> {
    if (lost || !channel.send(asking.message)) return undefined;
    const { promise, resolve } = Promise.withResolvers<Ending>();
    const first = requestStarted(asking.request, headOf(asking.message).requestId, timers);
    const wanted = () => feed({ type: 'abortWanted' });
    current = asking;
    state = first.state;
    finish = resolve;
    for (const effect of first.effects) perform(effect);
    if (asking.signal?.aborted) wanted();
    else asking.signal?.addEventListener('abort', wanted, { once: true });
    return promise.finally(() => asking.signal?.removeEventListener('abort', wanted));
  }

  function feed(input: Input): void {
    const step = state && nextStep(state, input, timers);
    if (step) {
      state = step.state;
      for (const effect of step.effects) perform(effect);
    } else if (input.type === 'answer') note(`${input.message.name} belongs to no request that is waited for`);
  }

  function perform(effect: Effect): void {
    if (effect.do === 'wait') timer.start(effect.ms, () => feed({ type: 'quiet' }));
    else if (effect.do === 'abort') channel.send(current!.abort);
    else if (effect.do === 'tell') current?.onProgress?.(effect.progress);
    else end(effect.ending);
  }

  function end(ending: Ending): void {
    timer.stop();
    state = undefined;
    current = undefined;
    finish(ending);
  }

  function lose(reason: Reason): void {
    if (lost) return;
    lost = reason;
    feed({ type: 'lost', reason });
    whenLost(reason);
  }

  function note(text: string): void {
    trace?.({ direction: 'note', text: `channel 0: ${text}` });
  }
}

/** The message that asks for the end of another one. */
export function abortOf(asked: Element): Element {
  return {
    ...asked,
    name: ABORT.message,
    attributes: { ...asked.attributes, RequestType: ABORT.type },
    children: asked.children.filter(({ name }) => name === 'POSdata'),
  };
}
