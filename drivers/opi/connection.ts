/** Contact with one terminal: both channels, logging in, noticing that it is gone, coming back. */
import { randomInt } from 'node:crypto';
import type { Progress, Reason } from '../terminal.ts';
import type { Trace } from '../trace.ts';
import { openFailure, type TransportOpener, transportOpener } from '../transport/opener.ts';
import type { Element } from './codec/element.ts';
import { factsOf } from './exchange/answerFacts.ts';
import { type DeviceChannel, openDeviceChannel } from './exchange/deviceChannel.ts';
import { abortOf, type ExchangeRequest, type Line, openLine } from './exchange/line.ts';
import { failureReason, isLoggedOut, type RequestResult } from './exchange/outcome.ts';
import { compose } from './exchange/requestMessages.ts';
import { type Request, requests } from './exchange/requests.ts';
import { openChannel } from './framing/channel.ts';
import type { OpiSettings } from './settings.ts';

export interface OpiConnection {
  readonly devices: DeviceChannel;
  readonly terminalId: string | undefined;
  /** The terminal could be reached, as far as is known. */
  readonly isUp: boolean;
  /** A line on which the till is logged in, or why there is none. Asks for a sign of life when nobody spoke for long. */
  ready(tell?: (progress: Progress) => void): Promise<Line | Reason>;
  /** Connects where needed and logs in in any case. */
  register(tell?: (progress: Progress) => void): Promise<Line | Reason>;
  /** A request under a number of its own, and the message that would give it up. */
  numbered(
    request: Request,
    content?: readonly (Element | undefined)[],
  ): Pick<ExchangeRequest, 'request' | 'message' | 'abort'>;
  /** A request ended: the line proved alive, or it is no good any more. */
  requestEnded(run: RequestResult): void;
  /** Called when an open line breaks. */
  onLost(listener: (reason: Reason) => void): void;
  close(reason: Reason): Promise<void>;
}

/** True for a reason, false for a line. */
export function isReason(result: Line | Reason): result is Reason {
  return 'code' in result;
}

const MOST_ID = 99_999_999;

/** Nothing happens before the first call. */
export function openConnection(
  settings: OpiSettings,
  trace?: Trace,
  access: TransportOpener = transportOpener(settings.connection),
): OpiConnection {
  const devices = openDeviceChannel(settings, trace);
  let line: Line | undefined;
  let loggedIn = false;
  let terminalId: string | undefined;
  let lastSign = Number.NEGATIVE_INFINITY;
  // An answer to a request of an earlier run of the till is not taken for one of this run.
  let lastId = randomInt(MOST_ID);
  let whenLost: (reason: Reason) => void = () => {};

  const contact: OpiConnection = {
    devices,
    get terminalId() {
      return terminalId;
    },
    get isUp() {
      return loggedIn && (line !== undefined || !settings.keepOpen);
    },
    async ready(tell) {
      const fresh = loggedIn && performance.now() - lastSign < settings.timers.fresh;
      const registered = fresh ? undefined : await contact.register(tell);
      if (registered && (settings.keepOpen || isReason(registered))) return registered;
      if (!settings.keepOpen) letGo(); // the terminal may be hanging up right now
      return connected(tell);
    },
    async register(tell) {
      const old = line;
      const result = await attempt(tell);
      // An idle connection may have died unseen. Nothing but a login was lost with it: once more over a new one.
      return old && isReason(result) && line === undefined ? attempt(tell) : result;
    },
    numbered: asking,
    requestEnded(run) {
      const { ending } = run;
      if (isLoggedOut(run)) loggedIn = false;
      if (ending.by === 'lost') drop(ending.reason);
      else lastSign = performance.now();
      if (!settings.keepOpen && loggedIn) letGo();
    },
    onLost(listener) {
      whenLost = listener;
    },
    async close(reason) {
      drop(reason);
      await Promise.all([access.close(), devices.close()]);
    },
  };
  return contact;

  async function attempt(tell?: (progress: Progress) => void): Promise<Line | Reason> {
    if (!settings.login && loggedIn) letGo(); // it gives no cheap sign of life: a new connection is one
    const target = await connected(tell);
    if (isReason(target)) return target;
    tell?.({ step: 'registering' });
    return (await logIn(target)) ?? target;
  }

  async function connected(tell?: (progress: Progress) => void): Promise<Line | Reason> {
    if (line) return line;
    tell?.({ step: 'connecting' });
    const transport = await access.open(settings.timers.connect).catch((error: Error) => error);
    if (transport instanceof Error) return unreachable(transport);
    const deaf = await devices.listen();
    if (deaf) transport.close();
    if (deaf) return deaf;
    const opened = openLine(
      openChannel(transport, { charset: settings.charset, name: 'channel 0', trace }),
      settings.timers,
      trace,
    );
    opened.onLost(reason => broken(opened, reason));
    if (opened.lost) return opened.lost;
    line = opened;
    return opened;
  }

  function unreachable(error: Error): Reason {
    loggedIn = false;
    return openFailure(error);
  }

  function broken(which: Line, reason: Reason): void {
    if (line !== which) return;
    line = undefined;
    if (!settings.keepOpen) return; // it hung up after its answer; the next request calls again
    loggedIn = false;
    whenLost(reason);
  }

  async function logIn(target: Line): Promise<Reason | undefined> {
    if (!settings.login) return welcome(undefined);
    const ending = await target.run(asking(requests.login));
    if (!ending) return target.lost ?? GONE;
    const reason = failureReason({ ending }, settings);
    if (ending.by === 'lost') drop(ending.reason);
    return reason ?? welcome(ending.by === 'answer' ? ending.message : undefined);
  }

  function welcome(answer: Element | undefined): undefined {
    loggedIn = true;
    lastSign = performance.now();
    terminalId = (answer && factsOf(answer, settings.currency).terminalId) ?? terminalId;
  }

  function asking(request: Request, content: readonly (Element | undefined)[] = []) {
    lastId = (lastId % MOST_ID) + 1;
    const message = compose(request, String(lastId), settings, content);
    return { request, message, abort: abortOf(message) };
  }

  function letGo(): void {
    const old = line;
    line = undefined;
    old?.close(DONE);
  }

  function drop(reason: Reason): void {
    const old = line;
    line = undefined;
    loggedIn = false;
    old?.close(reason);
  }
}

const GONE: Reason = { code: 'lineLost', text: 'the connection broke' };
const DONE: Reason = { code: 'closed', text: 'one connection for each request' };
