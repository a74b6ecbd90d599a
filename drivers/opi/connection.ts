/** Connects both channels of one O.P.I. terminal, logs in, and notices that the terminal is gone or forgot the till. */
import { randomInt } from 'node:crypto';
import { ConditionTracker } from '../condition.ts';
import { Listeners } from '../listeners.ts';
import { isReason, type OnProgress, type SupervisedConnection } from '../supervisor.ts';
import type { LateAnswer, Reason } from '../terminal.ts';
import type { Trace } from '../trace.ts';
import { Connector } from '../transport/connector.ts';
import type { TransportOpener } from '../transport/opener.ts';
import type { Transport } from '../transport/transport.ts';
import { VIRTUAL, VIRTUAL_MARK } from '../virtualTerminal.ts';
import { attributeOf, type Element, find } from './codec/element.ts';
import { conditionAfter } from './condition.ts';
import { factsOf } from './exchange/answerFacts.ts';
import { DeviceChannel } from './exchange/deviceChannel.ts';
import { abortOf, type ExchangeRequest, Line } from './exchange/line.ts';
import { failureReason, isLoggedOut, lateAnswerOf, lateDayEndOf, type RequestResult } from './exchange/outcome.ts';
import { compose } from './exchange/requestMessages.ts';
import { type Request, requests } from './exchange/requests.ts';
import { openChannel } from './framing/channel.ts';
import type { OpiSettings } from './settings.ts';

const MOST_ID = 99_999_999;

/** Nothing happens before the first call. */
export class OpiConnection implements SupervisedConnection<Line, RequestResult> {
  readonly devices: DeviceChannel;
  readonly condition: ConditionTracker;
  /** Answers about money that no request waited for. */
  readonly lateAnswers: Listeners<[LateAnswer]>;
  /** Further answers to the last end-of-day: did it take place? */
  readonly lateDayEnds: Listeners<[boolean]>;
  readonly #settings: OpiSettings;
  readonly #trace: Trace | undefined;
  readonly #connector: Connector;
  #line: Line | undefined;
  #isLoggedIn = false;
  /** A terminal without login has said that it is no virtual one; asked only where real money is taken. */
  #isReal = false;
  #terminalId: string | undefined;
  /** RequestID of the last end-of-day. */
  #dayEnd: string | undefined;
  /** The last proof that the terminal is alive, by the monotonic clock, ms. */
  #aliveAt = Number.NEGATIVE_INFINITY;
  /** Begins anywhere: an answer to a request of an earlier run of the till is not taken for one of this run. */
  #lastRequestId = randomInt(MOST_ID);
  #whenLost: (reason: Reason) => void = () => {};

  constructor(settings: OpiSettings, opener: TransportOpener, trace?: Trace) {
    this.#settings = settings;
    this.#trace = trace;
    this.#connector = new Connector(opener);
    this.devices = new DeviceChannel(settings, opener, trace);
    this.condition = new ConditionTracker(trace);
    this.lateAnswers = new Listeners(trace);
    this.lateDayEnds = new Listeners(trace);
  }

  get terminalId(): string | undefined {
    return this.#terminalId;
  }

  /** A terminal that hangs up after every answer is up while the login holds. */
  get isUp(): boolean {
    return this.#isLoggedIn && (this.#line !== undefined || !this.#settings.keepOpen);
  }

  /** Logs in as a sign of life when nothing was exchanged for long. */
  async ready(onProgress?: OnProgress): Promise<Line | Reason> {
    const { keepOpen, timers } = this.#settings;
    const isFresh = this.#isLoggedIn && performance.now() - this.#aliveAt < timers.fresh;
    const registered = isFresh ? undefined : await this.register(onProgress);
    if (registered && (keepOpen || isReason(registered))) return registered;
    if (!keepOpen) this.#hangUp(); // the terminal may be hanging up right now
    return this.#connected(onProgress);
  }

  async register(onProgress?: OnProgress): Promise<Line | Reason> {
    const hadLine = this.#line !== undefined;
    const result = await this.#attempt(onProgress);
    // An idle connection may have died unseen. Only a login was lost with it: once more over a new connection.
    return hadLine && isReason(result) && !this.#line ? this.#attempt(onProgress) : result;
  }

