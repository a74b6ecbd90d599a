/** The features of one terminal: those enabled in its settings, without those that it refused as unknown. */
import type { Feature, Payment, Reversal, Task } from '../terminal.ts';
import { type CommandResult, refusesContainer } from './exchange/outcome.ts';
import type { PreparedCommand } from './moneyCommands.ts';
import type { ZvtSettings } from './settings.ts';
import { featuresOfTask } from './tasks.ts';

/** A feature, or several of which one is enough. */
export type NeededFeature = Feature | readonly Feature[];

export class AvailableFeatures {
  readonly #configured: ZvtSettings['features'];
  readonly #connection: { readonly takesContainers: boolean };
  /** Tasks that this terminal did not know when it was asked. */
  readonly #unknown = new Set<Feature>();

  constructor({ features }: Pick<ZvtSettings, 'features'>, connection: { readonly takesContainers: boolean }) {
    this.#configured = features;
    this.#connection = connection;
  }

  get all(): ReadonlySet<Feature> {
    return new Set([...this.#configured].filter(feature => this.#has(feature)));
  }

  includes(needed: readonly NeededFeature[]): boolean {
    return needed.every(one => (typeof one === 'string' ? this.#has(one) : one.some(feature => this.#has(feature))));
  }

  /** Learns from the end of a task that the terminal does not know the task. */
  taskEnded(result: CommandResult, task: Task, command: PreparedCommand): void {
    for (const feature of unknownFeatures(result, task, command)) this.#unknown.add(feature);
  }

  /** Over another line there may be another terminal, or the same one with another set-up. */
  forgetUnknown(): void {
    this.#unknown.clear();
  }

  #has(feature: Feature): boolean {
    const isEncodable = this.#connection.takesContainers || !CONTAINER_CHOICES.has(feature);
    return this.#configured.has(feature) && !this.#unknown.has(feature) && isEncodable;
  }
}

export function featuresOfPayment({ tip, cashback, withReadCard, authorisationCode }: Payment): readonly Feature[] {
  return [
    'pay',
    ...(tip === undefined ? [] : (['tip'] as const)),
    ...(cashback === undefined ? [] : (['cashback'] as const)),
    ...(withReadCard ? (['readCard'] as const) : []),
    ...(authorisationCode === undefined ? [] : (['voiceAuthorisation'] as const)),
  ];
}

export function featuresOfReversal({ amount }: Reversal): readonly NeededFeature[] {
  return [['reverse', 'reverseLast'], ...(amount === undefined ? [] : (['partialReversal'] as const))];
}

/**
 * The features that a terminal refuses to know. 84 83 to a task is about the task, unless it may be about a value that the
 * task carries. A choice made in a container is refused by 84 83 or 84 9A: without the container the task may be known.
 */
function unknownFeatures(result: CommandResult, task: Task, { fields }: PreparedCommand): readonly Feature[] {
  const { ending } = result;
  if (fields.tlv && TASKS_WITH_CHOICE.has(task.do))
    return refusesContainer(result) ? featuresOfTask(task).filter(one => CONTAINER_CHOICES.has(one)) : [];
  const isUnknown = ending.by === 'refusal' && ending.code === UNKNOWN_COMMAND;
  return isUnknown && !TASKS_WITH_VALUE.has(task.do) ? [task.do] : [];
}

/** Tasks whose container carries a choice and nothing else. */
const TASKS_WITH_CHOICE: ReadonlySet<Task['do']> = new Set<Task['do']>(['endOfDay', 'repeatReceipt']);
/** Choices that only a container can carry. */
const CONTAINER_CHOICES: ReadonlySet<Feature> = new Set<Feature>(['dayEndMode', 'dayEndDetails', 'repeatDayEnd']);

const UNKNOWN_COMMAND = 0x83;
/** A terminal that does not know one kind of diagnosis, language, receipt or setting may know another. */
const TASKS_WITH_VALUE: ReadonlySet<Task['do']> = new Set<Task['do']>([
  'diagnosis',
  'selectLanguage',
  'reprint',
  'changeConfiguration',
  'setTerminalId',
]);
