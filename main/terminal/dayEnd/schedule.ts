/**
 * The scheduled end-of-day, once a day at the configured time. A blocked run is stored as a failed result and tried again for a
 * while; when the bridge was off, it runs late or is noted as missed.
 */

import { type Due, lastDue, nextDue } from '../../domain/daySchedule.ts';
import type { Language } from '../../domain/money.ts';
import type { Texts } from '../../domain/texts.ts';
import type { Blocker, DayEnd, DayEndPreview } from '../../wire/dayEnds.ts';
import { timestamp } from '../../world/clock.ts';
import type { ScheduleProgress } from '../../world/dayEnds.ts';
import type { TerminalSlot } from '../../world/devices.ts';
import { BridgeError } from '../../world/errors.ts';
import { newKey } from '../../world/ids.ts';
import type { Principal } from '../../world/people.ts';
import { noteAudit } from '../../world/requestContext.ts';
import type { World } from '../../world/world.ts';
import { announce, changeRecord, newRecord } from './dayEndRecord.ts';
import { runDayEnd } from './run.ts';

/** A bridge that was off at the time runs the end-of-day late within this time, ms. */
const LATE = 4 * 3_600_000;
/** Interval and duration of further tries after a blocker, ms. */
const AGAIN = 10 * 60_000;
const TRIED = 2 * 3_600_000;
/** A clock that goes back by less has only been corrected, ms. */
const SET_RIGHT = 3_600_000;

/** The time stored by the API, else the configured time. */
export const scheduledTime = (
  world: Pick<World, 'dayEnds' | 'settings'>,
  merchant: string,
  device: string,
): string | null => {
  const stored = world.dayEnds.scheduledAt(merchant, device);
  return stored === undefined ? world.settings.dayEnd.at : stored;
};

export function scheduleOf(
  world: Pick<World, 'clock' | 'dayEnds' | 'settings'>,
  merchant: string,
  device: string,
): DayEndPreview['schedule'] {
  const at = scheduledTime(world, merchant, device);
  if (at === null) return { at, next: null };
  return { at, next: timestamp(nextDue(at, world.clock.now(), world.settings.dayEnd.zone).at) };
}

/** Stores the time for one terminal, or for all terminals of the merchant; null: never. It counts from the next time on. */
export function setSchedule(
  world: Pick<World, 'dayEnds' | 'ledger' | 'settings'>,
  merchant: string,
  device: string | null,
  at: string | null,
): Promise<void> {
  return world.ledger.write(() => {
    const before = { at: scheduledTime(world, merchant, device ?? '') };
    world.dayEnds.schedule(merchant, device, at);
    noteAudit({ kind: 'schedule', subject: device ?? merchant, action: 'changed', before, after: { at } });
  });
}

/** Runs the due end-of-day of one terminal; resolves when it has ended. A day that somebody has closed since then is done. */
export async function runDueDayEnd(world: World, merchant: string, slot: TerminalSlot): Promise<void> {
  const { zone } = world.settings.dayEnd;
  const at = scheduledTime(world, merchant, slot.device);
  if (at === null) return;
  const now = world.clock.now();
  const due = lastDue(at, now, zone);
  const row = world.dayEnds.scheduleProgress(slot.device);
  // A time that was set after it had passed today counts from tomorrow on.
  // The same for a day to which a clock had run ahead.
  const ahead = row !== null && row.day > due.day && nextDue(at, now, zone).at - now > SET_RIGHT;
  if (!row || row.at !== at || ahead) return setDue(world, over(slot.device, at, due.day));
  const waits = row.day < due.day || row.state === 'waiting';
  const closed = world.dayEnds.last(slot.device).at ?? 0;
  if (waits && closed >= due.at && closed <= now) return setDue(world, over(slot.device, at, due.day));
  if (row.day < due.day) return beginDue(world, merchant, slot, at, due);
  if (row.state !== 'waiting' || row.nextTry > now) return;
  // A run of this day has an unknown outcome: it is reconciled first, so that nothing runs twice.
  const begun = world.dayEnds.open(slot.device).some(({ document }) => Date.parse(document.started) >= due.at);
  const tried = now > row.lastTry + AGAIN;
  // Its own result says how it ends.
  if (begun) return tried ? setDue(world, { ...row, state: 'over' }) : undefined;
  return tried ? giveUp(world, merchant, slot, row) : tryDue(world, merchant, slot, row);
}

async function beginDue(world: World, merchant: string, slot: TerminalSlot, at: string, due: Due): Promise<void> {
  const now = world.clock.now();
  if (now - due.at > LATE) return miss(world, merchant, slot, over(slot.device, at, due.day), due);
  const row: ScheduleProgress = {
    device: slot.device,
    at,
    day: due.day,
    state: 'waiting',
    nextTry: now,
    lastTry: now + TRIED,
    result: null,
  };
  // Written before the run: however it ends, this day is not begun again.
  await setDue(world, row);
  return tryDue(world, merchant, slot, row);
}

async function tryDue(world: World, merchant: string, slot: TerminalSlot, row: ScheduleProgress): Promise<void> {
  const next = world.clock.now() + AGAIN;
  await setDue(world, { ...row, nextTry: next });
  const asked = { principal: nobody(merchant), wire: false, scheduled: true } as const;
  const tried = await runDayEnd(world, slot, asked).then(endingOf, inTheWay);
  // The schedule waits: after the reconciliation the day is done or tried again.
  if (tried === 'unknown') return;
  if (typeof tried !== 'string') return wait(world, merchant, slot, row, tried, next);
  await setDue(world, over(row.device, row.at, row.day));
  world.log('info', 'the scheduled end-of-day has run', { device: slot.device, state: tried });
}

