/**
 * The virtual receipt printer: parses the bytes that arrive as a printer does, draws the paper, answers questions about itself,
 * and plays what goes wrong with printers.
 */

import { listenTcp, type TcpServer } from '../../transport/tcp.ts';
import type { SystemTransport } from '../../transport/transport.ts';
import { CommandReader, type PrinterCommand } from './commands.ts';
import { Paper } from './paper.ts';
import { PrintHead } from './printHead.ts';

/**
 * The faults that it plays. `off`: nobody answers at its port. `silent`: prints, and answers no question. `garbage`: answers
 * with bytes that mean nothing. `stuck`: takes the connection and reads nothing of it. `cut`: the line breaks in the middle
 * of the next job.
 */
export const printerBehaviours = [
  'ready',
  'off',
  'paperOut',
  'paperLow',
  'coverOpen',
  'error',
  'slow',
  'silent',
  'garbage',
  'stuck',
  'cut',
] as const;
export type PrinterBehaviour = (typeof printerBehaviours)[number];

export interface VirtualPrinterOptions {
  readonly host?: string;
  /** 0: any free one. */
  readonly port: number;
  /** Dots of a line: 384 for 58 mm, 576 for 80 mm. */
  readonly width?: number;
  readonly behaviour?: PrinterBehaviour;
  /** False for a model that ignores the choice of a code page. */
  readonly codePages?: boolean;
  /** Time that a slow printer takes for a line, ms. */
  readonly lineTime?: number;
  /** A slip was cut off; its picture is `paper.png('last')`. */
  readonly onSlip?: (paper: Paper) => void;
}

/** Bytes of a job after which the line breaks. */
const CUT_AFTER = 120;

export class VirtualPrinter {
  readonly paper: Paper;
  /** How often a drawer was opened. */
  drawerOpenings = 0;
  /** Bytes that came, without questions. */
  bytes = 0;
  readonly unknownCommands: string[] = [];
  readonly #head: PrintHead;
  readonly #options: VirtualPrinterOptions;
  #behaviour: PrinterBehaviour;
  #server: TcpServer | null = null;
  #port: number;
  #lines = new Set<PrinterLineSide>();
  /** Commands that wait for paper, for the cover, or for the slow mechanics. */
  #waiting: { readonly command: PrinterCommand; readonly side: PrinterLineSide }[] = [];
  #timer: NodeJS.Timeout | null = null;
  #asking: PrinterLineSide | null = null;

