/** The virtual terminal: takes the commands of the till, one sequence at a time, and carries them out. */
import type { Message } from '../../../zvt/codec/apdu.ts';
import { handlers } from '../commands/handlers.ts';
import type { ScenarioRun } from '../scenarios/scenario.ts';
import { openAdmission, UNKNOWN } from './admission.ts';
import { type Behaviour, behaviourOf, behaviourOfAmount, type LineFaults } from './behaviours.ts';
import { settle, totalsOf } from './bookings.ts';
import { openDevice } from './device.ts';
import { agreedCharset, type Exchange, openExchange } from './exchange.ts';
import type { FaultyTransport } from './faultyTransport.ts';
import { BUSY, openLocks } from './locks.ts';
import type { MemoryStore } from './memory.ts';
import { openOrderedFaults } from './orderedFaults.ts';
import { deviceWhilePowered, memoryWhilePowered, Restarted } from './power.ts';
import { profileOf } from './profiles.ts';
import { openTill, type Till } from './till.ts';
import { traceLog } from './traceLog.ts';
import { synchronise } from './uniqueId.ts';
import type { VirtualTerminal, VirtualTerminalSettings } from './virtualTerminal.ts';
import type { Handler, Work } from './work.ts';

interface Running {
  readonly till: Till;
  readonly desk: Exchange;
  readonly behaviour: Behaviour;
}

