/**
 * The end of a till's business day as one sequence: open cases, parked baskets, terminals, cash, queue, Z report. Each step is read
 * from what is stored, so the sequence goes on after a restart where it was.
 */
import type { Texts } from '../domain/texts.ts';
import { stoppingBlockers, undecidedApprovals, workAtTerminal } from '../terminal/dayEnd/blockers.ts';
import { entriesIn, openSpan } from '../terminal/dayEnd/dayJournal.ts';
import { scheduledTime } from '../terminal/dayEnd/schedule.ts';
import type { DayClose, DayStep, ZInput, ZReport } from '../wire/zReports.ts';
import { timestamp } from '../world/clock.ts';
import { BridgeError } from '../world/errors.ts';
import type { Principal } from '../world/people.ts';
import type { World } from '../world/world.ts';
import { type CashWorld, cashTill, personOf, reasonOf } from './place.ts';
import { beginReading, reportOf, storeReport, terminalsOfTill, type ZMaking } from './zReport.ts';

export type DayWorld = CashWorld & Pick<World, 'intents' | 'parkedCount' | 'queueLeft' | 'running'>;

type Step = DayStep['step'];

/** The open steps of a till before its Z report, in their order. */
export function stepsOf(world: DayWorld, merchant: string, till: string): readonly DayStep[] {
  return [
    openCases(world, merchant, till),
    parked(world, merchant),
    terminals(world, merchant, till),
    cash(world, till),
    queue(world),
  ];
}

const stepOf = (step: Step, state: DayStep['state'], texts: Texts, more: Partial<DayStep> = {}): DayStep => ({
  ...{ step, state, texts: { ...texts }, about: [], passable: false },
  ...more,
});

/** Sales between two tenders have to be ended; of one whose end nobody knows a manager may decide later. */
function openCases(world: DayWorld, merchant: string, till: string): DayStep {
  const sales = world.zReports.openSales(till);
  const undecided = terminalsOfTill(world, merchant, till).flatMap(device => {
    const slot = world.devices.slot(device);
    return slot ? undecidedApprovals(world, slot).flatMap(({ about }) => about) : [];
  });
  const ids = [...new Set([...sales.map(({ id }) => id), ...undecided])];
  if (ids.length === 0) return stepOf('openCases', 'done', TEXTS.noCases);
  const passable = undecided.length === 0 && sales.every(({ state }) => UNKNOWN.has(state));
  return stepOf('openCases', 'todo', TEXTS.cases(ids.length), {
    about: ids.map(id => ({ id, name: `… ${id.slice(-6)}` })),
    passable,
  });
}

const UNKNOWN: ReadonlySet<string> = new Set(['unclear', 'reversalUnclear', 'partlyReversed']);

function parked(world: DayWorld, merchant: string): DayStep {
  const count = world.parkedCount(merchant);
  return count === 0 ? stepOf('parked', 'done', TEXTS.noParked) : stepOf('parked', 'todo', TEXTS.parked(count));
}

/** A terminal is done when nothing was booked there since its last end-of-day. */
function terminals(world: DayWorld, merchant: string, till: string): DayStep {
  const all = terminalsOfTill(world, merchant, till);
  const open = all.filter(
    device =>
      entriesIn(world, openSpan(world, device)).length > 0 ||
      world.dayEnds.open(device).length > 0 ||
      isAtWork(world, device),
  );
  const named = (devices: readonly string[]) => devices.map(id => ({ id, name: world.dayEnds.description(id) }));
  if (all.length === 0) return stepOf('terminals', 'done', TEXTS.noTerminal);
  if (open.length === 0) return stepOf('terminals', 'done', TEXTS.terminalsDone, { about: named(all) });
  return stepOf('terminals', 'todo', TEXTS.terminals(open.length), { about: named(open), passable: true });
}

function isAtWork(world: DayWorld, device: string): boolean {
  const slot = world.devices.slot(device);
  return slot !== null && stoppingBlockers(workAtTerminal(world, slot)).length > 0;
}

