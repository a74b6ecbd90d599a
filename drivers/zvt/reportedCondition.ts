/** Collects what a terminal reports about itself: the task it requests, its lock, and the condition that follows of both. */
import { ConditionTracker } from '../condition.ts';
import type { Condition } from '../terminal.ts';
import type { Trace } from '../trace.ts';
import type { Fields } from './codec/fields.ts';
import { conditionAfter } from './condition.ts';
import type { CommandResult, OutcomeContext } from './exchange/outcome.ts';
import { type RequestedTask, taskInContainer, taskInStatusByte } from './registration.ts';
import type { ZvtSettings } from './settings.ts';
import { conditionOfNeed } from './terminalStatus.ts';

export class ReportedCondition {
  readonly tracker: ConditionTracker;
  readonly #features: ZvtSettings['features'];
  /** Requested by the last registration. */
  #taskOfRegistration: RequestedTask | undefined;
  /** Requested by a command; no registration repeats this request. */
  #taskOfCommand: RequestedTask | undefined;
  /** The condition in which the terminal takes no cards. */
  #lock: Condition | null = null;
  #whenUnclear = () => {};

  constructor({ features }: Pick<ZvtSettings, 'features'>, trace?: Trace) {
    this.#features = features;
    this.tracker = new ConditionTracker(trace);
  }

  /** The task that the terminal asked the till for, until it was done. */
  get requestedTask(): RequestedTask | undefined {
    return this.#taskOfRegistration ?? this.#taskOfCommand;
  }

  /** The listener is called when a status enquiry would clear up the condition. */
  onUnclear(listener: () => void): void {
    this.#whenUnclear = listener;
  }

  /** Reads the completion of a registration; another machine in the same place has requested nothing yet. */
  registered(completion: Fields, isOtherTerminal: boolean): void {
    if (isOtherTerminal) this.#taskOfCommand = undefined;
    this.#taskOfRegistration = taskInStatusByte(completion);
    this.#publish();
    if (this.tracker.current) this.#whenUnclear();
  }

  /** Reads the end of a command, and what it did about the requested task. */
  commandEnded(result: CommandResult, context: OutcomeContext): void {
    const { ending, state } = result;
    const completion = ending.by === 'completion' ? ending.message.fields : undefined;
    if (completion) this.#taskDone(state.command.send);
    this.#taskOfCommand = taskInContainer(completion) ?? taskInContainer(state.status) ?? this.#taskOfCommand;
    this.enquiryEnded(result, context);
  }

  /** Reads the end of a command that was sent only to learn whether the terminal is there. */
  enquiryEnded(result: CommandResult, context: OutcomeContext): void {
    const finding = conditionAfter(result, context, this.tracker.current);
    if (finding === 'well') {
      // The terminal was locked for the task it had requested, and is no more: somebody did the task at the terminal.
      if (this.#lock) this.#taskDone(this.#lock.cure);
      this.#lock = null;
    } else if (finding === 'unclear') this.#whenUnclear();
    else if (finding) this.#lock = finding;
    this.#publish();
  }

  #taskDone(task: string): void {
    if (this.#taskOfRegistration === task) this.#taskOfRegistration = undefined;
    if (this.#taskOfCommand === task) this.#taskOfCommand = undefined;
  }

  /** A cure that this model cannot be asked for needs a person. */
  #publish(): void {
    const task = this.requestedTask;
    const condition = this.#lock ?? (task ? conditionOfNeed(task) : null);
    this.tracker.set(condition && this.#needsPerson(condition.cure) ? { ...condition, cure: 'person' } : condition);
  }

  #needsPerson(cure: Condition['cure']): boolean {
    return cure !== 'wait' && cure !== 'person' && !this.#features.has(cure);
  }
}