  /** The message of a request under a number of its own, and the message that would abort the request. */
  numbered(
    request: Request,
    content: readonly (Element | undefined)[] = [],
    named?: string,
  ): Pick<ExchangeRequest, 'request' | 'message' | 'abort'> {
    if (named === undefined) this.#lastRequestId = (this.#lastRequestId % MOST_ID) + 1;
    const message = compose(request, named ?? String(this.#lastRequestId), this.#settings, content);
    return { request, message, abort: abortOf(message) };
  }

  commandEnded(result: RequestResult): void {
    const { ending } = result;
    if (result.request === requests.endOfDay) this.#dayEnd = result.requestId;
    if (isLoggedOut(result)) this.#isLoggedIn = false;
    if (ending.by === 'lost') this.#drop(ending.reason);
    else this.#aliveAt = performance.now();
    if (!this.#settings.keepOpen && this.#isLoggedIn) this.#hangUp();
    const finding = conditionAfter(result);
    if (finding) this.condition.set(finding === 'well' ? null : finding);
  }

  isLoggedOffBy({ request, ending }: RequestResult): boolean {
    return request === requests.logOff && ending.by === 'answer' && !this.#isLoggedIn;
  }

  onLost(listener: (reason: Reason) => void): void {
    this.#whenLost = listener;
  }

  async close(reason: Reason): Promise<void> {
    this.#drop(reason);
    await Promise.all([this.#connector.close(reason), this.devices.close()]);
  }

  async #attempt(onProgress?: OnProgress): Promise<Line | Reason> {
    // A terminal without login gives no cheap sign of life: a new connection is one.
    if (!this.#settings.login && this.#isLoggedIn) this.#hangUp();
    const line = await this.#connected(onProgress);
    if (isReason(line)) return line;
    onProgress?.({ step: 'registering' });
    return (await this.#logIn(line)) ?? line;
  }

  async #connected(onProgress?: OnProgress): Promise<Line | Reason> {
    if (this.#line) return this.#line;
    onProgress?.({ step: 'connecting' });
    const transport = await this.#connector.connect(this.#settings.timers.connect);
    if (isReason(transport)) {
      this.#isLoggedIn = false;
      this.#isReal = false;
      return transport;
    }
    const refusal = (await this.devices.listen()) ?? this.#connector.closedFor;
    if (refusal) {
      transport.close();
      return refusal;
    }
    return this.#takeOver(transport);
  }

  #takeOver(transport: Transport): Line | Reason {
    const { charset, timers } = this.#settings;
    const channel = openChannel(transport, { charset, name: 'channel 0', trace: this.#trace });
    const line = new Line(channel, timers, this.#trace);
    line.onLost(reason => this.#lineLost(line, reason));
    line.onUnexpected(message => this.#answeredLate(message));
    if (line.lost) return line.lost;
    this.#line = line;
    return line;
  }

  #answeredLate(message: Element): void {
    const answer = lateAnswerOf(message, this.#settings);
    if (answer) this.lateAnswers.notify(answer);
    const tookPlace = lateDayEndOf(message, this.#dayEnd);
    if (tookPlace !== undefined) this.lateDayEnds.notify(tookPlace);
  }

  #lineLost(line: Line, reason: Reason): void {
    if (this.#line !== line) return;
    this.#line = undefined;
    if (!this.#settings.keepOpen) return; // the terminal hung up after its answer; the next request calls it again
    this.#isLoggedIn = false;
    this.#whenLost(reason);
  }

  /** Logs in where the terminal knows a login; gives the reason why it failed. */
  async #logIn(line: Line): Promise<Reason | undefined> {
    if (!this.#settings.login) return (await this.#refuseVirtual(line)) ?? this.#loggedIn(undefined);
    const ending = await line.run(this.numbered(requests.login));
    if (!ending) return line.lost ?? CONNECTION_BROKE;
    const reason = failureReason({ ending }, this.#settings);
    if (ending.by === 'lost') this.#drop(ending.reason);
    const answer = ending.by === 'answer' ? ending.message : undefined;
    if (this.#settings.refusesVirtual && answer && saysVirtual(answer)) {
      this.#drop(VIRTUAL);
      return VIRTUAL;
    }
    return reason ?? this.#loggedIn(answer);
  }

  /** A terminal without login is asked once by a diagnosis, and again when it has been away. */
  async #refuseVirtual(line: Line): Promise<Reason | undefined> {
    if (!this.#settings.refusesVirtual || this.#isReal) return undefined;
    const ending = await line.run(this.numbered(requests.diagnosis));
    if (!ending) return line.lost ?? CONNECTION_BROKE;
    const lost = ending.by === 'lost' ? ending.reason : undefined;
    const refusal = lost ?? (ending.by === 'answer' && saysVirtual(ending.message) ? VIRTUAL : undefined);
    if (refusal) this.#drop(refusal);
    else this.#isReal = true;
    return refusal;
  }

  #loggedIn(answer: Element | undefined): undefined {
    this.#isLoggedIn = true;
    this.#aliveAt = performance.now();
    this.#terminalId = (answer && factsOf(answer, this.#settings.currency).terminalId) ?? this.#terminalId;
  }

  /** Ends the connection, but not the login. */
  #hangUp(): void {
    const line = this.#line;
    this.#line = undefined;
    line?.close(ONE_REQUEST_EACH);
  }

  #drop(reason: Reason): void {
    const line = this.#line;
    this.#line = undefined;
    this.#isLoggedIn = false;
    line?.close(reason);
  }
}

/** True when the answer to a login or a diagnosis says that the terminal is a virtual one. */
const saysVirtual = (answer: Element): boolean => attributeOf(find(answer, 'Terminal'), 'Model') === VIRTUAL_MARK;

const CONNECTION_BROKE: Reason = { code: 'lineLost', text: 'the connection broke' };
const ONE_REQUEST_EACH: Reason = { code: 'closed', text: 'one connection for each request' };
