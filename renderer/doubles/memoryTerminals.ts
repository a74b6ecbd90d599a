/** The manager's side of a bridge in memory: terminals, their search, and ends of days, with faults to switch on. */

import type { Blocker, DayEnd, DayEndPreview } from '../../main/wire/dayEnds.ts';
import type { OpenPreAuthorisationList, Operation, OperationInput } from '../../main/wire/operations.ts';
import type { Found, Terminal } from '../../main/wire/terminals.ts';
import { Unreachable } from '../bridge/client.ts';
import type { ManagerClient } from '../manager/client.ts';
import { refuse } from './refuse.ts';

export interface MemoryTerminals extends ManagerClient {
  readonly known: Terminal[];
  readonly past: DayEnd[];
  readonly calls: string[];
  /** How the next end-of-day ends; `running` answers before it has. */
  next: DayEnd['state'];
  fault: 'none' | 'away' | 'refused';
  at: string | null;
  found: readonly Found[];
  /** What stands in the way of an end-of-day. */
  blockers: Blocker[];
  /** Operations by hand, newest first, and what is on hold. */
  readonly done: Operation[];
  held: OpenPreAuthorisationList['data'];
}

export function createMemoryTerminals(): MemoryTerminals {
  let running = false;

  const over = async <T>(name: string, work: () => T): Promise<T> => {
    await Promise.resolve();
    if (twin.fault === 'away') throw new Unreachable('away');
    twin.calls.push(name);
    if (twin.fault === 'refused' && !READS.includes(name)) refuse(405);
    return structuredClone(work());
  };

  const search = () => ({
    id: twin.calls.includes('startSearch') ? 'S1' : null,
    running,
    done: 0,
    of: 10,
    found: [...twin.found],
    networks: ['10.0.0.0/24'],
    serialPorts: [],
  });

  const ended = (device: string): DayEnd => {
    const dayEnd = dayEndOf(`E${twin.past.length + 1}`, device, twin.next);
    twin.past.unshift(dayEnd);
    return dayEnd;
  };

  const dayEndBy = (id: string): DayEnd => twin.past.find(one => one.id === id) ?? refuse(404);

  const twin: MemoryTerminals = {
    known: [terminal('SDV_1'), terminal('SDV_2')],
    past: [],
    calls: [],
    next: 'agrees',
    fault: 'none',
    at: null,
    found: [],
    blockers: [],
    done: [],
    held: [],
    terminals: () => over('terminals', () => ({ data: twin.known })),
    tills: () => over('tills', () => [{ id: 'SDV_T', description: 'Till' }]),
    models: () => over('models', () => ({ data: [{ protocol: 'zvt', name: 'old', title: 'Old', recognised: false }] })),
    search: () => over('search', search),
    startSearch: () =>
      over('startSearch', () => {
        running = true;
      }),
    stopSearch: () =>
      over('stopSearch', () => {
        running = false;
      }),
    pair: ({ description }) =>
      over('pair', () => {
        const paired = { ...terminal(`SDV_${twin.known.length + 1}`), description: description ?? '' };
        twin.known.push(paired);
        return { terminal: paired, receipt: [], diagnosis: null };
      }),
    change: device => over(`change ${device}`, () => undefined),
    remove: device =>
      over(`remove ${device}`, () => {
        twin.known.splice(0, twin.known.length, ...twin.known.filter(one => one.device !== device));
      }),
    run: (_device, task) =>
      over(`task ${task.do}`, () => ({ do: task.do, receipt: [], totals: null, follows: null, answer: null })),
    trace: device => over('trace', () => `${device} -> 06 00 Registration\n`),
    preview: device => over('preview', () => ({ ...previewOf(device, twin.at), blockers: twin.blockers })),
    runDayEnd: (device, { details = true } = {}) =>
      over(details ? 'runDayEnd' : 'runDayEnd short', () => ended(device)),
    dayEnds: device =>
      over('dayEnds', () => {
        const data = twin.past.filter(one => one.device === device);
        return { count: data.length, data };
      }),
    dayEnd: id => over('dayEnd', () => dayEndBy(id)),
    decideDayEnd: (id, tookPlace) =>
      over('decideDayEnd', () => Object.assign(dayEndBy(id), { state: tookPlace ? 'agrees' : 'failed' })),
    schedule: ({ at }) =>
      over('schedule', () => {
        twin.at = at;
      }),
    operations: device =>
      over('operations', () => {
        const data = twin.done.filter(one => one.device === device);
        return { count: data.length, data };
      }),
    operate: (device, input) =>
      over(`operate ${input.do}`, () => {
        const operation = operationOf(`O${twin.done.length + 1}`, device, input);
        twin.done.unshift(operation);
        return operation;
      }),
    preAuthorisations: () => over('preAuthorisations', () => ({ data: twin.held })),
  };
  return twin;
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
