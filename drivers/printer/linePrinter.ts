/**
 * A printer at a line of its own, over TCP or a serial port. The line is opened for each job, because a printer in the network
 * serves several tills, and many of them take one connection at a time.
 */

import { type ListSerialPorts, listSerialPorts, openSerial } from '../transport/serial.ts';
import { connectTcp } from '../transport/tcp.ts';
import type { SystemTransport } from '../transport/transport.ts';
import { portOf } from '../transport/usbAdapter.ts';
import {
  mayPrint,
  type PrinterCondition,
  type PrinterConnection,
  type PrintOutcome,
  type ReceiptPrinter,
} from './printer.ts';
import { after, PrinterSession, type SessionLimits, usualLimits } from './session.ts';
import { drawerAtOnce, drawerInTurn } from './status.ts';

type LineConnection = Exclude<PrinterConnection, { type: 'system' }>;
type SerialConnection = Extract<PrinterConnection, { type: 'serial' }>;

export interface LineOptions {
  readonly limits?: Partial<SessionLimits>;
  /** To open the line, ms. */
  readonly connect?: number;
  readonly listPorts?: ListSerialPorts;
}

/** Long enough for a printer that wakes up. */
const CONNECT = 4000;
/** Defaults of receipt printers. */
const BAUD_RATE = 9600;

export function linePrinter(connection: LineConnection, options: LineOptions = {}): ReceiptPrinter {
  const limits = { ...usualLimits, ...options.limits };
  const open = () => openLine(connection, options);
  return {
    condition: () => withSession(open, limits, askCondition, condition => condition),
    print: (job, onCondition = () => undefined, signal) =>
      withSession(
        open,
        limits,
        session => printJob(session, limits, { job, onCondition, signal }),
        condition => ({ ended: 'notSent', condition }) as const,
      ),
    openDrawer: pin =>
      withSession(
        open,
        limits,
        session => pulse(session, pin),
        () => false,
      ),
  };
}

async function openLine(connection: LineConnection, options: LineOptions): Promise<SystemTransport> {
  if (connection.type === 'tcp') return connectTcp(connection, options.connect ?? CONNECT);
  const path = await portNow(connection, options.listPorts ?? listSerialPorts);
  return openSerial({ path, baudRate: connection.baudRate ?? BAUD_RATE, stopBits: 1 });
}

/** Adapters without a serial number are all alike, so at another port it could be that of another device. */
async function portNow({ path, device }: SerialConnection, listPorts: ListSerialPorts): Promise<string> {
  return device?.serialNumber === undefined ? path : portOf(device, path, await listPorts(), async () => false);
}

async function withSession<Result>(
  open: () => Promise<SystemTransport>,
  limits: SessionLimits,
  work: (session: PrinterSession) => Promise<Result>,
  unreachable: (condition: PrinterCondition) => Result,
): Promise<Result> {
  let line: SystemTransport;
  try {
    line = await open();
  } catch (error) {
    return unreachable(unreachableFor((error as Error).message));
  }
  const session = new PrinterSession(line, limits);
  try {
    return await work(session);
  } finally {
    session.close();
    // A serial port can be opened again once the system has released it.
    await Promise.race([line.closed, after(limits.answer, undefined)]);
  }
}

const unreachableFor = (reason: string | null): PrinterCondition => ({ state: 'unreachable', paperLow: false, reason });
const unknownFor = (reason: string | null): PrinterCondition => ({ state: 'unknown', paperLow: false, reason });

async function askCondition(session: PrinterSession): Promise<PrinterCondition> {
  const condition = await session.condition();
  if (condition) return condition;
  return session.isDown ? unreachableFor(session.reason) : unknownFor(session.reason);
}

interface Printing {
  readonly job: Buffer;
  readonly onCondition: (condition: PrinterCondition) => void;
  readonly signal: AbortSignal | undefined;
}

const abortedOf = (signal: AbortSignal | undefined): Promise<false> =>
  new Promise(resolve => {
    signal?.addEventListener('abort', () => resolve(false), { once: true });
  });

async function printJob(
  session: PrinterSession,
  limits: SessionLimits,
  { job, onCondition, signal }: Printing,
): Promise<PrintOutcome> {
  const before = await askCondition(session);
  if (signal?.aborted) return { ended: 'notSent', condition: before };
  if (!mayPrint(before)) return { ended: 'notSent', condition: before };
  const turn = session.answerInTurn();
  if (!session.write(job)) return { ended: 'notSent', condition: unreachableFor(session.reason) };
  const asks = before.state === 'ready';
  if (asks) turn.ask();
  if (!(await Promise.race([session.flushed(), abortedOf(signal)])))
    return { ended: 'unclear', condition: unreachableFor(session.reason) };
  if (asks) return awaitTurn(session, limits, turn.answer, { onCondition, signal });
  await after(limits.linger, undefined);
  return session.isDown && session.reason !== null && !session.isGarbled
    ? { ended: 'unclear', condition: unreachableFor(session.reason) }
    : { ended: 'sent', condition: unknownFor(session.reason) };
}

/** Waits as long as the printer lives: one that ran out of paper goes on with new paper. */
async function awaitTurn(
  session: PrinterSession,
  limits: SessionLimits,
  turn: Promise<number | null>,
  { onCondition, signal }: Omit<Printing, 'job'>,
): Promise<PrintOutcome> {
  let condition = unknownFor(null);
  let readySince = Date.now();
  for (;;) {
    const answer = await Promise.race([turn, after(limits.pause, undefined)]);
    if (answer !== undefined && answer !== null)
      return { ended: 'printed', condition: (await session.condition()) ?? condition };
    if (session.isDown) return { ended: 'unclear', condition: unreachableFor(session.reason) };
    if (signal?.aborted) return { ended: 'unclear', condition };
    if (session.isGarbled) return { ended: 'unclear', condition: unknownFor(session.reason) };
    const asked = await session.condition();
    if (asked) {
      condition = asked;
      onCondition(asked);
      if (asked.state !== 'ready') readySince = Date.now();
      else if (Date.now() - readySince > limits.turn) return { ended: 'sent', condition };
    } else if (session.silentFor > limits.silence) {
      return { ended: 'unclear', condition: unreachableFor('it does not answer any more') };
    }
  }
}

/** Where the printer takes no bytes in their turn, the drawer is opened past them. */
async function pulse(session: PrinterSession, pin: 0 | 1): Promise<boolean> {
  const condition = await askCondition(session);
  if (condition.state === 'unreachable') return false;
  const bytes = mayPrint(condition) ? drawerInTurn(pin) : drawerAtOnce(pin);
  return session.write(bytes) && (await session.flushed());
}
