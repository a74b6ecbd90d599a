/** The bridge's calls for the manager's pages: terminals, end-of-day, and operations by hand. They reject like the calls of the screen. */

import type { Static } from 'typebox';
import type { DayEnd, DayEndInput, DayEndList, DayEndPreview, ScheduleInput } from '../../main/wire/dayEnds.ts';
import type { OpenPreAuthorisationList, Operation, OperationInput, OperationList } from '../../main/wire/operations.ts';
import type {
  Models,
  PairAnswer,
  PairInput,
  SearchAnswer,
  SearchInput,
  TaskAnswer,
  TaskInput,
  Terminal,
  TerminalInput,
} from '../../main/wire/terminals.ts';
import type { Ask } from '../bridge/client.ts';

export interface ManagerClient {
  terminals(): Promise<{ readonly data: readonly Terminal[] }>;
  /** Every till of the merchant. */
  tills(): Promise<readonly Till[]>;
  /** Models to choose from, for a terminal that does not report its model. */
  models(): Promise<Models>;
  search(): Promise<Static<typeof SearchAnswer>>;
  startSearch(input: SearchInput): Promise<void>;
  stopSearch(): Promise<void>;
  /** Registers at the terminal, runs a diagnosis and keeps its profile. */
  pair(input: PairInput): Promise<PairAnswer>;
  change(device: string, input: TerminalInput): Promise<void>;
  remove(device: string): Promise<void>;
  run(device: string, task: TaskInput): Promise<TaskAnswer>;
  /** The last messages between terminal and till, as text for the support. */
  trace(device: string): Promise<string>;
  preview(device: string): Promise<DayEndPreview>;
  /** Answers when the terminal is done, or at once when an end-of-day is still running. */
  runDayEnd(device: string, input: DayEndInput): Promise<DayEnd>;
  /** Newest first. */
  dayEnds(device: string, count: number): Promise<DayEndList>;
  dayEnd(id: string): Promise<DayEnd>;
  /** Stores a person's decision whether the end-of-day took place, where the terminal could not report it. */
  decideDayEnd(id: string, tookPlace: boolean): Promise<DayEnd>;
  /** Answers with what is stored, and when it runs next. */
  schedule(input: ScheduleInput): Promise<DayEndPreview['schedule']>;
  /** Newest first. */
  operations(device: string, count: number): Promise<OperationList>;
  /** Moves money at the terminal; answers when the terminal is done, rejects when it declines. */
  operate(device: string, input: OperationInput): Promise<Operation>;
  /** Asks the terminal, which may take a while. */
  preAuthorisations(device: string): Promise<OpenPreAuthorisationList>;
}

export interface Till {
  readonly id: string;
  readonly description: string;
}

export const createManagerClient = (ask: Ask): ManagerClient => ({
  terminals: () => ask('GET', TERMINALS),
  tills: async () => {
    const { data } = await ask<{ data: (Till & { type: string })[] }>('GET', DEVICES);
    return data.filter(({ type }) => type === 'cashier');
  },
  models: () => ask('GET', `${TERMINALS}/models`),
  search: () => ask('GET', `${TERMINALS}/search`),
  startSearch: async input => void (await ask('POST', `${TERMINALS}/search`, input)),
  stopSearch: async () => void (await ask('DELETE', `${TERMINALS}/search`)),
  pair: input => ask('POST', TERMINALS, input),
  change: async (device, input) => void (await ask('PUT', `${TERMINALS}/${device}`, input)),
  remove: async device => void (await ask('DELETE', `${TERMINALS}/${device}`)),
  run: (device, task) => ask('POST', `${TERMINALS}/${device}/tasks`, task),
  trace: device => ask('GET', `${TERMINALS}/${device}/trace/text?count=10000`),
  preview: device => ask('GET', `${TERMINALS}/${device}/day-end`),
  runDayEnd: (device, input) => ask('POST', `${TERMINALS}/${device}/day-end`, input),
  dayEnds: (device, count) => ask('GET', `${DAY_ENDS}?device=${device}&count=${count}`),
  dayEnd: id => ask('GET', `${DAY_ENDS}/${encodeURIComponent(id)}`),
  decideDayEnd: (id, tookPlace) =>
    ask('POST', `${DAY_ENDS}/${encodeURIComponent(id)}/verdict`, { took_place: tookPlace }),
  schedule: input => ask('PUT', `${DAY_ENDS}/schedule`, input),
  operations: (device, count) => ask('GET', `${TERMINALS}/${device}/operations?count=${count}`),
  operate: (device, input) => ask('POST', `${TERMINALS}/${device}/operations`, input),
  preAuthorisations: device => ask('GET', `${TERMINALS}/${device}/pre-authorisations`),
});

const TERMINALS = '/bridge/v1/terminals';
const DAY_ENDS = '/bridge/v1/day-ends';
const DEVICES = '/api/v2/Smart/Devices?count=1000&fields=id,description,type';
