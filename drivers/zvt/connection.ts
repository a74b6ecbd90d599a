/** Connects and registers one ZVT terminal, and notices that the terminal is gone, forgot the till, or is another one. */

import { Listeners } from '../listeners.ts';
import { isReason, type OnProgress, type SupervisedConnection } from '../supervisor.ts';
import type { Reason, TransactionFacts } from '../terminal.ts';
import type { Trace } from '../trace.ts';
import { Connector } from '../transport/connector.ts';
import type { TransportOpener } from '../transport/opener.ts';
import type { Transport } from '../transport/transport.ts';
import { isVirtualSoftware, VIRTUAL } from '../virtualTerminal.ts';
import { hasData } from './codec/apdu.ts';
import type { Charset } from './codec/charsets.ts';
import type { Fields } from './codec/fields.ts';
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
import { factsOf } from './exchange/statusInformation.ts';
import type { Link } from './framing/link.ts';
import { serialLink } from './framing/serialLink.ts';
import { tcpLink } from './framing/tcpLink.ts';
import { confirmedCharset, registration, saysVirtual } from './registration.ts';
import { ReportedCondition } from './reportedCondition.ts';
import type { ZvtSettings } from './settings.ts';
import { hasStatus, statusEnquiry } from './terminalStatus.ts';

/** Nothing happens before the first call. */
export class ZvtConnection implements SupervisedConnection<Line, CommandResult> {
  readonly reported: ReportedCondition;
  /** Approvals that no command waited for, and that were refused. */
  readonly unsolicitedApprovals: Listeners<[TransactionFacts]>;
  readonly #settings: ZvtSettings;
  readonly #trace: Trace | undefined;
  readonly #connector: Connector;
  readonly #history: CommandHistory;
  #line: Line | undefined;
  #isRegistered = false;
  /** The connection whose terminal was asked whether it is a virtual one. */
  #askedLine: Line | undefined;
  /** The line that was silent after its registration; on any other one, rests of an earlier line may still come. */
  #silencedLine: Line | undefined;
  /** The earlier line was given up because the terminal answered nothing. */
  #isAnswerOwed = false;
  /** Status enquiries in a row that were answered without a status, from the second on behind a new beginning. */
  #withoutStatus = 0;
  /** The last proof that the terminal is alive, by the monotonic clock, ms. */
  #aliveAt = 0;
  #terminalId: string | undefined;
  #takesContainers: boolean;
  #charset: Charset;
  #whenLost: (reason: Reason) => void = () => {};