function cash(world: DayWorld, till: string): DayStep {
  const shift = world.cashBook.openShift(till);
  if (shift) return stepOf('cash', 'todo', TEXTS.shiftOpen(shift.person.name), { about: [{ id: shift.id, name: '' }] });
  const since = world.cashBook.since(till);
  if (since.moved || since.heldNow !== since.heldThen) return stepOf('cash', 'todo', TEXTS.notCounted);
  return stepOf('cash', 'done', TEXTS.counted);
}

/** Records wait for the line, not for a person; parked ones wait for a manager. */
function queue(world: DayWorld): DayStep {
  const { waiting, parked: stuck } = world.queueLeft();
  if (stuck > 0) return stepOf('queue', 'note', TEXTS.stuck(stuck));
  return waiting > 0 ? stepOf('queue', 'note', TEXTS.waiting(waiting)) : stepOf('queue', 'done', TEXTS.sent);
}

/** The sequence as the screen shows it. */
export function dayClose(world: DayWorld, principal: Principal, named?: string): DayClose {
  const { merchant } = principal;
  const till = cashTill(world, principal, named);
  const steps = stepsOf(world, merchant, till);
  const last = world.zReports.last(till);
  const [begin, end] = [world.zReports.beginning(till), world.zReports.end(till)];
  const behind = world.zReports.records(till, begin.record, 50);
  const nothing = behind.every(({ kind }) => kind === 'zReport') && begin.movement === end.movement;
  const open = steps.find(({ state }) => state === 'todo');
  const next = open?.step ?? (nothing && last !== null ? null : 'zReport');
  const toMake = open ? TEXTS.afterTheSteps : TEXTS.toMake;
  const made = next === null ? stepOf('zReport', 'done', TEXTS.made) : stepOf('zReport', 'todo', toMake);
  return {
    ...{ till, till_name: world.devices.description(merchant, till) ?? till },
    ...{ day: world.businessDay(merchant, world.clock.now()), number: (last?.number ?? 0) + 1 },
    ...{ last: last ? timestamp(last.made) : null, steps: [...steps, made], next, nothing },
    schedule: {
      at: scheduledTime(world, merchant, till),
      waiting: world.zReports.scheduled(till)?.state === 'waiting',
    },
  };
}

/** The steps that stop a report: those a manager has not passed. */
const stopping = (steps: readonly DayStep[], despite: readonly string[]): readonly DayStep[] =>
  steps.filter(({ step, state, passable }) => state === 'todo' && !(passable && despite.includes(step)));

/** Makes the Z report. Throws `dayNotClosable` with `steps`, before anything is written. */
export async function closeDay(world: DayWorld, principal: Principal, input: ZInput): Promise<ZReport> {
  const { merchant } = principal;
  const till = cashTill(world, principal, input.till);
  const despite = input.despite ?? [];
  if (despite.length > 0 && principal.role !== 'manager' && principal.role !== 'integrator')
    throw new BridgeError('closeDespiteRefused', 'despite: a manager alone closes a day in spite of what is open');
  const reason = despite.length > 0 ? reasonOf(input.reason ?? '') : null;
  return makeReport(world, { merchant, till, by: personOf(principal).name, despite: [], reason }, despite);
}

/** The number is given and the report stored in one commit, so that a failure burns no number. */
export async function makeReport(world: DayWorld, making: ZMaking, despite: readonly string[]): Promise<ZReport> {
  const { merchant, till } = making;
  refuseOpen(stopping(stepsOf(world, merchant, till), despite));
  const reading = await beginReading(world, merchant, till);
  return world.ledger.write(() => {
    const steps = stepsOf(world, merchant, till);
    refuseOpen(stopping(steps, despite));
    // Another one was made meanwhile: what was read belongs to it.
    if (world.zReports.beginning(till).record > reading.through)
      throw new BridgeError('dayNotClosable', 'another Z report of this till was made just now');
    const passed = steps.filter(({ step, state }) => state === 'todo' && despite.includes(step));
    const report = reportOf(world, 'Z', { ...making, despite: passed.map(({ texts }) => ({ ...texts })) }, reading);
    storeReport(world, merchant, report);
    return report;
  });
}

