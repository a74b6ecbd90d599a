/** Time as the specification writes it: ISO 8601 with the offset of the place where the till stands. */

import type { Language } from '../domain/money.ts';

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Milliseconds that have passed, from some beginning on: whoever sets the clock of the machine does not change them. */
  elapsed(): number;
}

export const systemClock: Clock = { now: () => Date.now(), elapsed: () => performance.now() };

/** The host puts the zone of the shop into this variable. */
const variableAtStart = process.env.TZ;
let zone: string | null = null;

/**
 * Time zone of this machine, such as `Europe/Berlin`, whatever zone the shop has. Found out when it is needed: the first question takes
 * 9 ms of a start.
 */
export function machineZone(): string {
  if (zone !== null) return zone;
  const zoneOfShop = process.env.TZ;
  setZoneVariable(variableAtStart);
  zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  setZoneVariable(zoneOfShop);
  return zone;
}

function setZoneVariable(value: string | undefined): void {
  if (value === process.env.TZ) return;
  if (value === undefined) delete process.env.TZ;
  else process.env.TZ = value;
}

const pad = (value: number, digits = 2) => String(value).padStart(digits, '0');

let lastSecond = -1;
let lastText = '';

/** `YYYY-MM-DDThh:mm:ss+hh:mm` */
export function timestamp(milliseconds: number): string {
  const second = Math.floor(milliseconds / 1000);
  if (second === lastSecond) return lastText;
  lastSecond = second;
  lastText = written(new Date(second * 1000));
  return lastText;
}

function written(date: Date): string {
  const offset = -date.getTimezoneOffset();
  const zone = `${offset < 0 ? '-' : '+'}${pad(Math.floor(Math.abs(offset) / 60))}:${pad(Math.abs(offset) % 60)}`;
  return `${localDate(date)}T${localTime(date)}${zone}`;
}

/** `YYYY-MM-DD` by the clock of the machine: for time stamps and names of files, never for a business day. */
export const localDate = (date: Date): string =>
  `${pad(date.getFullYear(), 4)}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;

export const localTime = (date: Date): string =>
  `${pad(date.getHours())}:${pad(date.getMinutes())}:${pad(date.getSeconds())}`;

/** The date as a receipt prints it. */
export function writtenDate(date: Date, language: Language): string {
  const format = dates[language] ?? new Intl.DateTimeFormat(LOCALES[language], { dateStyle: 'medium' });
  dates[language] = format;
  return format.format(date);
}

const LOCALES = { de: 'de-DE', en: 'en-GB' } as const;
/** Made at the first receipt: two of them took 11 ms of every start. */
const dates: Partial<Record<keyof typeof LOCALES, Intl.DateTimeFormat>> = {};
