/** Contact with one terminal: connecting, registering, noticing that it is gone, coming back. */

import { type ConditionTracker, trackCondition } from '../condition.ts';
import type { Condition, Progress, Reason } from '../terminal.ts';
import type { Trace } from '../trace.ts';
import { openFailure, type TransportOpener, transportOpener } from '../transport/opener.ts';
import type { Charset } from './codec/charsets.ts';
import type { Fields } from './codec/fields.ts';
import { conditionAfter } from './condition.ts';
import { commands } from './exchange/commands.ts';
import { type CommandHistory, type Line, openLine } from './exchange/line.ts';
import {
  announcedAbsence,
  type CommandResult,
  failureReason,
  type OutcomeContext,
  refusesContainer,
} from './exchange/outcome.ts';
import { idOf, sequenceIds } from './exchange/sequenceIds.ts';
import type { Link } from './framing/link.ts';
import { serialLink } from './framing/serialLink.ts';
import { tcpLink } from './framing/tcpLink.ts';
import {
  confirmedCharset,
  type RequestedTask,
  registration,
  taskInContainer,
  taskInStatusByte,
} from './registration.ts';
import type { ZvtSettings } from './settings.ts';
import { conditionOfNeed, hasStatus } from './terminalStatus.ts';

export interface ZvtConnection {
  /** The line of a registered terminal, or why there is none. Registers again when nobody spoke for long. */
  ready(tell?: (progress: Progress) => void): Promise<Line | Reason>;
  /** The same, but asks the terminal in any case whether it is there. */
  confirmAlive(tell?: (progress: Progress) => void): Promise<Line | Reason>;
  /** Connects where needed and registers in any case. */
  register(tell?: (progress: Progress) => void): Promise<Line | Reason>;
  /** The line of a registered terminal, as far as is known. */
  readonly line: Line | undefined;
  readonly terminalId: string | undefined;
  /** The last registration that was accepted had containers; those it refuses are left out. */
  readonly takesContainers: boolean;
  /** The line takes long for everything: only what is needed should be asked for. */
  readonly isSlow: boolean;
  /** What the terminal asked the till to do, until it was done. */
  readonly requestedTask: RequestedTask | undefined;
  /** What the terminal told about itself, by whatever command. */
  readonly condition: Pick<ConditionTracker, 'current' | 'onChange'>;
  /** Called when a status enquiry would tell more about its condition. */
  onConditionUnclear(listener: () => void): void;
  /** What a verdict needs to know about this terminal. */
  readonly outcomeContext: OutcomeContext;
  /**
   * A command ended: the line proved alive, or it is no good any more. After a failure that no completion followed the
   * terminal may be busy with it still: it is asked before the next command.
   */
  commandEnded(run: CommandResult): void;
  /** Called when an open line breaks. */
  onLost(listener: (reason: Reason) => void): void;
  /** Called when a terminal that connects by itself waits to be spoken to. */
  onArrival(listener: () => void): void;
  /** Asked when another one calls while a terminal is connected: is that one still there? */
  onNewcomer(isAlive: () => Promise<boolean>): void;
  /** Cuts the line and lets go of the terminal. */
  close(reason: Reason): Promise<void>;
}

/** True for a reason, false for a line. */
export function isReason(result: Line | Reason): result is Reason {
  return 'code' in result;
}

/** On purpose: the terminal is not looked for. Other commands that end with their answer may lose their line as well. */
export const hasLoggedOff = ({ ending, state }: CommandResult): boolean =>
  state.command.send === 'logOff' && ending.by === 'answer';

