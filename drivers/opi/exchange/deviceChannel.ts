/** Channel 1: the terminal connects to the till and uses its displays, its printer and its cashier. */
import { lookup } from 'node:dns/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { plainAddress } from '../../allowedPeers.ts';
import type { Reason, TransactionFacts } from '../../terminal.ts';
import type { Trace } from '../../trace.ts';
import { type Listening, openFailure, type TransportOpener } from '../../transport/opener.ts';
import type { Transport } from '../../transport/transport.ts';
import { all, type Element } from '../codec/element.ts';
import { requestIdIn } from '../codec/messages.ts';
import { type Channel, openChannel } from '../framing/channel.ts';
import type { OpiSettings } from '../settings.ts';
import { answerTo, refusal } from './deviceAnswers.ts';
import { isSlipOf, printedLines, targetOf } from './receipts.ts';
import type { TillSide } from './tillSide.ts';

/** Between a request and its first slip lie a card and a host, ms. */
const QUICKEST_SLIP = 300;

/** More connections, or more requests waiting on one, than a terminal has any use for. */
const MOST_CONNECTIONS = 8;
const MOST_WAITING = 16;

/** A request that was answered, and the timer that forgets it. */
interface AnsweredRequest {
  readonly tillSide: TillSide;
  readonly facts: TransactionFacts;
  readonly forget: NodeJS.Timeout;
}

export class DeviceChannel {
  readonly #settings: OpiSettings;
  readonly #opener: Pick<TransportOpener, 'listen'>;
  readonly #trace: Trace | undefined;
  /** The answers that are being made for the request that runs. */
  readonly #pendingAnswers = new Set<Promise<void>>();
  #server: Listening | undefined;
  /** Open connections, the longest silent one first. */
  readonly #connections = new Set<Channel>();
  #lookups = 0;
  #running: TillSide | undefined;
  /** Requests that were answered a little while ago, and still take their slips; newest first. */
  #answered: readonly AnsweredRequest[] = [];
  /** True while slips that name no request may belong to a payment whose end is unknown. */
  #refusesUnnamedSlips = false;
  /** The terminal has printed here: its slips may come late. */
  #hasPrinted = false;
  /** False once a payment was approved of which the terminal printed nothing here. */
  #printsHere = true;
  /** The first slip of the running request. */
  #firstSlip = Promise.withResolvers<void>();
  /** Start of the running request, by the monotonic clock, ms; null as soon as channel 1 has spoken of it. */
  #begunInSilence: number | null = null;

  constructor(settings: OpiSettings, opener: Pick<TransportOpener, 'listen'>, trace?: Trace) {
    this.#settings = settings;
    this.#opener = opener;
    this.#trace = trace;
  }

  /** A request runs. While none does, displays are ignored, and nothing is printed or answered. */
  begin(tillSide: TillSide): void {
    this.#running = tillSide;
    this.#firstSlip = Promise.withResolvers<void>();
    this.#begunInSilence = performance.now();
    if (tillSide.awaitsSlips) this.#refusesUnnamedSlips = false;
    this.#pendingAnswers.clear();
  }

  /**
   * The request ended. When it was answered, it still takes its slips for `lateTime` ms: those that name it or its transaction, whatever
   * runs by then, and those that name nothing while no request runs that may have printed them. `facts`: of its transaction.
   */
  end(lateTime?: number, facts: TransactionFacts = {}): void {
    const tillSide = this.#running;
    this.#running = undefined;
    this.#pendingAnswers.clear();
    if (lateTime === undefined || !tillSide) return;
    const answered: AnsweredRequest = {
      tillSide,
      facts,
      forget: setTimeout(() => {
        this.#answered = this.#answered.filter(one => one !== answered);
      }, lateTime).unref(),
    };
    this.#answered = [answered, ...this.#answered];
  }