/** The reasons for which a try closed no day. */
interface InTheWay {
  readonly details: Texts | null;
  readonly blockers: readonly Blocker[];
}

/** A run that did not take place counts like a refused run. */
const endingOf = ({ state, reason }: DayEnd): DayEnd['state'] | InTheWay =>
  state === 'failed' ? { details: reason, blockers: [] } : state;

function inTheWay(error: unknown): InTheWay {
  if (!(error instanceof BridgeError)) throw error;
  const blockers = (error.extra.blockers ?? []) as readonly Blocker[];
  const detail = (language: Language) =>
    blockers.length > 0 ? blockers.map(one => one.texts[language]).join(' ') : error.message;
  return { details: { de: detail('de'), en: detail('en') }, blockers };
}

/** Stores the result that names the blockers; one result for all tries of a day. */
async function wait(
  world: Pick<World, 'clock' | 'dayEndChanged' | 'dayEnds' | 'devices' | 'ledger' | 'log' | 'queue' | 'settings'>,
  merchant: string,
  slot: TerminalSlot,
  row: ScheduleProgress,
  { details, blockers }: InTheWay,
  next: number,
): Promise<void> {
  const goesOn = next <= row.lastTry;
  const texts = goesOn ? BLOCKED(row.at, wallTime(world, row.lastTry)) : GIVEN_UP(row.at, wallTime(world, row.lastTry));
  const reason = details ? { de: `${texts.de} ${details.de}`, en: `${texts.en} ${details.en}` } : texts;
  const result = await warn(world, merchant, slot, row.result, reason, blockers);
  await setDue(world, { ...row, state: goesOn ? 'waiting' : 'over', nextTry: next, result });
}

/** The time for further tries passed while the bridge was off. */
async function giveUp(
  world: Pick<World, 'clock' | 'dayEndChanged' | 'dayEnds' | 'devices' | 'ledger' | 'log' | 'queue' | 'settings'>,
  merchant: string,
  slot: TerminalSlot,
  row: ScheduleProgress,
): Promise<void> {
  const reason = GIVEN_UP(row.at, wallTime(world, row.lastTry));
  const result = await warn(world, merchant, slot, row.result, reason, []);
  await setDue(world, { ...row, state: 'over', result });
}

async function miss(
  world: Pick<World, 'clock' | 'dayEndChanged' | 'dayEnds' | 'devices' | 'ledger' | 'log' | 'queue' | 'settings'>,
  merchant: string,
  slot: TerminalSlot,
  row: ScheduleProgress,
  due: Due,
): Promise<void> {
  const reason = MISSED(wallTime(world, due.at), due.day);
  const result = await warn(world, merchant, slot, null, reason, []);
  await setDue(world, { ...row, result });
}

/** Stores a result without an answer of the terminal, and publishes it to the screens. */
async function warn(
  world: Pick<World, 'clock' | 'dayEndChanged' | 'dayEnds' | 'devices' | 'ledger' | 'log' | 'queue'>,
  merchant: string,
  { device }: TerminalSlot,
  id: string | null,
  reason: Texts,
  noted: readonly Blocker[],
): Promise<string> {
  const record = await world.ledger.write(() => {
    const ended = timestamp(world.clock.now());
    const known = id === null ? null : world.dayEnds.find(merchant, id);
    if (known) return changeRecord(world, known, { ended, reason, noted: [...noted] });
    const about = { id: newKey(), merchant, device, till: null, staff: null, transaction: null };
    const added = newRecord(world, about, { state: 'failed', ended, reason, noted: [...noted] });
    world.dayEnds.insert(added);
    return added;
  });
  world.log('warn', 'the scheduled end-of-day has not run', { device, reason: reason.en });
  announce(world, record);
  return record.document.id;
}

const setDue = (world: Pick<World, 'dayEnds' | 'ledger'>, row: ScheduleProgress): Promise<void> =>
  world.ledger.write(() => world.dayEnds.setScheduleProgress(row));

const over = (device: string, at: string, day: string): ScheduleProgress => ({
  device,
  at,
  day,
  state: 'over',
  nextTry: 0,
  lastTry: 0,
  result: null,
});

const nobody = (merchant: string): Principal => ({
  client: 'schedule',
  merchant,
  scope: new Set(),
  role: 'integrator',
  staff: null,
  device: null,
  ownTill: null,
});

const wallTime = (world: Pick<World, 'settings'>, instant: number): string =>
  new Date(instant).toLocaleTimeString('de', {
    hour: '2-digit',
    minute: '2-digit',
    timeZone: world.settings.dayEnd.zone,
  });

const BLOCKED = (at: string, until: string): Texts => ({
  de: `Der Kassenschnitt um ${at} konnte nicht laufen und wird bis ${until} weiter versucht.`,
  en: `The end-of-day at ${at} could not run and is tried again until ${until}.`,
});
const GIVEN_UP = (at: string, until: string): Texts => ({
  de: `Der Kassenschnitt um ${at} konnte bis ${until} nicht laufen. Bitte von Hand starten.`,
  en: `The end-of-day at ${at} could not run until ${until}. Please start it by hand.`,
});
const MISSED = (at: string, day: string): Texts => ({
  de: `Der Kassenschnitt am ${day} um ${at} ist ausgefallen: die Zeit war vorbei, als die Bridge wieder auf die Uhr sah. Bitte von Hand starten.`,
  en: `The end-of-day of ${day} at ${at} was missed: its time had passed when the bridge looked at the clock again. Please start it by hand.`,
});
