/** Converts the typed texts of the terminals' page to the inputs of the bridge. */

import type { Found, TaskInput } from '../../../main/wire/terminals.ts';
import { positiveInteger } from './connectionDraft.ts';

/** Networks from a text, separated by commas, semicolons or blanks. */
export const subnetsOf = (text: string): readonly string[] => text.split(/[\s,;]+/).filter(Boolean);

/** Found terminals in the order of the list; terminals in use by others come last. */
export const sortedFound = (found: readonly Found[]): readonly Found[] =>
  [...found].sort((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state));

const ORDER: readonly Found['state'][] = ['free', 'known', 'held'];

export const isPassword = (text: string): boolean => /^\d{6}$/.test(text);

/** Tasks in the order of the buttons; the end-of-day has a page of its own. */
export const TASKS = [
  'diagnosis',
  'turnoverTotals',
  'repeatReceipt',
  'reprint',
  'sendOffline',
  'initialisation',
  'selfTest',
  'printConfiguration',
  'setClock',
  'selectLanguage',
  'display',
  'ask',
  'print',
  'logOff',
  'reset',
  'serviceMode',
] as const satisfies readonly TaskInput['do'][];
export type TaskName = (typeof TASKS)[number];

export const tasksOf = (features: readonly string[]): readonly TaskName[] =>
  TASKS.filter(task => features.includes(task === 'ask' ? 'keys' : task));

/** Slips that a terminal with these features can repeat. */
export const repeatsOf = (features: readonly string[]): readonly Repeat[] =>
  (['last', 'customer', 'merchant', 'endOfDay'] as const).filter(
    which => which !== 'endOfDay' || features.includes('repeatDayEnd'),
  );
export type Repeat = NonNullable<Extract<TaskInput, { do: 'repeatReceipt' }>['which']>;

/** The typed values of a task. */
export interface TaskDraft {
  readonly from: string;
  readonly to: string;
  readonly language: string;
  readonly lines: string;
  readonly which: Repeat;
  /** The task asks for digits instead of a key. */
  readonly digits: boolean;
}

export const emptyTask: TaskDraft = { from: '', to: '', language: '', lines: '', which: 'last', digits: false };

/** Null while a needed value is missing. */
export function taskOf(name: TaskName, { from, to, language, lines, which, digits }: TaskDraft): TaskInput | null {
  const written = lines.split('\n').filter(line => line.trim() !== '');
  if (name === 'reprint') {
    const first = positiveInteger(from, 9999);
    const last = positiveInteger(to, 9999);
    return first ? { do: name, from: first, ...(last ? { to: last } : {}) } : null;
  }
  if (name === 'selectLanguage') return /^[a-z]{2}$/.test(language) ? { do: name, language } : null;
  if (name === 'repeatReceipt') return which === 'last' ? { do: name } : { do: name, which };
  if (name === 'print') return written.length > 0 ? { do: name, lines: lines.trimEnd().split('\n') } : null;
  if (name === 'display' || name === 'ask') {
    if (written.length === 0 || written.length > 8 || written.some(line => line.length > 40)) return null;
    if (name === 'display') return { do: name, lines: written, seconds: 15 };
    return { do: name, lines: written, ...(digits ? { digits: ANY_DIGITS } : {}) };
  }
  return { do: name };
}

const ANY_DIGITS = { least: 1, most: 10 };
