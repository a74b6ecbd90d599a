/** Channel 1: the terminal connects to the till and uses its displays, its printer and its cashier. */
import { lookup } from 'node:dns/promises';
import { plainAddress } from '../../allowedPeers.ts';
import type { Answer, Question, Reason, TerminalReceipt } from '../../terminal.ts';
import type { Trace } from '../../trace.ts';
import { openFailure } from '../../transport/opener.ts';
import { listenTcp } from '../../transport/tcp.ts';
import type { Transport } from '../../transport/transport.ts';
import { all, attributeOf, type Element, element, find } from '../codec/element.ts';
import { answerName, headOf, message, requestIdIn } from '../codec/messages.ts';
import { type Channel, openChannel } from '../framing/channel.ts';
import type { OpiSettings } from '../settings.ts';
import type { Result } from './overallResults.ts';
import { inputValue, questionOf } from './questions.ts';
import { displayText, slipOf, targetOf } from './receipts.ts';

/** A request of the till, as channel 1 sees it. */
export interface TillSide {
  readonly requestId: string;
  readonly context: 'payment' | 'admin';
  /** Somebody is told of each slip (`onSlip`), or they go back with the outcome of a payment. */
  readonly awaitsSlips: boolean;
  show(text: string): void;
  /** False when the slip can be neither printed nor kept. */
  keep(slip: TerminalReceipt): Promise<boolean>;
  /** Undefined when there is nobody to ask. */
  readonly ask: ((question: Question) => Promise<Answer>) | undefined;
  /** Channel 1 spoke; `patience` is how long a question may take, ms. */
  signOfLife(patience?: number): void;
}

