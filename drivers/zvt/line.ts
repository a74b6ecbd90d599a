/** Drives the machine of one command over a link: bytes, timers, effects; one command at a time. */
import type { Progress, Reason } from '../terminal.ts';
import type { Trace } from '../trace.ts';
import { decode, encode, encodeNegative, errorCode, isPositive, type Message } from './codec/apdu.ts';
import type { Charset } from './codec/charsets.ts';
import { summary } from './codec/describe.ts';
import type { Fields } from './codec/fields.ts';
import { packets } from './codec/packets.ts';
import type { Command, Timers } from './commands.ts';
import { displayText } from './facts.ts';
import type { Link } from './framing/link.ts';
import { patience } from './patience.ts';
import { begin, type Effect, type Ending, type Input, next, type SessionState } from './session.ts';
import { intermediateStatusText } from './texts/intermediateStatus.ts';
import { hideSecrets } from './traceFrame.ts';
import type { Run } from './verdict.ts';

interface LineRequest {
  readonly command: Command;
  readonly fields: Fields;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface Line {
  /** Why the line is gone, once it is. */
  readonly lost: Reason | undefined;
  /** Runs one command to its end; undefined when the line was down already and not a single byte left. */
  run(request: LineRequest): Promise<Run | undefined>;
  /** The character set agreed at registration. */
  charset: Charset;
  onLost(listener: (reason: Reason) => void): void;
  close(reason: Reason): void;
}

const ACKNOWLEDGE = encode('positive');
const ABORT = encode('abort');

/** Takes a link over. */
export function openLine(link: Link, timers: Timers, charset: Charset, trace?: Trace): Line {
  let state: SessionState | undefined;
  let current: LineRequest | undefined;
  let finish: ((run: Run | undefined) => void) | undefined;
  let lost: Reason | undefined;
  let noisy = false;
  let whenLost: (reason: Reason) => void = () => {};
  const timer = patience();

  const line: Line = {
    charset,
    get lost() {
      return lost;
    },
    run,
    onLost(listener) {
      whenLost = listener;
    },
    close(reason) {
      lose(reason);
      link.close();
    },
  };
  link.listen({ apdu: receive, down: lose, noise });
  return line;

  async function run(request: LineRequest): Promise<Run | undefined> {
    const apdu = encode(request.command.send, request.fields, line.charset);
    return new Promise(resolve => {
      state = begin(request.command, timers);
      noisy = false;
      current = request;
      finish = resolve;
      if (!lost && send(apdu, () => feed({ type: 'delivered' }))) sent(request);
      else forget();
    });
  }

  function sent(request: LineRequest): void {
    request.onProgress?.({ step: 'sent' });
    const wanted = () => current === request && feed({ type: 'abortWanted' });
    if (request.signal?.aborted) wanted();
    else request.signal?.addEventListener('abort', wanted, { once: true });
  }

  function forget(): void {
    state = undefined;
    current = undefined;
    finish?.(undefined);
  }

  function receive(apdu: Buffer): void {
    const message = decode(apdu, {
      charset: line.charset,
      ...(current ? { after: packets[current.command.send].control } : {}),
    });
    trace?.({ direction: 'received', text: summary(message, line.charset), hex: hideSecrets(message) });
    if (state) feed({ type: 'message', message });
    else receiveIdle(message);
  }

  /** Nobody asked: a late message of an earlier command. It is acknowledged so that the terminal gets on. */
  function receiveIdle(message: Message): void {
    if (isPositive(message) || errorCode(message) !== undefined) return;
    note('a message came while no command was running');
    send(ACKNOWLEDGE);
  }

  function feed(input: Input): void {
    const step = state && next(state, input, timers);
    if (step) {
      state = step.state;
      for (const effect of step.effects) perform(effect);
    } else if (state) note(`${input.type} has no meaning while ${state.phase}`);
  }

  function perform(effect: Effect): void {
    if (effect.do === 'acknowledge') send(ACKNOWLEDGE);
    else if (effect.do === 'refuse') send(encodeNegative(effect.code));
    else if (effect.do === 'sendAbort') send(ABORT);
    else if (effect.do === 'wait') timer.start(effect.ms, () => feed({ type: 'quiet' }));
    else if (effect.do === 'tell') current?.onProgress?.(effect.progress);
    else if (effect.do === 'prompt') current?.onProgress?.(prompt(effect.fields));
    else end(effect.ending);
  }

  function prompt(fields: Fields): Progress {
    const code = fields.intermediateStatus ?? 0xff;
    const terminalText = displayText(fields, line.charset);
    return { step: 'prompt', code, texts: intermediateStatusText(code), ...(terminalText ? { terminalText } : {}) };
  }

  function end(ending: Ending): void {
    timer.stop();
    const run = { ending, state: state!, noisy };
    state = undefined;
    current = undefined;
    finish?.(run);
  }

  function send(apdu: Buffer, delivered?: () => void): boolean {
    const handed = link.send(apdu, delivered);
    if (handed && trace) traceSent(apdu, trace);
    return handed;
  }

  function traceSent(apdu: Buffer, tell: Trace): void {
    const message = decode(Buffer.from(apdu), { charset: line.charset });
    tell({ direction: 'sent', text: summary(message, line.charset), hex: hideSecrets(message) });
  }

  function noise(text: string, somethingLost: boolean): void {
    noisy ||= somethingLost;
    note(text);
  }

  function note(text: string): void {
    trace?.({ direction: 'note', text });
  }

  function lose(reason: Reason): void {
    if (lost) return;
    lost = reason;
    feed({ type: 'lineLost', reason });
    whenLost(reason);
  }
}
