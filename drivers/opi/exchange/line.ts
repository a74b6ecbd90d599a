/** Drives the machine of one request over channel 0: messages, timers, effects; one request at a time. */
import type { Progress, Reason } from '../../terminal.ts';
import { createTimeout } from '../../timeout.ts';
import type { Trace } from '../../trace.ts';
import type { Element } from '../codec/element.ts';
import { headOf } from '../codec/messages.ts';
import type { Channel } from '../framing/channel.ts';
import {
  answers,
  type Effect,
  type Ending,
  type Input,
  nextStep,
  type RequestState,
  requestStarted,
} from './requestMachine.ts';
import { ABORT, type Request, type Timers } from './requests.ts';

export interface ExchangeRequest {
  readonly request: Request;
  readonly message: Element;
  /** The message that asks for the end of this request. */
  readonly abort: Element;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The request that runs on a line. */
interface RunningRequest {
  readonly exchange: ExchangeRequest;
  readonly finish: (ending: Ending) => void;
  state: RequestState;
}

/** Takes over the channel given to it. */
export class Line {
  readonly #channel: Channel;
  readonly #timers: Timers;
  readonly #trace: Trace | undefined;
  readonly #quiet = createTimeout();
  #running: RunningRequest | undefined;
  /** The request that was answered last, with the further answers to it until they are taken. */
  #answered: { readonly state: RequestState; readonly further: Element[] } | undefined;
  /** The last request, or its abort, has no answer: bytes of it may still be on their way. */
  #isUnanswered = false;
  #lost: Reason | undefined;
  #whenLost: (reason: Reason) => void = () => {};
  #whenUnexpected: (answer: Element) => void = () => {};

  constructor(channel: Channel, timers: Timers, trace?: Trace) {
    this.#channel = channel;
    this.#timers = timers;
    this.#trace = trace;
    channel.listen({
      message: message => this.#feed({ type: 'answer', message }),
      garbled: () => this.#feed({ type: 'garbled' }),
      down: reason => this.close(reason),
    });
  }

  /** The reason why the line is gone, once it is. */
  get lost(): Reason | undefined {
    return this.#lost;
  }

  /** Sends once and waits to the end; undefined when the line was down already and not a single byte left. */
  async run(exchange: ExchangeRequest): Promise<Ending | undefined> {
    if (this.#lost || !this.#channel.send(exchange.message)) return undefined;
    this.#isUnanswered = true;
    const { promise, resolve } = Promise.withResolvers<Ending>();
    const first = requestStarted(exchange.request, headOf(exchange.message).requestId, this.#timers);
    this.#running = { exchange, finish: resolve, state: first.state };
    for (const effect of first.effects) this.#perform(effect);
    const { signal } = exchange;
    const abort = () => this.#feed({ type: 'abortWanted' });
    if (signal?.aborted) abort();
    else signal?.addEventListener('abort', abort, { once: true });
    return promise.finally(() => signal?.removeEventListener('abort', abort));
  }

  /** The terminal lives: it spoke on channel 1, or asked a question that takes `questionTime` ms. */
  signOfLife(questionTime?: number): void {
    this.#feed({ type: 'signOfLife', ...(questionTime === undefined ? {} : { questionTime }) });
  }

  /** The answers that came behind the answer of the request that has just ended; a later one is unexpected. */
  takeFurtherAnswers(): readonly Element[] {
    const further = this.#answered?.further ?? [];
    this.#answered = undefined;
    return further;
  }

  /** The listener is called with each message of channel 0 that no request waits for. */
  onUnexpected(listener: (answer: Element) => void): void {
    this.#whenUnexpected = listener;
  }

  onLost(listener: (reason: Reason) => void): void {
    this.#whenLost = listener;
  }

  /** Ends the line; a line that may still hold bytes of a request is reset, so that they never arrive later. */
  close(reason: Reason): void {
    const mayHoldBytes = this.#isUnanswered;
    this.#lose(reason);
    if (mayHoldBytes) this.#channel.reset();
    else this.#channel.close();
  }

  #feed(input: Input): void {
    const step = this.#running && nextStep(this.#running.state, input, this.#timers);
    if (step) {
      this.#running!.state = step.state;
      for (const effect of step.effects) this.#perform(effect);
    } else if (input.type === 'answer') this.#unexpected(input.message);
  }

  #unexpected(message: Element): void {
    this.#note(`${message.name} belongs to no request that is waited for`);
    if (this.#answered && answers(this.#answered.state, message)) this.#answered.further.push(message);
    else this.#whenUnexpected(message);
  }

  #perform(effect: Effect): void {
    if (effect.do === 'wait') this.#quiet.start(effect.ms, () => this.#feed({ type: 'quiet' }));
    else if (effect.do === 'abort') this.#channel.send(this.#running!.exchange.abort);
    else if (effect.do === 'tell') this.#running?.exchange.onProgress?.(effect.progress);
    else this.#end(effect.ending);
  }

  #end(ending: Ending): void {
    const running = this.#running;
    this.#isUnanswered = ending.by === 'lost' || running?.state.phase === 'aborting';
    this.#quiet.stop();
    this.#running = undefined;
    this.#answered = running && ending.by === 'answer' ? { state: running.state, further: [] } : undefined;
    running?.finish(ending);
  }

  #lose(reason: Reason): void {
    if (this.#lost) return;
    this.#lost = reason;
    this.#feed({ type: 'lost', reason });
    this.#whenLost(reason);
  }

  #note(text: string): void {
    this.#trace?.({ direction: 'note', text: `channel 0: ${text}` });
  }
}

/** The message that asks for the end of another one. */
export function abortOf(request: Element): Element {
  return {
    ...request,
    name: ABORT.message,
    attributes: { ...request.attributes, RequestType: ABORT.type },
    children: request.children.filter(({ name }) => name === 'POSdata'),
  };
}