/** Nothing happens before the first call. */
export function openConnection(
  settings: ZvtSettings,
  trace?: Trace,
  access: TransportOpener = transportOpener(settings.connection),
): ZvtConnection {
  let line: Line | undefined;
  let registered = false;
  let calmed: Line | undefined; // over any other one what is left of a line before may still come
  let owesAnswer = false; // the line before was given up because nothing was answered
  let terminalId: string | undefined;
  let lastSign = 0;
  let charset: Charset = settings.charset;
  const past: CommandHistory = { context: setting, ...(settings.connection.type === 'serial' ? {} : { msPerByte: 0 }) };
  let atOnce: RequestedTask | undefined; // as the last registration told
  let soon: RequestedTask | undefined; // what it asked for by a command, which no registration says again
  let takesContainers = settings.containers;
  let lock: Condition | null = null; // it takes no cards
  const condition = trackCondition(trace);
  let whenInDoubt = () => {};
  let stopConnecting: (reason: Reason) => void = () => {};
  let closedFor: Reason | undefined;
  let whenLost: (reason: Reason) => void = () => {};
  let whenArrived = () => {};
  let isAlive = async () => true;
  access.handleCalls({
    isBusy: () => line?.busy === true,
    arrived: () => whenArrived(),
    isAlive: () => isAlive(),
  });

  return {
    get line() {
      return registered ? line : undefined;
    },
    get requestedTask() {
      return needs();
    },
    get outcomeContext() {
      return setting();
    },
    condition,
    onConditionUnclear(listener) {
      whenInDoubt = listener;
    },
    get terminalId() {
      return terminalId;
    },
    get takesContainers() {
      return takesContainers;
    },
    get isSlow() {
      return (past.msPerByte ?? 0) * USUAL_MESSAGE > TOO_LONG * settings.timers.t3;
    },
    ready: tell => ready(settings.timers.proven, tell),
    confirmAlive: tell => ready(0, tell),
    register,
    commandEnded(run) {
      const { ending, state } = run;
      const follows = announcedAbsence(run);
      if (ending.by === 'lost') drop(ending.reason);
      else if (isOutOfStep(run, settings)) drop(OUT_OF_STEP);
      else lastSign = performance.now() - (ending.by === 'failedStatus' ? settings.timers.proven : 0);
      const completed = ending.by === 'completion' ? ending.message.fields : undefined;
      if (completed) cured(state.command.send);
      soon = taskInContainer(completed) ?? taskInContainer(state.status) ?? soon;
      // The next registration tells the new one.
      if (state.command.send === 'setTerminalId' && completed) terminalId = undefined;
      hear(run);
      if (hasLoggedOff(run) || (ending.by === 'refusal' && ending.code === NOT_REGISTERED)) registered = false;
      // It goes without saying goodbye: what is left of the connection is of no use.
      if (follows) drop({ code: 'lineLost', text: `the terminal is not there for a while: ${follows}` });
    },
    onLost(listener) {
      whenLost = listener;
    },
    onArrival(listener) {
      whenArrived = listener;
    },
    onNewcomer(ask) {
      isAlive = ask;
    },
    close(reason) {
      closedFor = reason;
      stopConnecting(reason);
      drop(reason);
      return access.close();
    },
  };

  /** A line that was heard within `proven` ms is not asked. */
  async function ready(proven: number, tell?: (progress: Progress) => void): Promise<Line | Reason> {
    const idle = performance.now() - lastSign;
    const usable = registered && idle < settings.timers.fresh ? line : undefined;
    const alive = usable && (await isQuiet(usable)) && (idle < proven || (await answers(usable)));
    return line && registered && alive ? line : register(tell);
  }

  async function register(tell?: (progress: Progress) => void): Promise<Line | Reason> {
    const old = line;
    const result = await attempt(tell);
    // An idle connection may have died unseen. Nothing but a registration was lost with it: once more over a new one.
    return old && isReason(result) && line === undefined ? attempt(tell) : result;
  }

  /** A line on which an answer is still to come is given up: it would be taken for another one's. */
  async function isQuiet(usable: Line): Promise<boolean> {
    if (await usable.abortAnswered()) return true;
    drop({ code: 'silent', text: 'the terminal did not answer the abort' });
    return false;
  }

  /** Whatever it answers, it answers; a line that died unseen is given up, and nothing was lost with it. */
  async function answers(idle: Line): Promise<boolean> {
    const run = await idle.run({ command: commands.statusEnquiry, fields: { password: settings.password } });
    if (run?.ending.by === 'refusal' && run.ending.code === NOT_REGISTERED) registered = false;
    if (run) hear(run);
    if (run && run.ending.by !== 'lost') return true;
    drop(run?.ending.by === 'lost' ? run.ending.reason : { code: 'lineLost', text: 'the connection broke' });
    return false;
  }

  async function attempt(tell?: (progress: Progress) => void): Promise<Line | Reason> {
    if (closedFor) return closedFor;
    if (line) await isQuiet(line);
    if (!line) {
      tell?.({ step: 'connecting' });
      const link = await new Promise<Link | Reason>(resolve => {
        stopConnecting = resolve;
        connected().then(resolve);
      });
      if ('code' in link) return link;
      line = takeOver(link);
    }
    if (closedFor) {
      drop(closedFor);
      return closedFor;
    }
    tell?.({ step: 'registering' });
    const target = line;
    const reason = await registerOn(target);
    if (!reason && calmed !== target && settings.connection.type === 'serial') {
      const { calm, t3 } = settings.timers;
      await target.silence(owesAnswer ? Math.max(calm, t3) : calm);
      calmed = target;
      owesAnswer = false;
    }
    return reason ?? target.lost ?? target;
  }

  /** A connection that is ready only after the driver was closed is closed as well. */
  async function connected(): Promise<Link | Reason> {
    const link = await connect(settings, access).catch((error: Error) => error);
    if (link instanceof Error) return openFailure(link);
    if (closedFor) link.close();
    return closedFor ?? link;
  }

  function takeOver(link: Link): Line {
    const taken = openLine(link, settings.timers, settings.charset, trace, past);
    registered = false;
    taken.onLost(reason => {
      if (line !== taken) return;
      line = undefined;
      whenLost(reason);
    });
    return taken;
  }

  async function registerOn(target: Line): Promise<Reason | undefined> {
    target.sequenceIds = undefined;
    const first = await runRegistration(target, settings.containers);
    const refused = first !== undefined && refusesContainer(first);
    const run = refused ? await runRegistration(target, false) : first;
    if (!run) return target.lost ?? { code: 'lineLost', text: 'the connection broke' };
    const reason = failureReason(run, setting());
    if (run.ending.by === 'lost') drop(run.ending.reason);
    else if (run.ending.by === 'completion' && !reason) {
      takesContainers = settings.containers && !refused;
      return welcome(target, run.ending.message.fields);
    }
    return reason;
  }

  function runRegistration(target: Line, withTlv: boolean): Promise<CommandResult | undefined> {
    return target.run({ command: commands.register, fields: registration(settings, withTlv) });
  }

  function welcome(target: Line, fields: Fields): Reason | undefined {
    const stranger = strangerAmong(settings, terminalId, fields);
    if (stranger) {
      drop(stranger);
      return stranger;
    }
    registered = true;
    lastSign = performance.now();
    // Another machine in the same place has asked for nothing yet.
    if (terminalId !== undefined && fields.terminalId !== undefined && fields.terminalId !== terminalId)
      soon = undefined;
    terminalId = fields.terminalId ?? terminalId;
    charset = confirmedCharset(fields) ?? settings.charset;
    target.charset = charset;
    target.sequenceIds = settings.sequenceIds && idOf(fields) !== undefined ? sequenceIds() : undefined;
    atOnce = taskInStatusByte(fields);
    showCondition();
    if (condition.current) whenInDoubt();
    return undefined;
  }

  function hear(run: CommandResult): void {
    const word = conditionAfter(run, setting(), condition.current);
    if (word === 'well') {
      // Locked for what it had asked for, and now no more: somebody did it at the terminal itself.
      if (lock) cured(lock.cure);
      lock = null;
    } else if (word === 'ask') whenInDoubt();
    else if (word) lock = word;
    showCondition();
  }

  function needs(): RequestedTask | undefined {
    return atOnce ?? soon;
  }

  function cured(by: string): void {
    if (atOnce === by) atOnce = undefined;
    if (soon === by) soon = undefined;
  }

  function showCondition(): void {
    const need = needs();
    const told = lock ?? (need ? conditionOfNeed(need) : null);
    condition.set(told && isBeyond(settings, told.cure) ? { ...told, cure: 'person' } : told);
  }

  function setting(): OutcomeContext {
    const { currency, language, repeatsBare } = settings;
    return { charset, currency, language, repeatsBare };
  }

  function drop(reason: Reason): void {
    const old = line;
    line = undefined;
    registered = false;
    owesAnswer ||= reason.code === 'silent';
    old?.close(reason);
  }
}