/** Nothing happens before a till connects. */
export function virtualTerminal(settings: VirtualTerminalSettings, memory: MemoryStore): VirtualTerminal {
  const profile = profileOf(settings.profile)!;
  const listeners = new Set<() => void>();
  const restarts = new Set<() => void>();
  const changed = () => listeners.forEach(listener => void listener());
  const device = openDevice(settings, changed);
  const faults = openOrderedFaults(changed);
  const log = traceLog();
  const tills = new Set<Till>();
  const files = new Map<number, Buffer>();
  let power = new AbortController();
  let name = settings.behaviour;
  let { amountRules, unacknowledged } = settings;
  let scenario: ScenarioRun | null = null;
  let running: Running | undefined;
  let downUntil = 0;
  const locks = openLocks(memory, usual);
  const admission = openAdmission({
    memory,
    profile,
    locks,
    password: settings.password,
    hasPaper: () => device.hasPaper,
  });
  settle(memory, unacknowledged);
  const { trace } = settings;
  if (trace) log.follow(({ direction, meaning, hex }) => trace({ direction, text: meaning, hex }));

  const terminal: VirtualTerminal = {
    device,
    memory,
    faults,
    log,
    profile: settings.profile,
    get connections() {
      return tills.size;
    },
    get isBusy() {
      return running !== undefined;
    },
    get authorisationsReceived() {
      return memory.now.received.authorisation ?? 0;
    },
    get isDown() {
      return performance.now() < downUntil;
    },
    get behaviour() {
      return name;
    },
    set behaviour(next) {
      name = next;
      locks.forget();
      for (const till of tills) if (till !== running?.till) till.transport.arm(lasting(usual().line));
      changed();
    },
    get amountRules() {
      return amountRules;
    },
    set amountRules(next) {
      amountRules = next;
      changed();
    },
    get unacknowledged() {
      return unacknowledged;
    },
    set unacknowledged(next) {
      unacknowledged = next;
      changed();
    },
    overrides: {},
    get scenario() {
      return scenario;
    },
    set scenario(next) {
      scenario = next;
      changed();
    },
    training: settings.training ?? false,
    accept(link, transport) {
      if (profile.banner !== undefined) transport.write(Buffer.from(profile.banner, 'latin1'));
      transport.arm(lasting(usual().line));
      if (terminal.isDown) keepDown(transport);
      const charset = () => agreedCharset(memory.now.registration, profile);
      tills.add(openTill(link, transport, settings.t3, { command, gone, heard: hear, charset }));
      changed();
    },
    restart,
    cut() {
      log.note('the line was cut');
      for (const { transport } of tills) {
        transport.cut();
        setTimeout(transport.mend, SERIAL_SILENCE).unref();
      }
    },
    close() {
      power.abort(new Restarted());
      device.restart();
      memory.close();
    },
    lineBroken(transport) {
      const { thenRestart = false, downFor } = faults.armed;
      faults.arm({});
      log.note(thenRestart ? 'the line broke and the terminal restarted, as ordered' : 'the line broke, as ordered');
      if (thenRestart) return restart(downFor);
      downUntil = performance.now() + (downFor ?? 0);
      setTimeout(transport.mend, downFor ?? SERIAL_SILENCE).unref();
    },
    onRestart: listener => void restarts.add(listener),
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    totals: () => totalsOf(memory),
  };
  return terminal;

  /** A connection is cut again; a serial line is silent for the rest of the time. */
  function keepDown(transport: FaultyTransport): void {
    transport.cut();
    setTimeout(transport.mend, downUntil - performance.now()).unref();
  }

  function gone(till: Till): void {
    tills.delete(till);
    changed();
  }

  function hear(direction: 'sent' | 'received', apdu: Buffer): void {
    log.add(direction, apdu);
  }

  function restart(downFor = settings.startTime): void {
    power.abort(new Restarted());
    power = new AbortController();
    downUntil = performance.now() + downFor;
    for (const till of tills) {
      till.forget();
      till.transport.cut();
    }
    running = undefined;
    settle(memory, unacknowledged);
    if (!profile.keepsRegistration) memory.change({ registration: null });
    device.restart();
    restarts.forEach(listener => void listener());
  }

  function command(message: Message, till: Till): void {
    memory.count(message.name);
    if (message.name === 'abort') abort(till);
    // The acknowledgement that ended the last sequence may have come in the same piece: let it take effect first.
    else if (running) setImmediate(dispatch, message, till);
    else dispatch(message, till);
  }

  // A till that begins anew in the middle of a sequence has forgotten it: the customer goes on alone.
  function abandon({ till, desk }: Running): void {
    desk.detach();
    till.forget();
  }

  function dispatch(message: Message, till: Till): void {
    // A till that sends a command acknowledges nothing from before it any more, and that may be the end of a sequence.
    if (running?.till === till && running.desk.isOver) atRest(till);
    if (running === undefined) till.forget();
    else if (message.name !== 'statusEnquiry' && running.till === till) abandon(running);
    const handler = knows(message.name) ? handlers[message.name] : undefined;
    const behaviour = behaviourFor(message);
    const refusal = handler ? admission.refusal(handler, message, behaviour, running !== undefined) : UNKNOWN;
    if (!handler || refusal !== undefined) till.refuse(refusal ?? UNKNOWN);
    else void begin(handler, message, till, behaviour).catch(note);
  }

  function note(error: unknown): void {
    if (error instanceof Restarted) return;
    log.note(String(error));
    if (!running) settle(memory, unacknowledged);
  }

  /** Taken while the customer is being waited for; later only by the behaviour that approves all the same. */
  function abort(till: Till): void {
    const late = device.phase === 'host' && running?.behaviour.lateAbort === 'accepted';
    if (running && (device.abort() || late)) till.accept();
    else till.refuse(UNKNOWN);
  }

  async function begin(handler: Handler, message: Message, till: Till, behaviour: Behaviour): Promise<void> {
    if (behaviour.uniqueIds && handler.movesMoney) synchronise(memory, message.fields);
    const line = handler.movesMoney ? behaviour.line : lasting(behaviour.line);
    const work = workOf(handler, message, till, { ...behaviour, line });
    if (!handler.needsRest) return handler.run(work);
    const mine = { till, desk: work.exchange, behaviour };
    running = mine;
    till.transport.arm(line);
    try {
      if (locks.abortsWith(handler) === undefined) await handler.run(work);
      else await refuseLocked(work, locks.abortsWith(handler)!);
      locks.done(message.name);
    } finally {
      if (running === mine) atRest(till);
    }
  }

  function atRest(till: Till): void {
    running = undefined;
    device.show('idle', []);
    till.transport.arm(lasting(usual().line));
  }

  function workOf(handler: Handler, message: Message, till: Till, behaviour: Behaviour): Work {
    const signal = power.signal;
    const guarded = memoryWhilePowered(memory, signal);
    const parts = { till, device: deviceWhilePowered(device, signal), memory: guarded, profile, power: signal };
    const desk = openExchange({
      ...parts,
      muteAfter: behaviour.line.muteAfter,
      slips: handler.slips,
      delay: handler.needsRest ? settings.delay : 0,
      minutes: settings.waitMinutes,
      tlvAsked: message.fields.tlv !== undefined,
    });
    return {
      ...parts,
      exchange: desk,
      message,
      behaviour,
      terminalId: memory.now.terminalId ?? settings.terminalId,
      unacknowledged: behaviour.unacknowledged ?? unacknowledged,
      goods: {
        patience: settings.goodsTimeout,
        pause: behaviour.goodsPause ?? settings.goodsPause ?? profile.goodsPause,
      },
      status: () => (running ? BUSY : locks.status()),
      restart: () => restart(),
      locks,
      files,
    };
  }

  function knows(name: Message['name']): boolean {
    return name === 'unknown' || !profile.lacks.includes(name);
  }

  function usual(): Behaviour {
    return behaviourOf(name) ?? behaviourOf('approve')!;
  }

  function behaviourFor({ fields }: Message): Behaviour {
    const bent = amountRules && name === 'approve' && fields.amount !== undefined;
    const byRule = bent ? behaviourOfAmount(fields.amount, settings.slow) : undefined;
    return { ...(byRule ?? usual()), ...terminal.overrides };
  }
}

/** How long a cut serial line is silent when the order does not say. */
const SERIAL_SILENCE = 300;

async function refuseLocked({ till, exchange: desk }: Work, code: number): Promise<void> {
  till.accept();
  await desk.abort(code);
}

/** The faults of a line that hold for everything; the others belong to one payment. */
function lasting({ pieces, glue }: LineFaults): LineFaults {
  return { ...(pieces === undefined ? {} : { pieces }), ...(glue ? { glue } : {}) };
}
