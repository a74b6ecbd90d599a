/** Joins the connection and the supervisor of one O.P.I. terminal, and runs requests with the till's side of channel 1. */
import { type OnProgress, Supervisor } from '../supervisor.ts';
import type { CommandOptions, Reason } from '../terminal.ts';
import { within } from '../timeout.ts';
import type { Trace } from '../trace.ts';
import { type TransportOpener, transportOpener } from '../transport/opener.ts';
import { attributeOf, type Element } from './codec/element.ts';
import { headOf } from './codec/messages.ts';
import { OpiConnection } from './connection.ts';
import { factsOf } from './exchange/answerFacts.ts';
import type { Line } from './exchange/line.ts';
import type { RequestResult } from './exchange/outcome.ts';
import type { Request } from './exchange/requests.ts';
import { openTillSide, type UnreportedSlips } from './exchange/tillSide.ts';
import type { OpiSettings } from './settings.ts';

/** A request with its content; its slips are returned with the result unless `unreportedSlips` drops them. */
export interface PreparedRequest {
  readonly request: Request;
  readonly content?: readonly (Element | undefined)[];
  readonly unreportedSlips?: UnreportedSlips;
  /** Chosen by the till, or of the request that it is about; left out: a number of its own. */
  readonly requestId?: string;
}

export interface OpiDriver {
  readonly settings: OpiSettings;
  readonly connection: OpiConnection;
  readonly supervisor: Supervisor<Line, RequestResult>;
  /** Within the queue: runs one request; a reason means that not a single byte of it left. */
  run(prepared: PreparedRequest, options?: CommandOptions): Promise<RequestResult | Reason>;
}

/** Opens the terminal: it connects at once, in the background. */
export function openDriver(
  settings: OpiSettings,
  trace?: Trace,
  opener: TransportOpener = transportOpener(settings.connection),
): OpiDriver {
  const connection = new OpiConnection(settings, opener, trace);
  const supervisor = new Supervisor(connection, settings.timers, trace);
  return {
    settings,
    connection,
    supervisor,
    run: (prepared, options = {}) =>
      supervisor.run(
        {
          name: prepared.request.type,
          execute: (line, onProgress) => execute(prepared, options, onProgress, { line, connection, settings, trace }),
        },
        options,
      ),
  };
}

interface ExecutionContext {
  readonly line: Line;
  readonly connection: OpiConnection;
  readonly settings: Pick<OpiSettings, 'currency' | 'timers'>;
  readonly trace: Trace | undefined;
}

async function execute(
  { request, content, unreportedSlips = 'returned', requestId: named }: PreparedRequest,
  { onSlip, onQuestion, signal }: CommandOptions,
  onProgress: OnProgress | undefined,
  { line, connection, settings: { currency, timers }, trace }: ExecutionContext,
): Promise<RequestResult | undefined> {
  const { devices } = connection;
  const exchange = connection.numbered(request, content, named);
  const { requestId } = headOf(exchange.message);
  const tillSide = openTillSide(request, requestId, { onProgress, onSlip, onQuestion }, line, unreportedSlips, trace);
  devices.begin(tillSide);
  const ending = await line.run({ ...exchange, onProgress, signal });
  tillSide.closeQuestion();
  const isAnswered = ending?.by === 'answer';
  if (isAnswered) await arrivedBytesRead(); // a slip may have come just before the answer, on the other channel
  await within(timers.question, devices.settled());
  if (request.money && isAnswered && isSuccessful(ending.message)) await devices.firstSlip(timers.slips);
  if (isAnswered) devices.end(timers.late, factsOf(ending.message, currency));
  else devices.end();
  if (request.money && ending && !isAnswered) devices.refuseUnnamedSlips();
  if (!ending) return undefined;
  const [receipts, isSlipRefused] = [tillSide.takeSlips(), tillSide.isSlipRefused()];
  return { request, requestId, ending, receipts, isSlipRefused, furtherAnswers: line.takeFurtherAnswers() };
}

const isSuccessful = (answer: Element): boolean => attributeOf(answer, 'OverallResult') === 'Success';

/** Resolves after two rounds of the event loop: the bytes that lie in a socket by now are read. */
async function arrivedBytesRead(): Promise<void> {
  for (let round = 0; round < 2; round++) await new Promise(resolve => setImmediate(resolve));
}