/**
 * Whoever calls, or is at an adapter that looks like all others, could be anybody's terminal: one that says to be another
 * than before is not worked with.
 */
function strangerAmong({ connection }: ZvtSettings, before: string | undefined, told: Fields): Reason | undefined {
  if (!mayBeAnybody(connection)) return undefined;
  const expected = (connection.type === 'tcpListen' ? connection.terminalId : undefined) ?? before;
  if (expected === undefined || told.terminalId === expected) return undefined;
  const who = told.terminalId === undefined ? 'a terminal that tells no id' : `terminal ${told.terminalId}`;
  return { code: 'unreachable', text: `${who} is in the place of ${expected}: if it was exchanged, pair it anew` };
}

const mayBeAnybody = (connection: ZvtSettings['connection']): boolean =>
  connection.type === 'tcpListen' ||
  (connection.type === 'serial' && connection.device !== undefined && connection.device.serialNumber === undefined);

/** A cure that this model cannot be asked for needs a person. */
const isBeyond = ({ features }: ZvtSettings, cure: Condition['cure']): boolean =>
  cure !== 'wait' && cure !== 'person' && !features.has(cure);

/** Something was lost; or, on a line that knows no connections, what came was the answer to a command before. */
function isOutOfStep({ ending, state, noisy }: CommandResult, { connection }: ZvtSettings): boolean {
  if (ending.by !== 'completion') return noisy;
  const asked = connection.type === 'serial' && state.command.send === 'statusEnquiry';
  return asked && !hasStatus(ending.message.fields);
}

/** Bytes of a status information, and how often T3 it may take before nothing else is asked for. */
const USUAL_MESSAGE = 100;
const TOO_LONG = 3;

const OUT_OF_STEP: Reason = { code: 'garbled', text: 'bytes came that were no message' };
const NOT_REGISTERED = 0x6b;

async function connect({ connection, timers }: ZvtSettings, access: TransportOpener): Promise<Link> {
  const transport = await access.open(timers.connect);
  return connection.type === 'serial' ? serialLink(transport, timers) : tcpLink(transport, timers);
}
