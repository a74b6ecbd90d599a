/** The virtual terminal: joins device, memory, lines and commands, and switches them off and on together. */
import type { Link } from '../../../zvt/framing/link.ts';
import { openAdmission } from './admission.ts';
import { type BehaviourChoice, lastingFaults, usualBehaviour } from './behaviourChoice.ts';
import { settle, totalsOf } from './bookings.ts';
import { CommandRunner } from './commandRunner.ts';
import { type Device, openDevice } from './device.ts';
import { agreedCharset } from './exchange.ts';
import type { FaultyTransport } from './faultyTransport.ts';
import { type Locks, openLocks } from './locks.ts';
import type { MemoryStore } from './memory.ts';
import { type OrderedFaults, openOrderedFaults } from './orderedFaults.ts';
import { openPower } from './power.ts';
import { type Profile, type ProfileName, profileOf } from './profiles.ts';
import { openTill, type Till } from './till.ts';
import { type TraceLog, traceLog } from './traceLog.ts';
import type { ScenarioRun, VirtualTerminal, VirtualTerminalSettings } from './virtualTerminal.ts';
import type { HandlerTable } from './work.ts';

/** Nothing happens before a till connects. `handlers`: the commands that it knows. */
export function virtualTerminal(
  settings: VirtualTerminalSettings,
  memory: MemoryStore,
  handlers: HandlerTable,
): VirtualTerminal {
  return new TerminalEngine(settings, memory, handlers);
}

/** How long a cut serial line is silent when the order does not say, ms. */
const SERIAL_SILENCE = 300;

class TerminalEngine implements VirtualTerminal {
  readonly device: Device;
  readonly memory: MemoryStore;
  readonly faults: OrderedFaults;
  readonly log: TraceLog = traceLog();
  readonly profile: ProfileName;
  readonly training: boolean;
  readonly #settings: VirtualTerminalSettings;
  readonly #model: Profile;
  readonly #choice: BehaviourChoice;
  readonly #locks: Locks;
  readonly #commands: CommandRunner;
  readonly #power = openPower();
  readonly #tills = new Set<Till>();
  readonly #changeListeners = new Set<() => void>();
  readonly #restartListeners = new Set<() => void>();
  #unacknowledged: 'kept' | 'reversed';
  #scenario: ScenarioRun | null = null;
  /** By `performance.now()`. */
  #downUntil = 0;

  constructor(settings: VirtualTerminalSettings, memory: MemoryStore, handlers: HandlerTable) {
    const { behaviour: name, amountRules, slow, password, trace } = settings;
    this.#settings = settings;
    this.memory = memory;
    this.profile = settings.profile;
    this.training = settings.training ?? false;
    this.#model = profileOf(settings.profile)!;
    this.#unacknowledged = settings.unacknowledged;
    this.#choice = { name, amountRules, overrides: {}, slow };
    this.device = openDevice(settings, () => this.#changed());
    this.faults = openOrderedFaults(() => this.#changed());
    this.#locks = openLocks(memory, () => usualBehaviour(this.#choice));
    const parts = { profile: this.#model, device: this.device, memory, locks: this.#locks };
    const admission = openAdmission({ ...parts, password });
    const { log } = this;
    const [power, choice] = [this.#power, this.#choice];
    this.#commands = new CommandRunner({ ...parts, settings, handlers, log, power, admission, choice, terminal: this });
    settle(memory, this.#unacknowledged);
    if (trace) log.follow(({ direction, meaning, hex }) => trace({ direction, text: meaning, hex }));
  }

  get connections(): number {
    return this.#tills.size;
  }

  get isBusy(): boolean {
    return this.#commands.isBusy;
  }

  get authorisationsReceived(): number {
    return this.memory.now.received.authorisation ?? 0;
  }

  get isDown(): boolean {
    return performance.now() < this.#downUntil;
  }

  get behaviour(): string {
    return this.#choice.name;
  }

  set behaviour(name) {
    this.#choice.name = name;
    this.#locks.forget();
    for (const till of this.#tills) if (!this.#commands.isBusyWith(till)) this.#armUsual(till.transport);
    this.#changed();
  }

  get amountRules(): boolean {
    return this.#choice.amountRules;
  }

  set amountRules(next) {
    this.#choice.amountRules = next;
    this.#changed();
  }

  get unacknowledged(): 'kept' | 'reversed' {
    return this.#unacknowledged;
  }

  set unacknowledged(next) {
    this.#unacknowledged = next;
    this.#changed();
  }

  get overrides(): VirtualTerminal['overrides'] {
    return this.#choice.overrides;
  }

  set overrides(next) {
    this.#choice.overrides = next;
  }

  get scenario(): ScenarioRun | null {
    return this.#scenario;
  }

  set scenario(next) {
    this.#scenario = next;
    this.#changed();
  }

  accept(link: Link, transport: FaultyTransport): void {
    const { banner } = this.#model;
    if (banner !== undefined) transport.write(Buffer.from(banner, 'latin1'));
    this.#armUsual(transport);
    if (this.isDown) this.#keepDown(transport);
    const till = openTill(link, transport, this.#settings.t3, {
      command: (message, from) => this.#commands.receive(message, from),
      gone: from => this.#lose(from),
      apdu: (direction, apdu) => this.log.add(direction, apdu),
      charset: () => agreedCharset(this.memory.now.registration, this.#model),
    });
    this.#tills.add(till);
    this.#changed();
  }

  #armUsual(transport: FaultyTransport): void {
    transport.arm(lastingFaults(usualBehaviour(this.#choice)));
  }

  /** Cuts a connection again; a serial line is silent for the rest of the time. */
  #keepDown(transport: FaultyTransport): void {
    transport.cut();
    setTimeout(transport.mend, this.#downUntil - performance.now()).unref();
  }

  #lose(till: Till): void {
    this.#tills.delete(till);
    this.#changed();
  }

  restart(downFor = this.#settings.startTime): void {
    this.#power.restart();
    this.#downUntil = performance.now() + downFor;
    for (const till of this.#tills) {
      till.forget();
      till.transport.cut();
    }
    this.#commands.forget();
    settle(this.memory, this.#unacknowledged);
    if (!this.#model.keepsRegistration) this.memory.change({ registration: null });
    this.device.restart();
    for (const listener of this.#restartListeners) listener();
  }

  cut(): void {
    this.log.note('the line was cut');
    for (const { transport } of this.#tills) {
      transport.cut();
      setTimeout(transport.mend, SERIAL_SILENCE).unref();
    }
  }

  lineBroken(transport: FaultyTransport): void {
    const { thenRestart = false, downFor } = this.faults.armed;
    this.faults.arm({});
    this.log.note(thenRestart ? 'the line broke and the terminal restarted, as ordered' : 'the line broke, as ordered');
    if (thenRestart) this.restart(downFor);
    else {
      this.#downUntil = performance.now() + (downFor ?? 0);
      setTimeout(transport.mend, downFor ?? SERIAL_SILENCE).unref();
    }
  }

  close(): void {
    this.#power.off();
    this.device.restart();
    this.memory.close();
  }

  onRestart(listener: () => void): void {
    this.#restartListeners.add(listener);
  }

  onChange(listener: () => void): () => void {
    this.#changeListeners.add(listener);
    return () => this.#changeListeners.delete(listener);
  }

  totals(): ReturnType<VirtualTerminal['totals']> {
    return totalsOf(this.memory);
  }

  #changed(): void {
    for (const listener of this.#changeListeners) listener();
  }
}
