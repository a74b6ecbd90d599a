/** Days as people, spreadsheets and other systems write them in files. Pure. */

const MONTHS = ['jan', 'feb', 'm[aä]r', 'apr', 'ma[iy]', 'jun', 'jul', 'aug', 'sep', 'o[kc]t', 'nov', 'de[zc]'];
const monthOf = (name: string): number => 1 + MONTHS.findIndex(month => new RegExp(`^${month}`, 'i').test(name));

/** Days of a spreadsheet count from here; the first and the last one that a list can mean, of the years 2000 and 2100. */
const FIRST_OF_SPREADSHEET = Date.UTC(1899, 11, 30);
const [SERIAL_FROM, SERIAL_TO] = [36_526, 73_050];
const DAY_MS = 86_400_000;

/**
 * `2026-12-31`, `20261231`, `31.12.2026`, `31/12/26`, `12/31/2026`, `31. Dez. 2026`, `Dec 31, 2026`, `46387` of a spreadsheet, each with or without a
 * time, as YYYY-MM-DD; null for what is no day, or could be two of them.
 */
export function writtenDayIn(text: string): string | null {
  const named = /^(\d{1,2})\.?\s*([a-zä]{3,9})\.?,?\s*(\d{4})\b/i.exec(text.trim());
  if (named) return dayFrom(Number(named[3]), monthOf(named[2] ?? ''), Number(named[1]));
  const american = /^([a-zä]{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})\b/i.exec(text.trim());
  if (american) return dayFrom(Number(american[3]), monthOf(american[1] ?? ''), Number(american[2]));
  const [date = ''] = text.trim().split(/[T\s]+/);
  if (/^\d{5}(?:[.,]\d+)?$/.test(date)) return serialDay(Number.parseInt(date, 10));
  const iso = /^(\d{4})([-/.]?)(\d{1,2})\2(\d{1,2})$/.exec(date);
  if (iso && (iso[2] !== '' || date.length === 8)) return dayFrom(Number(iso[1]), Number(iso[3]), Number(iso[4]));
  const own = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})$/.exec(date);
  return own ? shortDay(Number(own[1]), own[2] ?? '', Number(own[3]), own[4] ?? '') : null;
}

function serialDay(serial: number): string | null {
  if (serial < SERIAL_FROM || serial > SERIAL_TO) return null;
  return new Date(FIRST_OF_SPREADSHEET + serial * DAY_MS).toISOString().slice(0, 10);
}

/** With points the day stands first everywhere; with slashes an American month may. */
function shortDay(first: number, sign: string, second: number, written: string): string | null {
  const year = Number(written) + (written.length === 2 ? 2000 : 0);
  if (sign !== '/' || first === second) return dayFrom(year, second, first);
  const [european, american] = [dayFrom(year, second, first), dayFrom(year, first, second)];
  return european !== null && american !== null ? null : (european ?? american);
}

function dayFrom(year: number, month: number, day: number): string | null {
  const text = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? text : null;
}
