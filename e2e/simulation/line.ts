/**
 * A network line in memory between one till and one terminal. It delays and splits bytes, loses them, breaks, stalls and comes back.
 * A stall delivers the bytes of a connection that was closed, or whose till was killed; those of a connection that was reset are lost.
 */
import { type CallHandler, openListener, type TerminalListener } from '../../drivers/transport/listener.ts';
import type { TransportOpener } from '../../drivers/transport/opener.ts';
import type { TcpAddress, TcpServer } from '../../drivers/transport/tcp.ts';
import { inbox, type SystemTransport } from '../../drivers/transport/transport.ts';
import { after, type Group, now } from './clock.ts';
import type { Random } from './random.ts';

/** `lost`: the end that gets the last bytes no more. `seconds`: how long the trouble lasts; a cut is over at once. */
export interface LineFault {
  readonly kind: 'cut' | 'stall' | 'dead' | 'refused';
  readonly lost: 'terminal' | 'till' | 'both';
  readonly seconds: number;
}

/** The end of a connection at the terminal. */
export interface TerminalEnd {
  readonly isDown: boolean;
  /** `arrived`: hears that the till has all of it. */
  write(bytes: Buffer, arrived?: () => void): void;
  /** In order: what was written is still delivered. */
  close(): void;
  listen(receiver: { bytes(chunk: Buffer, tag: string | null): void; down(): void }): void;
}

export interface LineParts {
  readonly random: Random;
  readonly terminal: Group;
  readonly connected: (end: TerminalEnd) => void;
  /** Before each write, in either direction: a fault that begins right now. */
  readonly beforeWrite: (from: 'till' | 'terminal', bytes: Buffer) => void;
  /** Names the intent that a command of the till belongs to. */
  readonly tag: (bytes: Buffer) => string | null;
  readonly trace: (line: string) => void;
}

export class Line {
  readonly parts: LineParts;
  readonly #connections = new Set<Connection>();
  /** The port of the till for further connections of the terminal. */
  #port: { readonly till: Group; accept(transport: SystemTransport): void } | null = null;
  #stalledUntil = 0;
  #deadUntil = 0;
  #refusedUntil = 0;

  constructor(parts: LineParts) {
    this.parts = parts;
  }