  constructor(options: VirtualPrinterOptions) {
    this.#options = options;
    this.#port = options.port;
    this.#behaviour = options.behaviour ?? 'ready';
    this.paper = new Paper(options.width ?? 576);
    this.#head = new PrintHead(
      this.paper,
      {
        drawer: () => {
          this.drawerOpenings += 1;
        },
        cut: () => options.onSlip?.(this.paper),
        turn: question => this.#answerInTurn(question),
      },
      options.codePages ?? true,
    );
  }

  get port(): number {
    return this.#port;
  }

  get behaviour(): PrinterBehaviour {
    return this.#behaviour;
  }

  /** Commands that arrived and are not on paper yet. */
  get waiting(): number {
    return this.#waiting.length;
  }

  async open(): Promise<void> {
    if (this.#behaviour !== 'off') await this.#listen();
  }

  async #listen(): Promise<void> {
    const { host = '127.0.0.1' } = this.#options;
    this.#server = await listenTcp({ host, port: this.#port }, line => this.#accept(line));
    this.#port = this.#server.port;
  }

  /** Switched off, it forgets what it has not printed. */
  async play(behaviour: PrinterBehaviour): Promise<void> {
    const wasOff = this.#behaviour === 'off';
    this.#behaviour = behaviour;
    if (behaviour === 'off' && !wasOff) await this.#switchOff();
    if (behaviour !== 'off' && wasOff) await this.#listen();
    for (const side of this.#lines) side.resume();
    this.#pump();
  }

  async #switchOff(): Promise<void> {
    this.#waiting = [];
    this.#head.reset();
    await this.#server?.close();
    this.#server = null;
  }

  async close(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer);
    await this.#server?.close();
    this.#server = null;
  }

  /** Prints what comes over a line that is open already, for example a serial port. */
  attach(line: SystemTransport): void {
    this.#accept(line);
  }

  #accept(line: SystemTransport): void {
    const side = new PrinterLineSide(line, {
      isStuck: () => this.#behaviour === 'stuck',
      command: command => this.#take(command, side),
      bytes: count => this.#count(count, side),
      down: () => {
        this.#lines.delete(side);
      },
    });
    this.#lines.add(side);
    side.begin();
  }

  /** Gives how many of the bytes are read before the line breaks. */
  #count(count: number, side: PrinterLineSide): number {
    this.bytes += count;
    side.jobBytes += count;
    if (this.#behaviour === 'garbage') side.write(Buffer.from([0xaa, 0x55, 0xff, 0x41]));
    if (this.#behaviour !== 'cut' || side.jobBytes < CUT_AFTER) return count;
    this.#behaviour = 'ready';
    side.close();
    return Math.max(0, count - (side.jobBytes - CUT_AFTER));
  }

  #take(command: PrinterCommand, side: PrinterLineSide): void {
    if (command.kind === 'realTime') this.#answer(command.question, side);
    else if (command.kind === 'pulseAtOnce') this.drawerOpenings += 1;
    else {
      this.#waiting.push({ command, side });
      this.#pump();
    }
  }

  get #isBlocked(): boolean {
    return ['paperOut', 'coverOpen', 'error', 'off'].includes(this.#behaviour);
  }

  #pump(): void {
    if (this.#timer) return;
    while (!this.#isBlocked) {
      const next = this.#waiting.shift();
      if (!next) return;
      this.#asking = next.side;
      this.#head.carryOut(next.command);
      const isLine = next.command.kind === 'text' && next.command.byte === 0x0a;
      if (this.#behaviour !== 'slow' || !isLine) continue;
      this.#timer = setTimeout(() => {
        this.#timer = null;
        this.#pump();
      }, this.#options.lineTime ?? 200);
      return;
    }
  }

  #answer(question: number, side: PrinterLineSide): void {
    if (['silent', 'garbage', 'stuck'].includes(this.#behaviour)) return;
    const is = (behaviour: PrinterBehaviour) => this.#behaviour === behaviour;
    const fixed = 0b0001_0010;
    const flags: Readonly<Record<number, number>> = {
      1: this.#isBlocked ? 0b1000 : 0,
      2: (is('coverOpen') ? 0b100 : 0) | (is('paperOut') ? 0b10_0000 : 0) | (is('error') ? 0b100_0000 : 0),
      3: is('error') ? 0b1000 : 0,
      4: (is('paperLow') || is('paperOut') ? 0b1100 : 0) | (is('paperOut') || is('coverOpen') ? 0b110_0000 : 0),
    };
    side.write(Buffer.from([fixed | (flags[question] ?? 0)]));
  }

  #answerInTurn(question: number): void {
    if (['silent', 'garbage', 'stuck'].includes(this.#behaviour) || question !== 1) return;
    this.#asking?.write(Buffer.from([this.#behaviour === 'paperLow' ? 0b0011 : 0]));
  }
}

interface SideEvents {
  isStuck(): boolean;
  command(command: PrinterCommand): void;
  bytes(count: number): number;
  down(): void;
}

/** One connection of a till. */
class PrinterLineSide {
  jobBytes = 0;
  readonly #line: SystemTransport;
  readonly #events: SideEvents;
  readonly #reader = new CommandReader();
  #kept: Buffer[] = [];

  constructor(line: SystemTransport, events: SideEvents) {
    this.#line = line;
    this.#events = events;
  }

  begin(): void {
    this.#line.listen({
      bytes: chunk => {
        this.#kept.push(chunk);
        this.resume();
      },
      down: () => this.#events.down(),
    });
  }

  resume(): void {
    if (this.#events.isStuck()) return;
    const chunks = this.#kept;
    this.#kept = [];
    for (const chunk of chunks) {
      const read = this.#events.bytes(chunk.length);
      for (const command of this.#reader.read(chunk.subarray(0, read))) this.#events.command(command);
      if (read < chunk.length) return;
    }
  }

  write(bytes: Buffer): void {
    this.#line.write(bytes);
  }

  close(): void {
    this.#line.close();
  }
}
