/** When the end-of-day of every day is due: HH:MM on the wall of the shop, once a day also when the clocks are changed. */
import { utcOffset } from './openHours.ts';

export interface Due {
  /** `YYYY-MM-DD` on the wall. */
  readonly day: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

const DAY = 86_400_000;

/** The newest one that is not in the future. `zone` is an IANA name. */
export function lastDue(time: string, now: number, zone: string): Due {
  const today = wallDay(now, zone);
  const due = dueOn(today, time, zone);
  return due.at <= now ? due : dueOn(dayAfter(today, -1), time, zone);
}

/** The first one that is in the future. */
export function nextDue(time: string, now: number, zone: string): Due {
  const today = wallDay(now, zone);
  const due = dueOn(today, time, zone);
  return due.at > now ? due : dueOn(dayAfter(today, 1), time, zone);
}

/** A time that is left out in spring comes an hour later; of one that comes twice in autumn the first counts. */
function dueOn(day: string, time: string, zone: string): Due {
  const wall = Date.parse(`${day}T${time}:00Z`);
  const instants = [wall - DAY, wall + DAY].map(near => wall - offset(near, zone));
  const right = instants.filter(instant => wallTime(instant, zone) === wall);
  return { day, at: right.length > 0 ? Math.min(...right) : Math.max(...instants) };
}

const wallDay = (instant: number, zone: string): string => new Date(wallTime(instant, zone)).toISOString().slice(0, 10);

const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T12:00:00Z`) + days * DAY).toISOString().slice(0, 10);

/** The time on the wall, as if it were UTC. */
const wallTime = (instant: number, zone: string): number => instant + offset(instant, zone);

function offset(instant: number, zone: string): number {
  const [, sign = '+', hours = '0', minutes = '0'] = /^([+-])(\d\d):(\d\d)/.exec(utcOffset(instant, zone)) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}