  /** An opener for a till of this group. */
  opener(till: Group): TransportOpener {
    let current: Connection | undefined;
    return {
      open: timeout =>
        this.#open(till, timeout).then(connection => {
          current = connection;
          return connection.till;
        }),
      handleCalls: () => undefined,
      listen: (address, accept) => this.#listen(till, address, accept),
      close: async () => current?.till.close(),
    };
  }

  /** The same where the till waits for the terminal to call. */
  awaitingOpener(till: Group): TransportOpener {
    let calls: CallHandler = NOBODY;
    let listener: TerminalListener | undefined;
    return {
      open: async timeout => {
        listener ??= await openListener(PORT, undefined, calls, (address, accept) =>
          this.#listen(till, address, accept),
        );
        return listener.next(timeout);
      },
      handleCalls(handler) {
        calls = handler;
      },
      listen: (address, accept) => this.#listen(till, address, accept),
      close: async () => listener?.close(),
    };
  }

  /** From now on the terminal calls the till whenever it has no connection. */
  keepCalling(): void {
    const { random, terminal, connected } = this.parts;
    after(
      random.between(...CALL_AGAIN),
      () =>
        void this.call(CALL_TIMEOUT, () => this.keepCalling()).then(end => {
          if (end) connected(end);
          else this.keepCalling();
        }),
      terminal,
    );
  }

  /** The terminal calls the till. Null: nobody answers there within `timeout` ms. */
  call(timeout: number, gone: () => void = () => undefined): Promise<TerminalEnd | null> {
    const { terminal } = this.parts;
    return new Promise(resolve => {
      const isOpen = now() >= this.#refusedUntil && !this.isDead;
      const delay = isOpen ? this.arrival() - now() : timeout;
      after(
        Math.min(delay, timeout),
        () => {
          const port = this.#port;
          if (delay >= timeout || !port?.till.isAlive) return resolve(null);
          const connection = this.#connect(port.till, gone);
          after(0, () => port.accept(connection.till), port.till);
          resolve(connection.terminal);
        },
        terminal,
      );
    });
  }

  fault({ kind, lost, seconds }: LineFault): void {
    const until = now() + seconds * 1000;
    this.parts.trace(`line ${kind} lost ${lost} ${seconds} s`);
    if (kind === 'stall') {
      this.#stalledUntil = until;
      return;
    }
    if (kind === 'dead') this.#deadUntil = until;
    if (kind === 'refused') this.#refusedUntil = until;
    for (const connection of this.#connections) connection.breakOff(lost, kind === 'dead');
  }

  /** The line is whole again. */
  mend(): void {
    this.#stalledUntil = 0;
    this.#deadUntil = 0;
    this.#refusedUntil = 0;
  }

  /** The process of the till is gone; the system still delivers what it took. */
  tillKilled(): void {
    for (const connection of this.#connections) connection.till.close();
  }

  /** The terminal has no power for so many seconds: all its connections are gone, and nobody answers there. */
  terminalOff(seconds: number): void {
    this.#refusedUntil = now() + seconds * 1000;
    for (const connection of this.#connections) connection.breakOff('both', false);
  }

  /** Earliest time at which bytes written now arrive. */
  arrival(): number {
    const latency = this.parts.random.between(1, LONGEST_LATENCY);
    return Math.max(now(), this.#stalledUntil) + latency;
  }

  get isStalled(): boolean {
    return now() < this.#stalledUntil;
  }

  get isDead(): boolean {
    return now() < this.#deadUntil;
  }

  #connect(till: Group, gone: () => void = () => undefined): Connection {
    const connection = new Connection(this, till, () => {
      this.#connections.delete(connection);
      gone();
    });
    this.#connections.add(connection);
    return connection;
  }

  async #listen(
    till: Group,
    { port: number }: TcpAddress,
    accept: (transport: SystemTransport, from: string) => void,
  ): Promise<TcpServer> {
    const called = new Set<SystemTransport>();
    const port = {
      till,
      accept(transport: SystemTransport) {
        called.add(transport);
        accept(transport, TERMINAL);
      },
    };
    this.#port = port;
    return {
      port: number,
      close: async () => {
        if (this.#port === port) this.#port = null;
        for (const transport of called) transport.close();
      },
    };
  }

  #open(till: Group, timeout: number): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const asked = now();
      const at = this.arrival();
      const fail = (code: string, delay: number): void =>
        void after(delay, () => reject(Object.assign(new Error(code), { code })), till);
      if (now() < this.#refusedUntil) fail('ECONNREFUSED', 2);
      else if (this.isDead || at - asked > timeout) fail('ETIMEDOUT', timeout);
      else
        after(
          at - asked,
          () => {
            if (!till.isAlive) return;
            const connection = this.#connect(till);
            this.parts.connected(connection.terminal);
            after(0, () => resolve(connection), till);
          },
          this.parts.terminal,
        );
    });
  }
}

const PORT: TcpAddress = { host: '0.0.0.0', port: 20_007 };
const NOBODY: CallHandler = { isBusy: () => false, arrived: () => undefined, isAlive: async () => true };
/** The address that its calls come from. */
const TERMINAL = '127.0.0.1';
/** ms */
const LONGEST_LATENCY = 30;
const CALL_AGAIN = [200, 3_000] as const;
const CALL_TIMEOUT = 5_000;

type Receiver = Parameters<TerminalEnd['listen']>[0];

/** One connection: two directions, each in order. */
class Connection {
  readonly till: SystemTransport;
  readonly terminal: TerminalEnd;
  readonly #line: Line;
  readonly #till: Group;
  readonly #box: ReturnType<typeof inbox>;
  readonly #gone: () => void;
  #receiver: Receiver | null = null;
  #lastToTill = 0;
  #lastToTerminal = 0;
  #isReset = false;
  #wasStalled = false;
  #lateness = 0;
  #isTillDown = false;
  #isTerminalDown = false;
  #lost: LineFault['lost'] | null = null;

  constructor(line: Line, till: Group, gone: () => void) {
    this.#line = line;
    this.#till = till;
    this.#gone = gone;
    this.#box = inbox(() => this.#end(true));
    const isTillDown = () => this.#isTillDown;
    const isTerminalDown = () => this.#isTerminalDown;
    this.till = {
      get isDown() {
        return isTillDown();
      },
      write: bytes => this.#fromTill(bytes),
      listen: receiver => this.#box.listen(receiver),
      closed: this.#box.closed,
      flushed: async () => undefined,
      close: () => this.#end(false),
      reset: () => this.#end(true),
    };
    this.terminal = {
      get isDown() {
        return isTerminalDown();
      },
      write: (bytes, arrived) => this.#fromTerminal(bytes, arrived),
      listen: receiver => {
        this.#receiver = receiver;
      },
      close: () => this.#endByTerminal(),
    };
  }