export interface DeviceChannel {
  /** A request runs. While none does, displays are ignored, and nothing is printed or answered. */
  begin(desk: TillSide): void;
  /** It ended; answered, it still takes its own slips for so many ms, and those that name no request until the next one. */
  end(late?: number): void;
  /** Money may have moved, and its slips may still come: those that name no request are nobody's until a request awaits slips. */
  refuseUnnamedSlips(): void;
  /** Begins to listen, or tells why it cannot; does nothing when it listens already. */
  listen(): Promise<Reason | undefined>;
  /** Resolves when what has arrived is answered. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** More connections, or more requests waiting on one, than a terminal has any use for. */
const MOST_CONNECTIONS = 8;
const MOST_WAITING = 16;

export function openDeviceChannel(settings: OpiSettings, trace?: Trace): DeviceChannel {
  let server: { close(): Promise<void> } | undefined;
  let connections = 0;
  let running: TillSide | undefined;
  let ended: TillSide | undefined;
  let strays = false;
  let forgetting: NodeJS.Timeout | undefined;
  const working = new Set<Promise<void>>(); // for the desk that runs

  return {
    begin(desk) {
      running = desk;
      if (desk.awaitsSlips) strays = false;
      working.clear();
    },
    end(late) {
      ended = late === undefined ? undefined : running;
      running = undefined;
      working.clear();
      clearTimeout(forgetting);
      if (late === undefined) return;
      forgetting = setTimeout(() => {
        ended = undefined;
      }, late).unref();
    },
    refuseUnnamedSlips() {
      strays = true;
    },
    async listen() {
      if (server) return undefined;
      const address = { host: settings.deviceHost, port: settings.devicePort };
      const opened = await listenTcp(address, (transport, from) => void admit(transport, from)).catch(
        (error: Error) => error,
      );
      if (opened instanceof Error)
        return { ...openFailure(opened), text: `channel 1 cannot be opened: ${opened.message}` };
      server = opened;
      return undefined;
    },
    async settled() {
      while (working.size > 0) await Promise.all(working);
    },
    async close() {
      const closing = server;
      server = undefined;
      clearTimeout(forgetting);
      await closing?.close();
    },
  };

  async function admit(transport: Transport, from: string): Promise<void> {
    connections++;
    if (connections > MOST_CONNECTIONS || !(await isWelcome(from, settings.deviceFrom))) {
      connections--;
      trace?.({ direction: 'note', text: `channel 1: ${from} was turned away` });
      return transport.close();
    }
    serve(openChannel(transport, { charset: settings.charset, name: 'channel 1', trace }));
  }

  /** One request after the other, as the terminal sent them. */
  function serve(channel: Channel): void {
    let waiting = 0;
    let queue = Promise.resolve();
    const then = (answer: () => Promise<Element>) => {
      if (++waiting > MOST_WAITING) return channel.close();
      queue = queue.then(async () => void channel.send(await answer())).catch(failed);
      track(queue.finally(() => waiting--));
    };
    channel.listen({
      message: request => then(() => respond(request, deskOf(request), settings)),
      garbled: () => then(async () => refusal(undefined, 'ParsingError', settings)),
      down: () => connections--,
    });
  }

  /** What names another request is not for the one that runs. */
  function deskOf(request: Element): TillSide | undefined {
    const named = requestIdIn(request, 'ReferenceRequestID');
    if (named === undefined) return strays && running ? { ...running, keep: async () => false } : (running ?? ended);
    return [running, ended].find(desk => desk?.requestId === named);
  }

  function track(work: Promise<void>): void {
    working.add(work);
    void work.finally(() => working.delete(work));
  }

  /** The terminal gets no answer to this one, but to the next. */
  function failed(error: unknown): void {
    trace?.({ direction: 'note', text: `channel 1: ${(error as Error).message}` });
  }
}

async function isWelcome(from: string, wanted: string): Promise<boolean> {
  if (wanted === '*') return true;
  const known = await lookup(wanted, { all: true }).catch(() => []);
  return known.some(({ address }) => plainAddress(address) === from);
}

async function respond(request: Element, desk: TillSide | undefined, settings: OpiSettings): Promise<Element> {
  if (request.name !== 'DeviceRequest') return refusal(request, 'ValidationError', settings);
  desk?.signOfLife();
  const asks = find(request, 'Input');
  const outputs: Element[] = [];
  for (const output of all(request, 'Output')) {
    const result = await resultOfOutput(output, desk, asks !== undefined);
    outputs.push(element('Output', { OutDeviceTarget: attributeOf(output, 'OutDeviceTarget'), OutResult: result }));
  }
  const input = asks && (await answered(request, desk, settings));
  const parts = [...outputs, ...(input ? [input] : [])];
  const failed = parts.map(partResult).find(result => result !== 'Success');
  return message(
    'DeviceResponse',
    headFor(request, settings),
    parts,
    failed ?? (parts.length > 0 ? 'Success' : 'ValidationError'),
  );
}

function refusal(request: Element | undefined, result: Result, settings: OpiSettings): Element {
  return message(answerName(request?.name ?? 'DeviceRequest'), headFor(request, settings), [], result);
}

function headFor(request: Element | undefined, { workstation, sender, popId }: OpiSettings) {
  const { requestType = 'Output', requestId = '0' } = request ? headOf(request) : {};
  return { requestType, requestId, workstation, sender, popId };
}

function partResult({ attributes }: Element): string | undefined {
  return attributes.OutResult ?? attributes.InResult;
}

async function resultOfOutput(output: Element, desk: TillSide | undefined, isQuestion: boolean): Promise<Result> {
  switch (targetOf(output)) {
    case 'display':
      if (!isQuestion) desk?.show(displayText(output));
      return 'Success';
    case 'journal':
      return 'Success';
    case 'print':
      return desk && (await desk.keep(slipOf(output, desk.context))) ? 'Success' : 'DeviceUnavailable';
    case 'none':
      return 'DeviceUnavailable';
  }
}

/** The Input of the answer: what the cashier said, that nobody did, or that nobody can be asked this. */
async function answered(request: Element, desk: TillSide | undefined, settings: OpiSettings): Promise<Element> {
  const target = attributeOf(find(request, 'Input'), 'InDeviceTarget');
  const { currency, language, timers } = settings;
  const question = questionOf(request, { currency, language, patience: timers.question });
  if (question === 'none' || !desk?.ask)
    return element('Input', { InDeviceTarget: target, InResult: 'DeviceUnavailable' });
  desk.signOfLife(question.timeout);
  const value = inputValue(question, await desk.ask(question), currency);
  desk.signOfLife();
  return element('Input', { InDeviceTarget: target, InResult: value ? 'Success' : 'TimedOut' }, value ? [value] : []);
}