  /** Waits `most` ms for the first slip of an approved payment: it may come just behind the answer, and has to reach the sale. */
  async firstSlip(most: number): Promise<void> {
    if (!this.#printsHere || most === 0) return;
    const printed = this.#firstSlip.promise.then(() => true);
    this.#printsHere = await Promise.race([printed, sleep(most, false, { ref: false })]);
    await this.settled();
  }

  /** Money may have moved, and its slips may still come: slips that name no request are refused until a request awaits slips. */
  refuseUnnamedSlips(): void {
    this.#refusesUnnamedSlips = true;
  }

  /** Begins to listen, or gives the reason why it cannot; does nothing when it listens already. */
  async listen(): Promise<Reason | undefined> {
    if (this.#server) return undefined;
    const address = { host: this.#settings.deviceHost, port: this.#settings.devicePort };
    const opened = await this.#opener
      .listen(address, (transport, from) => void this.#admit(transport, from))
      .catch((error: Error) => error);
    if (opened instanceof Error)
      return { ...openFailure(opened), text: `channel 1 cannot be opened: ${opened.message}` };
    this.#server = opened;
    return undefined;
  }

  /** Resolves when everything that has arrived is answered. */
  async settled(): Promise<void> {
    while (this.#pendingAnswers.size > 0) await Promise.all(this.#pendingAnswers);
  }

  /**
   * Channel 1 carries answers of the till and no command: its connections end in order, because the terminal still needs an answer
   * that was just written, for example that a slip was taken.
   */
  async close(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    for (const { forget } of this.#answered) clearTimeout(forget);
    this.#answered = [];
    await server?.close();
  }

  async #admit(transport: Transport, from: string): Promise<void> {
    if (this.#lookups >= MOST_CONNECTIONS || !(await this.#isAllowed(from))) {
      this.#trace?.({ direction: 'note', text: `channel 1: ${from} was turned away` });
      // Nothing was written: it ends in order, and a terminal that is turned away sees no fault of the line.
      return transport.close();
    }
    if (transport.isDown) return;
    this.#makeRoom();
    const { charset } = this.#settings;
    this.#serve(openChannel(transport, { charset, name: 'channel 1', trace: this.#trace }));
  }

  /** A terminal that loses its connections without hanging up must not shut itself out: the longest silent connection goes. */
  #makeRoom(): void {
    const [oldest] = this.#connections;
    if (this.#connections.size < MOST_CONNECTIONS || oldest === undefined) return;
    this.#connections.delete(oldest);
    this.#trace?.({ direction: 'note', text: 'channel 1: the connection that was silent longest was closed' });
    oldest.close();
  }

  async #isAllowed(from: string): Promise<boolean> {
    this.#lookups++;
    return isAllowed(from, this.#settings.deviceFrom).finally(() => this.#lookups--);
  }

  /** Answers one request after the other, as the terminal sent them. */
  #serve(channel: Channel): void {
    let waiting = 0;
    let queue = Promise.resolve();
    this.#connections.add(channel);
    const enqueue = (answer: () => Promise<Element>) => {
      if (++waiting > MOST_WAITING) return channel.close();
      queue = queue.then(async () => void channel.send(await answer())).catch(error => this.#failed(error));
      this.#track(queue.finally(() => waiting--));
    };
    channel.listen({
      message: request => {
        if (this.#connections.delete(channel)) this.#connections.add(channel);
        enqueue(() => answerTo(request, this.#tillSideFor(request), this.#settings));
      },
      garbled: () => enqueue(async () => refusal(undefined, 'ParsingError', this.#settings)),
      down: () => void this.#connections.delete(channel),
    });
  }

  /** A device request that names another request than the running one does not belong to the running one. */
  #tillSideFor(request: Element): TillSide | undefined {
    const named = requestIdIn(request, 'ReferenceRequestID');
    const answered = this.#answered.map(({ tillSide }) => tillSide);
    if (named !== undefined) return [this.#running, ...answered].find(side => side?.requestId === named);
    if (this.#running && this.#refusesUnnamedSlips) return { ...this.#running, keep: async () => false };
    if (isPrint(request)) return this.#tillSideForSlip(request);
    this.#begunInSilence = null;
    return this.#running ?? answered[0];
  }

  /** A slip that names no request belongs to the transaction that its lines name; one that names nothing, to the request that printed it. */
  #tillSideForSlip(request: Element): TillSide | undefined {
    const [running, payment] = [this.#running, this.#answered.find(({ tillSide }) => tillSide.movesMoney)?.tillSide];
    // The terminal repeats its last slips, which the sale has already.
    if (running && !running.movesMoney && running.context === 'payment') return running;
    const lines = printedLines(request);
    const byFacts = this.#answered.find(({ tillSide, facts }) => tillSide.movesMoney && isSlipOf(lines, facts));
    if (byFacts) return byFacts.tillSide;
    if (running && !running.movesMoney) return running.takesSlips ? running : payment;
    // It may be of the request whose end is not known.
    if (this.#refusesUnnamedSlips) return undefined;
    if (running && this.#isOfRequestBefore(payment)) return payment;
    this.#begunInSilence = null;
    this.#hasPrinted = true;
    this.#printsHere = true;
    this.#firstSlip.resolve();
    return running ?? payment ?? this.#answered[0]?.tillSide;
  }

  /**
   * A slip that comes as the first thing behind a new request is one of the request before: no card is read and no host is asked that
   * quickly. The request before takes it, or nobody does.
   */
  #isOfRequestBefore(before: TillSide | undefined): boolean {
    const since = this.#begunInSilence;
    const isQuick = since !== null && performance.now() - since < QUICKEST_SLIP;
    return isQuick && (this.#hasPrinted || before !== undefined);
  }

  #track(answer: Promise<void>): void {
    this.#pendingAnswers.add(answer);
    void answer.finally(() => this.#pendingAnswers.delete(answer));
  }

  /** The terminal gets no answer to this request, but to the next. */
  #failed(error: unknown): void {
    this.#trace?.({ direction: 'note', text: `channel 1: ${(error as Error).message}` });
  }
}

const isPrint = (request: Element): boolean => all(request, 'Output').some(output => targetOf(output) === 'print');

async function isAllowed(from: string, allowed: string): Promise<boolean> {
  if (allowed === '*') return true;
  const known = await lookup(allowed, { all: true }).catch(() => []);
  return known.some(({ address }) => plainAddress(address) === from);
}
