/** Service commands of the virtual terminal: diagnosis, initialisation, settings, restart (ZVT 06 70 and others). */

import { encode } from '../../../zvt/codec/apdu.ts';
import { cardTypeName } from '../../../zvt/texts/cardTypes.ts';
import { openBookings } from '../engine/bookings.ts';
import { cards } from '../engine/cards.ts';
import { numberTag } from '../engine/tags.ts';
import { terminalClock } from '../engine/terminalClock.ts';
import { type HandlerTable, needs, type Work } from '../engine/work.ts';
import { adminSlip, headOf } from './slips.ts';

export const administration: HandlerTable = {
  diagnosis: { ...needs.till, worksLocked: true, run: diagnose },
  initialisation: { ...needs.password, worksLocked: true, run: work => service(work, 'Initialisierung', 0xca) },
  taxFree: { ...needs.till, run: work => service(work, 'Tax Free', 0x17) },
  selftest: { ...needs.till, run: work => service(work, 'Selbsttest', 0x17) },
  printConfiguration: { ...needs.till, prints: () => true, run: printConfiguration },
  resetTerminal: { ...needs.rest, run: reset },
  setTerminalTime: { ...needs.password, run: setTime },
  setOptTime: { ...needs.password, run: acknowledge },
  changePassword: { ...needs.password, run: changePassword },
  setTerminalId: { ...needs.password, run: setTerminalId },
  selectLanguage: { ...needs.rest, run: selectLanguage },
  serviceMode: { ...needs.rest, run: serviceMode },
  changeConfiguration: { ...needs.rest, run: work => service(work, 'Konfiguration', 0x17) },
  softwareUpdate: { ...needs.rest, run: acknowledge },
  optAction: { ...needs.till, run: acknowledge },
  optPreInitialisation: { ...needs.till, run: acknowledge },
  optOutput: { ...needs.password, run: acknowledge },
  optOutOfOrder: { ...needs.till, run: acknowledge },
  changeBaudRate: { ...needs.rest, run: changeBaudRate },
};

const TURNOVER_OPEN = 0x6a;
const KIND_MISSING = 0x83;
const BAUD_RATE_IMPOSSIBLE = 0x7d;

// Tag 1B: the kind of diagnosis.
const LINE = 0x01;
const EXTENDED = 0x02;
const DOWNLOAD = 0xf1;

/** A diagnosis with the network brings the right time, which the terminal sends to the till (04 01). */
async function diagnose(work: Work): Promise<void> {
  const { till, exchange, memory, message, profile } = work;
  const kind = numberTag(message.fields.tlv, 0x1b);
  if (kind === undefined && profile.diagnosisNeedsKind) return till.refuse(KIND_MISSING);
  till.accept();
  if (kind === DOWNLOAD && openBookings(memory).length > 0) return exchange.abort(TURNOVER_OPEN);
  await exchange.prompt(0xc9, 'host', ['Diagnose', 'Bitte warten']);
  if (kind === undefined || kind === LINE || kind === EXTENDED) await sendTime(work);
  await exchange.print([adminSlip('Diagnose', 'Diagnose erfolgreich', headOf(work))]);
  await exchange.complete();
}

async function sendTime({ exchange, memory }: Work): Promise<void> {
  const { date, time } = terminalClock(memory.now.clockAhead);
  await exchange.ask(encode('setDateTime', { dateWithYear: date.slice(2), time }));
}

async function service(work: Work, title: string, prompt: number): Promise<void> {
  const { till, exchange } = work;
  till.accept();
  await exchange.prompt(prompt, 'host', [title, 'Bitte warten']);
  await exchange.print([adminSlip(title, `${title} erfolgreich`, headOf(work))]);
  await exchange.complete();
}

async function printConfiguration(work: Work): Promise<void> {
  const { till, exchange, memory, profile } = work;
  till.accept();
  const types = [...new Set(Object.values(cards).map(card => card.cardType))].filter(type => type > 0);
  const rows = [
    ['Modell', profile.device],
    ['Registrierung', memory.now.registration?.configuration.toString(16).toUpperCase() ?? '-'],
    ['Belege offen', String(openBookings(memory).length)],
    ...types.map(type => [`Karte ${type}`, cardTypeName(type) ?? '']),
  ] as [string, string][];
  await exchange.print([adminSlip('Konfiguration', 'Ende der Liste', headOf(work), rows)]);
  await exchange.complete();
}

/** Acknowledges, then restarts: the line drops and the registration is lost. */
async function reset({ till, exchange, restart }: Work): Promise<void> {
  till.accept();
  await exchange.complete();
  restart();
}

async function setTime(work: Work): Promise<void> {
  const { till, memory, message } = work;
  const at = timeOf(message.fields.dateWithYear, message.fields.time);
  if (at === undefined) return till.refuse(0x83);
  memory.change({ clockAhead: Math.round((at - Date.now()) / 1000) * 1000 });
  await acknowledge(work);
}

function timeOf(date = '', time = ''): number | undefined {
  const [year, month, day] = pairs(date);
  const [hour, minute, second] = pairs(time);
  const at = new Date(2000 + year!, month! - 1, day, hour, minute, second);
  // `Date` turns a day or an hour that does not exist into another time.
  const exists = at.getMonth() + 1 === month && at.getDate() === day && at.getHours() === hour;
  return exists ? at.getTime() : undefined;
}

function pairs(digits: string): number[] {
  return (digits.match(/../g) ?? []).map(Number);
}

/** Answers 80 00 and a completion with the terminal's time. */
async function acknowledge({ till, exchange, memory }: Work): Promise<void> {
  till.accept();
  const { date, time } = terminalClock(memory.now.clockAhead);
  await exchange.complete({ resultCode: 0, time, dateWithYear: date.slice(2) });
}

async function changePassword({ till, exchange, memory, message }: Work): Promise<void> {
  const { newPassword } = message.fields;
  if (newPassword === undefined || !/^\d{6}$/.test(newPassword)) return till.refuse(0x83);
  till.accept();
  memory.change({ password: newPassword });
  await exchange.complete({ resultCode: 0 });
}

async function setTerminalId({ till, exchange, memory, message }: Work): Promise<void> {
  till.accept();
  if (openBookings(memory).length > 0) return exchange.abort(TURNOVER_OPEN);
  memory.change({ terminalId: message.fields.terminalId ?? null });
  await exchange.complete();
}

const LANGUAGES = 0x10;

async function selectLanguage({ till, exchange, memory, message }: Work): Promise<void> {
  const { language } = message.fields;
  if (language === undefined || language >= LANGUAGES) return till.refuse(0x83);
  till.accept();
  memory.change({ language });
  await exchange.complete({ resultCode: 0 });
}

async function serviceMode({ till, exchange, device }: Work): Promise<void> {
  till.accept();
  device.show('result', ['Servicemenü']);
  await exchange.prompt(0x1a, 'result', ['Servicemenü']);
  await exchange.complete();
}

/** Accepts the number of a known baud rate, and changes nothing: over TCP there is no rate. */
async function changeBaudRate({ till, message }: Work): Promise<void> {
  const known = [0, 1, 6, 7].includes(message.fields.baudRate ?? -1);
  if (known) till.accept();
  else till.refuse(BAUD_RATE_IMPOSSIBLE);
}
