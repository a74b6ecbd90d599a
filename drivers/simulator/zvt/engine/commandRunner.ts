/** Takes the commands of the tills: refuses them, or carries them out, one exchange at a time. */
import type { Message } from '../../../zvt/codec/apdu.ts';
import { type Admission, UNKNOWN } from './admission.ts';
import { type BehaviourChoice, behaviourFor, lastingFaults, usualBehaviour } from './behaviourChoice.ts';
import type { Behaviour } from './behaviours.ts';
import { settle } from './bookings.ts';
import type { Device } from './device.ts';
import { type Exchange, openExchange } from './exchange.ts';
import { BUSY, type Locks } from './locks.ts';
import type { MemoryStore } from './memory.ts';
import { deviceWhilePowered, memoryWhilePowered, type Power, Restarted } from './power.ts';
import type { Profile } from './profiles.ts';
import type { Till } from './till.ts';
import type { TraceLog } from './traceLog.ts';
import { synchronise } from './uniqueId.ts';
import type { VirtualTerminal, VirtualTerminalSettings } from './virtualTerminal.ts';
import type { Handler, HandlerTable, Work } from './work.ts';

export interface CommandRunnerParts {
  readonly settings: Pick<
    VirtualTerminalSettings,
    'delay' | 'goodsPause' | 'goodsTimeout' | 'terminalId' | 'waitMinutes'
  >;
  readonly handlers: HandlerTable;
  readonly profile: Profile;
  readonly device: Device;
  readonly memory: MemoryStore;
  readonly locks: Locks;
  readonly log: TraceLog;
  readonly power: Power;
  readonly admission: Admission;
  readonly choice: BehaviourChoice;
  /** The terminal, as far as a command reaches it. */
  readonly terminal: Pick<VirtualTerminal, 'restart' | 'unacknowledged'>;
}

/** The command that has the terminal to itself. */
interface Running {
  readonly till: Till;
  readonly exchange: Exchange;
  readonly behaviour: Behaviour;
}

export class CommandRunner {
  readonly #parts: CommandRunnerParts;
  /** Written by tills, by id. */
  readonly #files = new Map<number, Buffer>();
  #running: Running | undefined;

  constructor(parts: CommandRunnerParts) {
    this.#parts = parts;
  }

  get isBusy(): boolean {
    return this.#running !== undefined;
  }

  isBusyWith(till: Till): boolean {
    return this.#running?.till === till;
  }

  /** Forgets the running command: the terminal was switched off. */
  forget(): void {
    this.#running = undefined;
  }

  receive(message: Message, till: Till): void {
    this.#parts.memory.count(message.name);
    if (message.name === 'abort') this.#abort(till);
    // The acknowledgement that ended the last command may be in the same piece of the line: it takes effect first.
    else if (this.#running) setImmediate(() => this.#dispatch(message, till));
    else this.#dispatch(message, till);
  }

  /** Accepted while the terminal waits for the customer; later only by the behaviour that approves all the same. */
  #abort(till: Till): void {
    const { device } = this.#parts;
    const isTooLate = device.phase === 'host' && this.#running?.behaviour.lateAbort === 'accepted';
    if (this.#running && (device.abort() || isTooLate)) till.accept();
    else till.refuse(UNKNOWN);
  }

  #dispatch(message: Message, till: Till): void {
    this.#leaveEarlier(message, till);
    const handler = this.#handlerOf(message);
    const behaviour = behaviourFor(this.#parts.choice, message);
    const refusal = handler ? this.#parts.admission.refusal(handler, message, behaviour, this.isBusy) : UNKNOWN;
    if (!handler || refusal !== undefined) till.refuse(refusal ?? UNKNOWN);
    else void this.#run(handler, message, till, behaviour).catch(error => this.#noteError(error));
  }

  /** A till that sends a command acknowledges nothing from before it any more. */
  #leaveEarlier({ name }: Message, till: Till): void {
    if (this.isBusyWith(till) && this.#running?.exchange.isOver) this.#rest(till);
    if (this.#running === undefined) till.forget();
    else if (name !== 'statusEnquiry' && this.isBusyWith(till)) {
      // The till forgot the command that is running: the customer finishes it alone.
      this.#running.exchange.detach();
      till.forget();
    }
  }

  #handlerOf({ name }: Message): Handler | undefined {
    const { handlers, profile } = this.#parts;
    const isKnown = name === 'unknown' || !profile.lacks.includes(name);
    return isKnown ? handlers[name] : undefined;
  }

  async #run(handler: Handler, message: Message, till: Till, behaviour: Behaviour): Promise<void> {
    const { memory, locks } = this.#parts;
    if (behaviour.uniqueIds && handler.movesMoney) synchronise(memory, message.fields);
    const line = handler.movesMoney ? behaviour.line : lastingFaults(behaviour);
    const work = this.#workOf(handler, message, till, { ...behaviour, line });
    if (!handler.needsRest) return handler.run(work);
    const running = { till, exchange: work.exchange, behaviour };
    this.#running = running;
    till.transport.arm(line);
    try {
      const lock = locks.abortsWith(handler);
      if (lock === undefined) await handler.run(work);
      else await abortLocked(work, lock);
      locks.done(message.name);
    } finally {
      if (this.#running === running) this.#rest(till);
    }
  }

  #rest(till: Till): void {
    const { device, choice } = this.#parts;
    this.#running = undefined;
    device.show('idle', []);
    till.transport.arm(lastingFaults(usualBehaviour(choice)));
  }

  #noteError(error: unknown): void {
    if (error instanceof Restarted) return;
    const { log, memory, terminal } = this.#parts;
    log.note(String(error));
    if (!this.#running) settle(memory, terminal.unacknowledged);
  }

  #workOf(handler: Handler, message: Message, till: Till, behaviour: Behaviour): Work {
    const { settings, device, memory, profile, power, locks, terminal } = this.#parts;
    const { signal } = power;
    const parts = {
      till,
      device: deviceWhilePowered(device, signal),
      memory: memoryWhilePowered(memory, signal),
      profile,
      power: signal,
    };
    const exchange = openExchange({
      ...parts,
      muteAfter: behaviour.line.muteAfter,
      slips: handler.slips,
      delay: handler.needsRest ? settings.delay : 0,
      minutes: settings.waitMinutes,
      tlvAsked: message.fields.tlv !== undefined,
    });
    return {
      ...parts,
      exchange,
      message,
      behaviour,
      terminalId: memory.now.terminalId ?? settings.terminalId,
      unacknowledged: behaviour.unacknowledged ?? terminal.unacknowledged,
      goods: {
        timeout: settings.goodsTimeout,
        pause: behaviour.goodsPause ?? settings.goodsPause ?? profile.goodsPause,
      },
      status: () => (this.isBusy ? BUSY : locks.status()),
      restart: () => terminal.restart(),
      locks,
      files: this.#files,
    };
  }
}

async function abortLocked({ till, exchange }: Work, code: number): Promise<void> {
  till.accept();
  await exchange.abort(code);
}
