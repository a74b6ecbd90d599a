/** The manager's calls of a bridge in memory: terminals, their search, ends-of-day and operations, with faults to switch on. */

import type { Blocker, DayEnd, DayEndPreview } from '../../main/wire/dayEnds.ts';
import type { OpenPreAuthorisationList, Operation, OperationInput } from '../../main/wire/operations.ts';
import type { Found, Terminal } from '../../main/wire/terminals.ts';
import { Unreachable } from '../bridge/errors.ts';
import type { ManagerClient } from '../manager/client.ts';
import { refuse } from './refuse.ts';

type Call<Name extends keyof ManagerClient> = ManagerClient[Name];

/** Every call is a property, so that a test can replace it. */
export class MemoryTerminals implements ManagerClient {
  readonly known: Terminal[] = [terminal('SDV_1'), terminal('SDV_2')];
  readonly past: DayEnd[] = [];
  /** Every call that arrived, in order. */
  readonly calls: string[] = [];
  /** State of the next end-of-day; `running` answers before the end-of-day has ended. */
  next: DayEnd['state'] = 'agrees';
  fault: 'none' | 'away' | 'refused' = 'none';
  /** Time of the scheduled end-of-day. */
  at: string | null = null;
  found: readonly Found[] = [];
  /** Blockers of the end-of-day. */
  blockers: Blocker[] = [];
  /** Operations by hand, newest first. */
  readonly done: Operation[] = [];
  /** Amounts on hold. */
  held: OpenPreAuthorisationList['data'] = [];
  #isSearching = false;

  terminals: Call<'terminals'> = () => this.#over('terminals', () => ({ data: this.known }));
  tills: Call<'tills'> = () => this.#over('tills', () => [{ id: 'SDV_T', description: 'Till' }]);
  models: Call<'models'> = () =>
    this.#over('models', () => ({ data: [{ protocol: 'zvt', name: 'old', title: 'Old', recognised: false }] }));
  search: Call<'search'> = () =>
    this.#over('search', () => ({
      id: this.calls.includes('startSearch') ? 'S1' : null,
      running: this.#isSearching,
      done: 0,
      of: 10,
      found: [...this.found],
      networks: ['10.0.0.0/24'],
      serialPorts: [],
    }));
  startSearch: Call<'startSearch'> = () =>
    this.#over('startSearch', () => {
      this.#isSearching = true;
    });
  stopSearch: Call<'stopSearch'> = () =>
    this.#over('stopSearch', () => {
      this.#isSearching = false;
    });
  pair: Call<'pair'> = ({ description }) =>
    this.#over('pair', () => {
      const paired = { ...terminal(`SDV_${this.known.length + 1}`), description: description ?? '' };
      this.known.push(paired);
      return { terminal: paired, receipt: [], diagnosis: null };
    });
  change: Call<'change'> = device => this.#over(`change ${device}`, () => undefined);
  remove: Call<'remove'> = device =>
    this.#over(`remove ${device}`, () => {
      this.known.splice(0, this.known.length, ...this.known.filter(one => one.device !== device));
    });
  run: Call<'run'> = (_device, task) =>
    this.#over(`task ${task.do}`, () => ({ do: task.do, receipt: [], totals: null, follows: null, answer: null }));
  trace: Call<'trace'> = device => this.#over('trace', () => `${device} -> 06 00 Registration\n`);
  preview: Call<'preview'> = device =>
    this.#over('preview', () => ({ ...previewOf(device, this.at), blockers: this.blockers }));
  runDayEnd: Call<'runDayEnd'> = (device, { details = true } = {}) =>
    this.#over(details ? 'runDayEnd' : 'runDayEnd short', () => {
      const dayEnd = dayEndOf(`E${this.past.length + 1}`, device, this.next);
      this.past.unshift(dayEnd);
      return dayEnd;
    });
  dayEnds: Call<'dayEnds'> = device =>
    this.#over('dayEnds', () => {
      const data = this.past.filter(one => one.device === device);
      return { count: data.length, data };
    });
  dayEnd: Call<'dayEnd'> = id => this.#over('dayEnd', () => this.#dayEndBy(id));
  decideDayEnd: Call<'decideDayEnd'> = (id, tookPlace) =>
    this.#over('decideDayEnd', () => Object.assign(this.#dayEndBy(id), { state: tookPlace ? 'agrees' : 'failed' }));
  schedule: Call<'schedule'> = ({ at }) =>
    this.#over('schedule', () => {
      this.at = at;
      return { at, next: null };
    });
  operations: Call<'operations'> = device =>
    this.#over('operations', () => {
      const data = this.done.filter(one => one.device === device);
      return { count: data.length, data };
    });
  operate: Call<'operate'> = (device, input) =>
    this.#over(`operate ${input.do}`, () => {
      const operation = operationOf(`O${this.done.length + 1}`, device, input);
      this.done.unshift(operation);
      return operation;
    });
  preAuthorisations: Call<'preAuthorisations'> = () => this.#over('preAuthorisations', () => ({ data: this.held }));

  async #over<T>(name: string, work: () => T): Promise<T> {
    await Promise.resolve();
    if (this.fault === 'away') throw new Unreachable('away');
    this.calls.push(name);
    if (this.fault === 'refused' && !READS.includes(name)) refuse(405);
    return structuredClone(work());
  }

  #dayEndBy(id: string): DayEnd {
    return this.past.find(one => one.id === id) ?? refuse(404);
  }
}

const READS = [
  'terminals',
  'tills',
  'models',
  'search',
  'preview',
  'dayEnds',
  'dayEnd',
  'operations',
  'preAuthorisations',
];

const terminal = (device: string): Terminal => ({
  device,
  description: device,
  protocol: 'zvt',
  connection: { type: 'tcp', host: '10.0.0.7', port: 20007 },
  endpoint: 'tcp://10.0.0.7:20007',
  profile: 'generic',
  features: ['pay', 'diagnosis'],
  terminalId: null,
  software: null,
  state: 'ready',
  since: 0,
  reason: null,
  code: null,
  options: {},
  condition: null,
  holder: null,
  tills: [],
  shared: false,
  sharedWith: 'no',
  handOver: false,
  paired: true,
});

const nothing = { count: 0, amount: 0, by_card_type: [], by_till: [] };

const previewOf = (device: string, at: string | null): DayEndPreview => ({
  device,
  description: device,
  since: null,
  blockers: [],
  journal: nothing,
  terminal: null,
  schedule: { at, next: null },
});

export const dayEndOf = (id: string, device: string, state: DayEnd['state']): DayEnd => ({
  id,
  device,
  description: device,
  state,
  started: '2026-01-01T20:00:00+00:00',
  ended: state === 'running' ? null : '2026-01-01T20:01:00+00:00',
  staff: null,
  reason: null,
  transaction: null,
  terminal: null,
  journal: nothing,
  differences: [],
  open_pre_authorisations: [],
  noted: [],
  receipt: [],
});

const operationOf = (id: string, device: string, { do: kind, amount, receipt_number }: OperationInput): Operation => ({
  id,
  device,
  till: null,
  do: kind,
  amount: Number(amount ?? 0),
  currency: 'EUR',
  receipt_number: receipt_number === undefined ? null : Number(receipt_number),
  state: 'approved',
  reason: null,
  decided_by: null,
  own_receipt_number: 1,
  trace_number: null,
  authorisation_code: null,
  card_name: null,
  last_four: null,
  started: '2026-01-01T12:00:00+00:00',
  ended: '2026-01-01T12:00:10+00:00',
  receipt: [],
});