  /** `silently`: the till hears nothing of it. */
  breakOff(lost: LineFault['lost'], silently: boolean): void {
    this.#lost = lost;
    // An end that loses nothing gets what is on its way before it hears of the break.
    this.#terminalDown(lost === 'till' ? LONGEST_LATENCY + 10 : 1);
    if (!silently) this.#tillDown(lost === 'terminal' ? LONGEST_LATENCY + 10 : 1);
  }

  #fromTill(bytes: Buffer): boolean {
    if (this.#isTillDown || !this.#till.isAlive) return false;
    const copy = Buffer.from(bytes);
    const tag = this.#line.parts.tag(copy);
    this.#line.parts.beforeWrite('till', copy);
    for (const piece of this.#pieces(copy)) {
      const at = Math.max(this.#lastToTerminal, this.#line.arrival());
      this.#lastToTerminal = at;
      after(at - now(), () => this.#deliver(piece, tag), this.#line.parts.terminal);
    }
    return true;
  }

  /** Bytes that a stall kept when their connection ended are repeated later and later, while the next connection is in use. */
  #deliver(piece: Buffer, tag: string | null, isLate = false): void {
    const isLost = this.#isReset || this.#line.isDead || this.#lost === 'terminal' || this.#lost === 'both';
    if (isLost || this.#isTerminalDown) return;
    if (this.#isTillDown && this.#wasStalled && !isLate)
      after(this.#lateness, () => this.#deliver(piece, tag, true), this.#line.parts.terminal);
    else this.#receiver?.bytes(piece, tag);
  }

  #fromTerminal(bytes: Buffer, arrived: () => void = () => undefined): void {
    if (this.#isTerminalDown) return;
    this.#line.parts.beforeWrite('terminal', bytes);
    const pieces = this.#pieces(bytes);
    for (const piece of pieces) {
      const at = Math.max(this.#lastToTill, this.#line.arrival());
      this.#lastToTill = at;
      after(
        at - now(),
        () => {
          const isLost = this.#line.isDead || this.#lost === 'till' || this.#lost === 'both';
          if (isLost || this.#isTillDown) return;
          if (piece === pieces.at(-1)) arrived();
          this.#box.bytes(piece);
        },
        this.#till,
      );
    }
  }

  #pieces(bytes: Buffer): readonly Buffer[] {
    if (bytes.length < 2 || !this.#line.parts.random.chance(10)) return [bytes];
    const at = this.#line.parts.random.between(1, bytes.length - 1);
    return [bytes.subarray(0, at), bytes.subarray(at)];
  }

  /** The till ends it: in order, or so that nothing arrives later. */
  #end(isReset: boolean): void {
    if (this.#isTillDown) return;
    this.#isReset = isReset;
    this.#isTillDown = true;
    after(0, () => this.#box.end(), this.#till);
    this.#wasStalled = this.#line.isStalled;
    this.#lateness = this.#wasStalled ? this.#line.parts.random.between(1_000, 30_000) : 0;
    const at = isReset ? this.#line.arrival() : Math.max(this.#lastToTerminal, this.#line.arrival());
    this.#terminalDown(at - now() + this.#lateness + 1);
  }

  /** The terminal ends it in order. */
  #endByTerminal(): void {
    if (this.#isTerminalDown) return;
    this.#terminalDown(0);
    this.#tillDown(Math.max(this.#lastToTill, this.#line.arrival()) - now() + 1);
  }

  #tillDown(delay: number): void {
    after(
      delay,
      () => {
        if (this.#isTillDown) return;
        this.#isTillDown = true;
        this.#box.end();
      },
      this.#till,
    );
  }

  #terminalDown(delay: number): void {
    after(
      delay,
      () => {
        if (this.#isTerminalDown) return;
        this.#isTerminalDown = true;
        this.#gone();
        this.#receiver?.down();
      },
      this.#line.parts.terminal,
    );
  }
}
