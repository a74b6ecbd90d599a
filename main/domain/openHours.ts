/** Opening hours: entries of a week in the local time of the shop. */

/** `day` 0 is Sunday; `time` is four digits, HHMM. */
export interface DayTime {
  readonly day: number;
  readonly time: string;
}

/** Open round the clock without `close`, or with a `close` at the same moment. */
export interface OpenHours {
  readonly open: DayTime;
  readonly close?: DayTime | null | undefined;
}

export interface OpenState {
  readonly open: boolean;
  /**
   * Local time of the next change as HHMM: the closing time while it is open, else the opening time; null for no
   * change.
   */
  readonly change: number | null;
  /** Minutes until the next change. */
  readonly minutes: number | null;
}

const DAY = 1440;
const WEEK = 7 * DAY;

/** Open or closed at this minute of the week, counted from Sunday 00:00. Entries that touch or overlap count as one. */
export function openState(hours: readonly OpenHours[], minute: number): OpenState {
  const entries = hours.map(entryOf);
  const left = openFor(entries, minute);
  if (left > 0) return left >= WEEK ? ALWAYS : changeIn(minute, left, true);
  const waits = entries.map(({ from }) => ahead(minute, from));
  return waits.length === 0 ? NEVER : changeIn(minute, Math.min(...waits), false);
}

/** Minute of the week in this IANA zone, and the seconds since that minute. */
export function wallClock(instant: number, zone: string): { readonly minute: number; readonly seconds: number } {
  const parts = Object.fromEntries(
    formatOf(zone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, value]),
  );
  const day = DAYS.indexOf(parts.weekday ?? '');
  return { minute: day * DAY + Number(parts.hour) * 60 + Number(parts.minute), seconds: Number(parts.second) };
}

/** Offset of the zone from UTC at this instant, as `+02:00`. */
export function utcOffset(instant: number, zone: string): string {
  const name = offsetOf(zone)
    .formatToParts(instant)
    .find(({ type }) => type === 'timeZoneName');
  return name?.value.slice(3) || '+00:00';
}

export const isZone = (zone: string): boolean => {
  try {
    return formatOf(zone) !== undefined;
  } catch {
    return false;
  }
};

/**
 * The time zone of a country (ISO 3166-1 alpha-2): the zone of this machine where the country has it, else its first.
 */
export function zoneOf(country: string | null, own: string): string {
  if (country === null || !/^[A-Za-z]{2}$/.test(country)) return own;
  const zones = (new Intl.Locale(`und-${country}`) as Intl.Locale & Partial<Zones>).getTimeZones?.() ?? [];
  return zones.includes(own) ? own : (zones[0] ?? own);
}

interface Zones {
  getTimeZones(): readonly string[];
}

const ALWAYS: OpenState = { open: true, change: null, minutes: null };
const NEVER: OpenState = { open: false, change: null, minutes: null };

interface Entry {
  readonly from: number;
  /** Minutes; a whole week is round the clock. */
  readonly lasts: number;
}

function entryOf({ open, close }: OpenHours): Entry {
  const from = minuteOf(open);
  return { from, lasts: (close ? ahead(from, minuteOf(close)) : 0) || WEEK };
}

const minuteOf = ({ day, time }: DayTime) => day * DAY + Number(time.slice(0, 2)) * 60 + Number(time.slice(2));

/** Minutes forward from one minute of the week to another. */
const ahead = (from: number, to: number) => (((to - from) % WEEK) + WEEK) % WEEK;

/** Minutes until it closes, through entries that follow each other; 0 while it is closed. */
function openFor(entries: readonly Entry[], minute: number): number {
  let left = 0;
  for (;;) {
    const here = minute + left;
    const more = Math.max(0, ...entries.map(({ from, lasts }) => lasts - ahead(from, here)));
    if (more === 0 || left >= WEEK) return left;
    left += more;
  }
}

function changeIn(minute: number, minutes: number, open: boolean): OpenState {
  const at = (minute + minutes) % DAY;
  return { open, change: Math.floor(at / 60) * 100 + (at % 60), minutes };
}

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  return remembered(zone, zone, {
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  });
}

const offsetOf = (zone: string) => remembered(`${zone} offset`, zone, { timeZoneName: 'longOffset' });

function remembered(name: string, timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const known = formats.get(name) ?? new Intl.DateTimeFormat('en-US', { timeZone, ...options });
  formats.set(name, known);
  return known;
}
