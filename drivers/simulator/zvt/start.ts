/** Starts the virtual terminal: on TCP or a serial port, with its HTTP control. */

import type { Trace } from '../../trace.ts';
import { openSerial } from '../../transport/serial.ts';
import { listenTcp, type TcpAddress, tcpName } from '../../transport/tcp.ts';
import type { Transport } from '../../transport/transport.ts';
import type { LinkTimers } from '../../zvt/framing/link.ts';
import { serialLink } from '../../zvt/framing/serialLink.ts';
import { tcpLink } from '../../zvt/framing/tcpLink.ts';
import { checkBehaviour } from '../behaviourNames.ts';
import { checkTerminalId, OptionError } from '../options.ts';
import { handlers } from './commands/handlers.ts';
import type { Control } from './control/server.ts';
import { behaviours } from './engine/behaviours.ts';
import { dialTill } from './engine/dialling.ts';
import { type FaultyTransport, faultyTransport } from './engine/faultyTransport.ts';
import { openMemory } from './engine/memory.ts';
import { type ProfileName, profileOf, profiles } from './engine/profiles.ts';
import { virtualTerminal } from './engine/terminal.ts';
import type { VirtualTerminal, VirtualTerminalSettings } from './engine/virtualTerminal.ts';

export interface VirtualTerminalOptions {
  /** TCP port, 0 = any free one (default). */
  readonly port?: number;
  /** Address to listen on; loopback by default. */
  readonly host?: string;
  /** A serial port instead of TCP. */
  readonly serial?: string;
  /** The till that the terminal calls, instead of waiting; and the first and longest pause between two calls, ms. */
  readonly call?: TcpAddress;
  readonly callPauses?: readonly [first: number, most: number];
  /** A name from `behaviours.ts`, some with `:N`; `approve` by default. */
  readonly behaviour?: string;
  /** The model it plays, a name from `profiles.ts`; `generic` by default. */
  readonly profile?: string;
  /** The fate of a payment that the till did not acknowledge; left out: by the profile, otherwise by the line. */
  readonly unacknowledged?: 'kept' | 'reversed';
  /** Milliseconds between two results after 84 9C; left out: those of the model. */
  readonly goodsPause?: number;
  /** Port of the HTTP control, 0 = any free one; none when left out. */
  readonly control?: number;
  /** File that keeps counters and transactions. */
  readonly state?: string;
  /** Milliseconds between two displays; 300 by default. */
  readonly delay?: number;
  /** Milliseconds of an amount that ends in 09; 30000 by default. */
  readonly slow?: number;
  /** Six digits; left out: any password is accepted. */
  readonly password?: string;
  /** Eight digits; 60001234 by default. */
  readonly terminalId?: string;
  /** Amounts ending in 05, 07, 09 and 13 have the outcomes of the demo; true by default. */
  readonly amountRules?: boolean;
  /** Milliseconds until the terminal stops waiting for a customer; 60000 by default. */
  readonly customerTimeout?: number;
  /** Minutes that every prompt asks the till to wait; 1 by default, 0 leaves it to the till. */
  readonly minutes?: number;
  /** Line timers, and the time of the till for the goods, ms. */
  readonly timers?: Partial<LinkTimers & { readonly goods: number }>;
  readonly log?: Trace;
  /** The page and the slips say that no money is real; false by default. */
  readonly training?: boolean;
}

export interface RunningVirtualTerminal {
  /** TCP port; 0 on a serial port, and for a terminal that calls. */
  readonly port: number;
  /** Address at which it listens, path of the serial port, or address that the terminal calls. */
  readonly address: string;
  /** Base address of the HTTP control, when there is one. */
  readonly control: string | undefined;
  readonly terminal: VirtualTerminal;
  close(): Promise<void>;
}

/** Rejects with an `OptionError` for wrong options, or with the reason of the system. */
export async function startVirtualTerminal(options: VirtualTerminalOptions = {}): Promise<RunningVirtualTerminal> {
  check(options);
  const terminal = virtualTerminal(settingsOf(options), memoryOf(options.state), handlers);
  const line = await openLine(terminal, options);
  const close = async () => {
    await line.close();
    terminal.close();
  };
  const control =
    options.control === undefined ? undefined : await openControlAt(options.control, terminal).catch(failed);
  return {
    port: line.port,
    address: line.address,
    control: control && `http://127.0.0.1:${control.port}`,
    terminal,
    async close() {
      await control?.close();
      await close();
    },
  };

  async function failed(error: unknown): Promise<never> {
    await close();
    throw error;
  }
}

/** The HTTP server is loaded when it is needed: most tests drive a terminal without its control. */
async function openControlAt(port: number, terminal: VirtualTerminal): Promise<Control> {
  const { openControl } = await import('./control/server.ts');
  return openControl(terminal, port);
}