function refuseOpen(steps: readonly DayStep[]): void {
  if (steps.length === 0) return;
  const details = steps.map(({ step, texts }) => `${step}: ${texts.en}`).join(' ');
  throw new BridgeError('dayNotClosable', details, { extra: { steps } });
}

/** The report so far. It changes nothing and takes no number. */
export async function interimReport(world: CashWorld, principal: Principal, named?: string): Promise<ZReport> {
  const { merchant } = principal;
  const till = cashTill(world, principal, named);
  const reading = await beginReading(world, merchant, till);
  return reportOf(world, 'X', { merchant, till, by: personOf(principal).name, despite: [], reason: null }, reading);
}

const texts = (de: string, en: string): Texts => ({ de, en });
const many = (count: number, one: string, more: string) => (count === 1 ? one : `${count} ${more}`);

const TEXTS = {
  noCases: texts('Kein Verkauf ist offen.', 'No sale is open.'),
  cases: (count: number) =>
    texts(
      `${many(count, 'Ein Verkauf ist', 'Verkäufe sind')} noch nicht zu Ende: teilweise bezahlt oder unklar.`,
      `${many(count, 'One sale is', 'sales are')} not finished: paid in part, or its end is unknown.`,
    ),
  noParked: texts('Kein Warenkorb ist geparkt.', 'No basket is parked.'),
  parked: (count: number) =>
    texts(
      `${many(count, 'Ein Warenkorb ist', 'Warenkörbe sind')} geparkt. Bitte kassieren oder verwerfen.`,
      `${many(count, 'One basket is', 'baskets are')} parked. Please sell or discard.`,
    ),
  noTerminal: texts('Zu dieser Kasse gehört kein Terminal.', 'No terminal belongs to this till.'),
  terminalsDone: texts(
    'Seit dem letzten Kassenschnitt hat kein Terminal etwas gebucht.',
    'No terminal booked anything since its last end-of-day.',
  ),
  terminals: (count: number) =>
    texts(
      `${many(count, 'Ein Terminal hat', 'Terminals haben')} Kartenzahlungen ohne Kassenschnitt.`,
      `${many(count, 'One terminal has', 'terminals have')} card payments without an end-of-day.`,
    ),
  shiftOpen: (person: string) =>
    texts(
      `Die Schicht von ${person} ist offen. Bitte Bargeld zählen.`,
      `The shift of ${person} is open. Please count.`,
    ),
  notCounted: texts(
    'Seit der letzten Zählung wurde Bargeld bewegt. Bitte zählen.',
    'Cash moved since the last count. Please count.',
  ),
  counted: texts('Seit der letzten Zählung wurde kein Bargeld bewegt.', 'No cash has moved since the last count.'),
  stuck: (count: number) =>
    texts(
      `${many(count, 'Ein Datensatz wartet', 'Datensätze warten')} auf eine Entscheidung. Der Abschluss geht trotzdem.`,
      `${many(count, 'One record waits', 'records wait')} for a decision. The day can be closed all the same.`,
    ),
  waiting: (count: number) =>
    texts(
      `${many(count, 'Ein Datensatz wird', 'Datensätze werden')} noch gesendet. Der Abschluss geht trotzdem.`,
      `${many(count, 'One record is', 'records are')} still to be sent. The day can be closed all the same.`,
    ),
  sent: texts('Alles ist gesendet.', 'Everything has been sent.'),
  made: texts('Der Z-Bericht ist erstellt.', 'The Z report has been made.'),
  afterTheSteps: texts(
    'Der Z-Bericht kommt, wenn die Schritte davor erledigt sind.',
    'The Z report comes when the steps before it are done.',
  ),
  toMake: texts('Der Z-Bericht kann erstellt werden.', 'The Z report can be made.'),
} as const;
