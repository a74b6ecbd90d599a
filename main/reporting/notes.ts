/** Notes beside a report: the figures that it lacks, in words, the same at a till and in the back office. */
import type { Texts } from '../domain/texts.ts';
import { addDays, daysBetween, minuteIn, oddHours } from './days.ts';
import { texts } from './declarations.ts';

/** Explains what the figures count; they lack nothing. */
interface Remark extends Texts {
  readonly remark: true;
}

export const paymentsNote = remark(
  'Nach Zahlungsmittel zählt, was damit bezahlt wurde, auch für Aufladungen und Trinkgelder.',
  'By method counts what was paid with it, top-ups and tips included.',
);

export const openingsNote = remark(
  'Öffnungen der Schublade ohne Verkauf stehen im Bargeldabgleich.',
  'Openings of the drawer without a sale stand in the reconciliation of cash.',
);

export const cashNote = remark(
  'Bargeld hat einen eigenen Bericht: den Bargeldabgleich.',
  'Cash has a report of its own: the reconciliation of cash.',
);

/** A day on which the clock of the zone was put forward or back has 23 or 25 hours; business days, both included. */
export function hourNotes(timeZone: string, from: string, to: string): readonly Remark[] {
  const days = Array.from({ length: daysBetween(from, to) }, (_, index) => addDays(from, index));
  return days.filter(day => clockChanges(timeZone, day)).map(day => hourNote(day, oddHours(timeZone, day)));
}

function clockChanges(timeZone: string, day: string): boolean {
  const noon = Date.parse(`${day}T12:00:00Z`);
  return minuteIn(timeZone, noon) !== minuteIn(timeZone, noon - 86_400_000);
}

function hourNote(day: string, { twice, never }: ReturnType<typeof oddHours>): Remark {
  const [hour] = [...twice, ...never].map(each => `${String(each).padStart(2, '0')}:00`);
  return twice.length > 0
    ? remark(
        `Am ${day} gab es die Stunde ${hour} zweimal; beide stehen in einer Zeile.`,
        `On ${day} the hour ${hour} came twice; both stand in one row.`,
      )
    : remark(`Am ${day} gab es die Stunde ${hour} nicht.`, `On ${day} the hour ${hour} did not exist.`);
}

export function remark(de: string, en: string): Remark {
  return { ...texts(de, en), remark: true };
}