const DEFAULT_LINK: LinkTimers = { t1: 200, t2: 5_000, t3: 5_000 };

interface OpenLine {
  readonly port: number;
  readonly address: string;
  close(): Promise<void>;
}

function openLine(terminal: VirtualTerminal, options: VirtualTerminalOptions): Promise<OpenLine> | OpenLine {
  const { serial, call } = options;
  if (serial !== undefined) return openPort(terminal, serial, options);
  return call ? callAway(terminal, call, options) : listen(terminal, options);
}

async function listen(terminal: VirtualTerminal, options: VirtualTerminalOptions): Promise<OpenLine> {
  const { host = '127.0.0.1', port = 0 } = options;
  const server = await listenTcp({ host, port }, transport => takeConnection(terminal, transport, options));
  return { ...server, address: tcpName({ host, port: server.port }) };
}

/** Usual milliseconds between two calls. */
const CALL_PAUSES = [500, 15_000] as const;

function callAway(terminal: VirtualTerminal, till: TcpAddress, options: VirtualTerminalOptions): OpenLine {
  const { close } = dialTill({
    till,
    pauses: options.callPauses ?? CALL_PAUSES,
    isDown: () => terminal.isDown,
    accept: transport => takeConnection(terminal, transport, options),
  });
  return { port: 0, address: tcpName(till), close };
}

function takeConnection(terminal: VirtualTerminal, transport: Transport, options: VirtualTerminalOptions): void {
  const faulty: FaultyTransport = faultyTransport(transport, {
    hangsUp: true,
    orderedFaults: terminal.faults,
    broken: () => terminal.lineBroken(faulty),
  });
  terminal.accept(tcpLink(faulty, linkTimers(options)), faulty);
}

async function openPort(terminal: VirtualTerminal, path: string, options: VirtualTerminalOptions): Promise<OpenLine> {
  const port = await openSerial({ path });
  let faulty = takeUp();
  terminal.onRestart(() => {
    faulty.leave();
    faulty = takeUp();
  });
  const close = () => {
    port.close();
    // The system refuses to open the port again before it is closed.
    return port.closed;
  };
  return { port: 0, address: path, close };

  function takeUp(): FaultyTransport {
    const next: FaultyTransport = faultyTransport(port, {
      hangsUp: false,
      orderedFaults: terminal.faults,
      broken: () => terminal.lineBroken(next),
    });
    terminal.accept(serialLink(next, linkTimers(options), 'terminal'), next);
    return next;
  }
}

/** Milliseconds that the till may take to hand the goods over (ZVT chapter "issue of goods"). */
const GOODS_TIMEOUT = 30_000;

/** A start takes longer than the repetitions of a frame: the command before the restart does not arrive twice. */
const FRAME_TIMES = 6;

function linkTimers({ timers }: VirtualTerminalOptions): LinkTimers {
  return { ...DEFAULT_LINK, ...timers };
}

function settingsOf(options: VirtualTerminalOptions): VirtualTerminalSettings {
  const profile = (options.profile ?? 'generic') as ProfileName;
  const byLine = options.serial === undefined ? 'kept' : 'reversed';
  return {
    profile,
    unacknowledged: options.unacknowledged ?? profileOf(profile)?.unacknowledged ?? byLine,
    goodsTimeout: options.timers?.goods ?? GOODS_TIMEOUT,
    goodsPause: options.goodsPause,
    waitMinutes: options.minutes ?? 1,
    startTime: options.serial === undefined ? 0 : FRAME_TIMES * linkTimers(options).t2,
    terminalId: options.terminalId ?? '60001234',
    password: options.password,
    behaviour: options.behaviour ?? 'approve',
    amountRules: options.amountRules ?? true,
    delay: options.delay ?? 300,
    slow: options.slow ?? 30_000,
    customerTimeout: options.customerTimeout ?? 60_000,
    t3: linkTimers(options).t3,
    trace: options.log,
    training: options.training,
  };
}

function memoryOf(file: string | undefined) {
  try {
    return openMemory(file);
  } catch (error) {
    throw new OptionError((error as Error).message);
  }
}

function check({ behaviour = 'approve', profile = 'generic', password, terminalId }: VirtualTerminalOptions): void {
  if (!profileOf(profile))
    throw new OptionError(
      `there is no profile ${JSON.stringify(profile)}; there are: ${Object.keys(profiles).join(', ')}`,
    );
  checkBehaviour(behaviours, behaviour);
  if (password !== undefined && !/^\d{6}$/.test(password)) throw new OptionError('the password must be six digits');
  checkTerminalId(terminalId);
}