  constructor(settings: ZvtSettings, opener: TransportOpener, trace?: Trace) {
    this.#settings = settings;
    this.#trace = trace;
    this.#connector = new Connector(opener);
    this.#takesContainers = settings.containers;
    this.#charset = settings.charset;
    this.reported = new ReportedCondition(settings, trace);
    const isSerial = settings.connection.type === 'serial';
    this.unsolicitedApprovals = new Listeners(trace);
    this.#history = {
      context: () => this.outcomeContext,
      onUnsolicitedApproval: status => this.unsolicitedApprovals.notify(factsOf(status, settings.currency)),
      ...(isSerial ? {} : { msPerByte: 0 }),
    };
  }

  get isUp(): boolean {
    return this.#isRegistered && this.#line !== undefined;
  }

  /** True while a command runs on the line. */
  get isBusy(): boolean {
    return this.#line?.busy === true;
  }

  get terminalId(): string | undefined {
    return this.#terminalId;
  }

  /**
   * True when a status enquiry was answered by a container alone, over a connection that has brought nothing else: the terminal has no
   * status to tell. Fields of another command never say so.
   */
  tellsNoStatus({ ending }: CommandResult): boolean {
    const isAgain = this.#settings.connection.type !== 'serial' && this.#withoutStatus > 1;
    return isAgain && ending.by === 'completion' && Object.keys(ending.message.fields).every(name => name === 'tlv');
  }

  /** True when the last accepted registration had containers; a terminal that refuses containers is sent none. */
  get takesContainers(): boolean {
    return this.#takesContainers;
  }

  /** The line takes long for everything: only what is needed should be asked for. */
  get isSlow(): boolean {
    return (this.#history.msPerByte ?? 0) * USUAL_MESSAGE > TOO_LONG * this.#settings.timers.t3;
  }

  /** The settings and the character set with which the end of a command is read. */
  get outcomeContext(): OutcomeContext {
    const { currency, language, repeatsBare } = this.#settings;
    return { charset: this.#charset, currency, language, repeatsBare };
  }

  /** Registers again when nothing was exchanged for long. */
  ready(onProgress?: OnProgress): Promise<Line | Reason> {
    return this.#ready(this.#settings.timers.proven, onProgress);
  }

  /** As `ready`, but asks the terminal in any case whether it is there. */
  confirmAlive(): Promise<Line | Reason> {
    return this.#ready(0);
  }

  async register(onProgress?: OnProgress): Promise<Line | Reason> {
    const hadLine = this.#line !== undefined;
    const result = await this.#attempt(onProgress);
    // An idle connection may have died unseen. Only a registration was lost with it: once more over a new connection.
    return hadLine && isReason(result) && !this.#line ? this.#attempt(onProgress) : result;
  }

  /**
   * After a failure that no completion followed, the terminal may still be busy with the command: it is asked before the
   * next one.
   */
  commandEnded(result: CommandResult): void {
    const { ending, state } = result;
    const absence = announcedAbsence(result);
    if (ending.by === 'lost') this.#drop(ending.reason);
    else if (this.#isOutOfStep(result)) this.#drop(OUT_OF_STEP);
    else this.#aliveAt = performance.now() - (ending.by === 'failedStatus' ? this.#settings.timers.proven : 0);
    // The next registration reports the new id.
    if (state.command.send === 'setTerminalId' && ending.by === 'completion') this.#terminalId = undefined;
    this.reported.commandEnded(result, this.outcomeContext);
    if (this.isLoggedOffBy(result) || isNotRegistered(result)) this.#isRegistered = false;
    // A terminal that goes away for a while does not hang up: what is left of the connection is of no use.
    if (absence) this.#drop({ code: 'lineLost', text: `the terminal is not there for a while: ${absence}` });
  }

  /**
   * True when bytes were lost, or when the line brought the answer to an earlier command. A completion without data says nothing of that
   * over TCP, and where the answer behind a new beginning has no status either, another beginning would not bring one.
   */
  #isOutOfStep({ ending, state, noisy }: CommandResult): boolean {
    if (ending.by !== 'completion') return noisy;
    if (state.command.send !== 'statusEnquiry') return false;
    const isStatusExpected = this.#settings.connection.type === 'serial' || hasData(ending.message);
    const isForeign = isStatusExpected && !hasStatus(ending.message.fields);
    this.#withoutStatus = isForeign ? this.#withoutStatus + 1 : 0;
    return this.#withoutStatus === 1;
  }

  /** Other commands that end with their answer may lose their line as well, but not on purpose. */
  isLoggedOffBy({ ending, state }: CommandResult): boolean {
    return state.command.send === 'logOff' && ending.by === 'answer';
  }

  onLost(listener: (reason: Reason) => void): void {
    this.#whenLost = listener;
  }

  close(reason: Reason): Promise<void> {
    this.#drop(reason);
    return this.#connector.close(reason);
  }

  /** A terminal that proved alive within `proven` ms is not asked. */
  async #ready(proven: number, onProgress?: OnProgress): Promise<Line | Reason> {
    const idle = performance.now() - this.#aliveAt;
    const usable = this.#isRegistered && idle < this.#settings.timers.fresh ? this.#line : undefined;
    const isAlive = usable && (await this.#isQuiet(usable)) && (idle < proven || (await this.#answers(usable)));
    return this.#line && this.#isRegistered && isAlive ? this.#line : this.register(onProgress);
  }

  /** A line on which an answer is still to come is given up: the answer would be taken for that to the next command. */
  async #isQuiet(line: Line): Promise<boolean> {
    if (await line.abortAnswered()) return true;
    this.#drop({ code: 'silent', text: 'the terminal did not answer the abort' });
    return false;
  }

  /** Any answer will do; a line that died unseen is given up, and nothing was lost with it. */
  async #answers(line: Line): Promise<boolean> {
    const { password } = this.#settings;
    const result = await line.run({ command: commands.statusEnquiry, fields: { password } });
    if (result && isNotRegistered(result)) this.#isRegistered = false;
    if (result) this.reported.enquiryEnded(result, this.outcomeContext);
    if (result && result.ending.by !== 'lost') return true;
    this.#drop(result?.ending.by === 'lost' ? result.ending.reason : CONNECTION_BROKE);
    return false;
  }

  async #attempt(onProgress?: OnProgress): Promise<Line | Reason> {
    const { closedFor } = this.#connector;
    if (closedFor) return closedFor;
    if (this.#line) await this.#isQuiet(this.#line);
    const line = this.#line ?? (await this.#connect(onProgress));
    if (isReason(line)) return line;
    if (this.#connector.closedFor) {
      this.#drop(this.#connector.closedFor);
      return this.#connector.closedFor;
    }
    onProgress?.({ step: 'registering' });
    const refusal = await this.#registerOn(line);
    if (!refusal && this.#settings.connection.type === 'serial') await this.#waitForSilence(line);
    return refusal ?? line.lost ?? line;
  }

  async #connect(onProgress?: OnProgress): Promise<Line | Reason> {
    onProgress?.({ step: 'connecting' });
    const transport = await this.#connector.connect(this.#settings.timers.connect);
    if (isReason(transport)) return transport;
    const { timers, charset } = this.#settings;
    const line = openLine(linkOver(transport, this.#settings), timers, charset, this.#trace, this.#history);
    this.#isRegistered = false;
    line.onLost(reason => {
      if (this.#line !== line) return;
      this.#line = undefined;
      this.#whenLost(reason);
    });
    this.#line = line;
    return line;
  }

  /** A serial port knows no connections: rests of the conversation before may still come, and belong to no new command. */
  async #waitForSilence(line: Line): Promise<void> {
    if (this.#silencedLine === line) return;
    const { calm, t3 } = this.#settings.timers;
    await line.silence(this.#isAnswerOwed ? Math.max(calm, t3) : calm);
    this.#silencedLine = line;
    this.#isAnswerOwed = false;
  }

  /** Registers, without containers where the terminal refuses them; gives the reason why it failed. */
  async #registerOn(line: Line): Promise<Reason | undefined> {
    line.sequenceIds = undefined;
    const { containers } = this.#settings;
    const first = await this.#sendRegistration(line, containers);
    const isRefused = first !== undefined && refusesContainer(first);
    const result = isRefused ? await this.#sendRegistration(line, false) : first;
    if (!result) return line.lost ?? CONNECTION_BROKE;
    const reason = failureReason(result, this.outcomeContext);
    if (result.ending.by === 'lost') this.#drop(result.ending.reason);
    else if (result.ending.by === 'completion' && !reason) {
      this.#takesContainers = containers && !isRefused;
      const completion = result.ending.message.fields;
      return (await this.#refuseVirtual(line, completion)) ?? this.#registered(line, completion);
    }
    return reason;
  }

  async #refuseVirtual(line: Line, completion: Fields): Promise<Reason | undefined> {
    if (!this.#settings.refusesVirtual) return undefined;
    const refusal = saysVirtual(completion) ? VIRTUAL : await this.#virtualByVersion(line, completion);
    if (refusal) this.#drop(refusal);
    return refusal;
  }

  /** A virtual terminal without containers says it in its software version alone: each connection is asked once. */
  async #virtualByVersion(line: Line, completion: Fields): Promise<Reason | undefined> {
    if (completion.tlv !== undefined || this.#askedLine === line) return undefined;
    const { password } = this.#settings;
    const result = await line.run(statusEnquiry({ password, statusWithTlv: false }));
    if (!result) return line.lost ?? CONNECTION_BROKE;
    const { ending } = result;
    if (ending.by === 'lost') return ending.reason;
    this.#askedLine = line;
    const isVirtual = ending.by === 'completion' && isVirtualSoftware(ending.message.fields.softwareVersion);
    return isVirtual ? VIRTUAL : undefined;
  }

  #sendRegistration(line: Line, withTlv: boolean): Promise<CommandResult | undefined> {
    return line.run({ command: commands.register, fields: registration(this.#settings, withTlv) });
  }

  #registered(line: Line, completion: Fields): Reason | undefined {
    const mistaken = mistakenTerminal(this.#settings, this.#terminalId, completion);
    if (mistaken) {
      this.#drop(mistaken);
      return mistaken;
    }
    const known = this.#terminalId;
    const { terminalId = known } = completion;
    this.#isRegistered = true;
    this.#aliveAt = performance.now();
    this.#terminalId = terminalId;
    this.#charset = confirmedCharset(completion) ?? this.#settings.charset;
    line.charset = this.#charset;
    line.sequenceIds = this.#settings.sequenceIds && idOf(completion) !== undefined ? sequenceIds() : undefined;
    this.reported.registered(completion, known !== undefined && terminalId !== known);
    return undefined;
  }

  #drop(reason: Reason): void {
    const line = this.#line;
    this.#line = undefined;
    this.#isRegistered = false;
    this.#isAnswerOwed ||= reason.code === 'silent';
    line?.close(reason);
  }
}

/**
 * The refusal of a terminal that reports another id than before. Whatever calls, or is at an adapter that looks like all
 * others, could be anybody's terminal.
 */
function mistakenTerminal(
  { connection }: ZvtSettings,
  known: string | undefined,
  { terminalId }: Fields,
): Reason | undefined {
  if (!couldBeAnyTerminal(connection)) return undefined;
  const expected = (connection.type === 'tcpListen' ? connection.terminalId : undefined) ?? known;
  if (expected === undefined || terminalId === expected) return undefined;
  const found = terminalId === undefined ? 'a terminal that tells no id' : `terminal ${terminalId}`;
  return { code: 'unreachable', text: `${found} is in the place of ${expected}: if it was exchanged, pair it anew` };
}

const couldBeAnyTerminal = (connection: ZvtSettings['connection']): boolean =>
  connection.type === 'tcpListen' ||
  (connection.type === 'serial' && connection.device !== undefined && connection.device.serialNumber === undefined);

const isNotRegistered = ({ ending }: CommandResult): boolean =>
  ending.by === 'refusal' && ending.code === NOT_REGISTERED;

function linkOver(transport: Transport, { connection, timers }: ZvtSettings): Link {
  return connection.type === 'serial' ? serialLink(transport, timers) : tcpLink(transport, timers);
}

/** Bytes of a status information. */
const USUAL_MESSAGE = 100;
/** Times T3: a line that needs longer for a status information is asked for nothing else. */
const TOO_LONG = 3;

const CONNECTION_BROKE: Reason = { code: 'lineLost', text: 'the connection broke' };
const OUT_OF_STEP: Reason = { code: 'garbled', text: 'bytes came that were no message' };
const NOT_REGISTERED = 0x6b;
