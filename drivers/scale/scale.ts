/** One shop scale at a serial line: weighs when it is asked, says clearly why it cannot, and comes back by itself when it was unplugged. */

import { Reconnection } from '../supervisor.ts';
import type { Connection } from '../terminal.ts';
import { openFailure, type TransportEnvironment, transportOpener } from '../transport/opener.ts';
import type { Transport } from '../transport/transport.ts';
import { adam } from './adam.ts';
import { dialog06 } from './dialog06.ts';
import type { ReadMessage, ScaleLine, ScaleProtocol, Weighing } from './protocol.ts';

export type ScaleProtocolName = keyof typeof PROTOCOLS;

export interface ScaleSettings {
  readonly protocol: ScaleProtocolName;
  readonly connection: Extract<Connection, { type: 'serial' }>;
}

export type ScaleState = 'connecting' | 'ready' | 'offline' | 'closed';

export interface Scale {
  readonly state: ScaleState;
  /** `pricePerKilogram`: minor units, 0 to 999999. One weighing at a time; the next one waits. */
  weigh(pricePerKilogram: number): Promise<Weighing>;
  close(): Promise<void>;
}

const PROTOCOLS = { dialog06, adam } as const satisfies Readonly<Record<string, ScaleProtocol>>;
export const scaleProtocols = Object.keys(PROTOCOLS) as ScaleProtocolName[];

/** Milliseconds. */
const TIMERS = { retryFirst: 250, retryMost: 5000 } as const;
const OPENING = 5000;

/** Opens the port at once, in the background. `onState`: `reason` as the system says it. */
export function openScale(
  { protocol, connection }: ScaleSettings,
  onState: (state: ScaleState, reason: string | null) => void = () => undefined,
  environment: TransportEnvironment = {},
): Scale {
  return new SerialScale(PROTOCOLS[protocol], connection, onState, environment);
}

class SerialScale implements Scale {
  readonly #protocol: ScaleProtocol;
  readonly #opener;
  readonly #onState: (state: ScaleState, reason: string | null) => void;
  readonly #reconnection = new Reconnection(TIMERS, () => void this.#connect());
  #line: OpenLine | null = null;
  #last: Promise<unknown> = Promise.resolve();
  #opening: Promise<void> = Promise.resolve();
  state: ScaleState = 'connecting';

  constructor(
    protocol: ScaleProtocol,
    connection: ScaleSettings['connection'],
    onState: (state: ScaleState, reason: string | null) => void,
    environment: TransportEnvironment,
  ) {
    this.#protocol = protocol;
    this.#opener = transportOpener({ ...protocol.line, ...connection }, environment);
    this.#onState = onState;
    void this.#connect();
  }

  weigh(pricePerKilogram: number): Promise<Weighing> {
    const next = this.#last.then(() => this.#weighNow(pricePerKilogram));
    this.#last = next;
    return next;
  }

  async close(): Promise<void> {
    this.#set('closed', null);
    this.#reconnection.cancel();
    this.#line?.end();
    await this.#opener.close();
    await this.#opening;
  }

  async #weighNow(pricePerKilogram: number): Promise<Weighing> {
    if (!this.#line) return { kind: 'offline', detail: 'the scale is not connected' };
    try {
      this.#line.forget();
      return await this.#protocol.weigh(this.#line, pricePerKilogram);
    } catch (error) {
      return { kind: 'offline', detail: (error as Error).message };
    }
  }

  #connect(): Promise<void> {
    if (this.state === 'closed') return this.#opening;
    this.#opening = this.#opener.open(OPENING).then(
      transport => (this.state === 'closed' ? transport.close() : this.#use(transport)),
      (error: Error) => this.#lost(openFailure(error).text),
    );
    return this.#opening;
  }

  #use(transport: Transport): void {
    this.#reconnection.reset();
    this.#line = new OpenLine(transport, reason => this.#lost(reason));
    this.#set('ready', null);
  }

  #lost(reason: string): void {
    this.#line = null;
    if (this.state === 'closed') return;
    this.#set('offline', reason);
    this.#reconnection.scheduleNext();
  }

  #set(state: ScaleState, reason: string | null): void {
    if (this.state === 'closed') return;
    this.state = state;
    this.#onState(state, reason);
  }
}

class OpenLine implements ScaleLine {
  readonly #transport: Transport;
  #bytes: Buffer = Buffer.alloc(0);
  #ended: Error | null = null;
  #wake = () => {};

  constructor(transport: Transport, onDown: (reason: string) => void) {
    this.#transport = transport;
    transport.listen({
      bytes: chunk => {
        this.#bytes = Buffer.concat([this.#bytes, chunk]).subarray(-LONGEST);
        this.#wake();
      },
      down: error => {
        this.end(error);
        onDown(this.#ended?.message ?? '');
      },
    });
  }

  /** An answer to an earlier question is none to the next one. */
  forget(): void {
    this.#bytes = Buffer.alloc(0);
  }

  end(error: Error = new Error('the line broke')): void {
    this.#ended ??= error;
    this.#wake();
  }

  send(bytes: Buffer): void {
    if (!this.#transport.write(bytes)) throw this.#ended ?? new Error('the line broke');
  }

  async receive<Message>(read: ReadMessage<Message>, timeout: number): Promise<Message | null> {
    let isOver = false;
    const timer = setTimeout(() => {
      isOver = true;
      this.#wake();
    }, timeout);
    try {
      for (;;) {
        const found = read(this.#bytes);
        if (found) {
          this.#bytes = this.#bytes.subarray(found.length);
          return found.message;
        }
        if (this.#ended) throw this.#ended;
        if (isOver) return null;
        const { promise, resolve } = Promise.withResolvers<void>();
        this.#wake = resolve;
        await promise;
      }
    } finally {
      clearTimeout(timer);
    }
  }
}

/** More than any answer has. */
const LONGEST = 4096;
