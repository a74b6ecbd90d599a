/** Entries of an account statement (MT940, CAMT.053) as settlements of card terminals: the terminal stands in the text of an entry. Pure. */
import { isCardNumber } from '../../domain/pan.ts';
import type { BankPayment, BankRefusal } from '../../wire/office/bank.ts';
import { type BankRefusalCode, bankRefusalTexts } from './bankRefusals.ts';
import { decimalMarkOf, readAmount, readDay } from './bankValues.ts';

/** A payment or a settlement, before its store is known. */
export type ReadPayment = Omit<BankPayment, 'store'>;

export interface StatementEntry {
  /** Place in the file, from 1. */
  readonly line: number;
  /** Minor units; negative where the account was charged. */
  readonly amount: number;
  /** The fee that the bank kept, where the entry says so in a field of its own. */
  readonly fee: number | null;
  readonly currency: string;
  /** `YYYY-MM-DD`: booked. */
  readonly day: string;
  readonly text: string;
  /** Texts of the payments of a collective entry that says no amount of each. */
  readonly details?: readonly string[];
}

export interface Settlements {
  readonly payments: readonly ReadPayment[];
  readonly refused: readonly BankRefusal[];
  /** Entries that name no terminal (rent, wages, deliveries) or are only announced. Nothing of them is kept or shown. */
  readonly ignored: number;
}

interface Facts {
  /** Currency of the merchant. */
  readonly currency: string;
  readonly digits: number;
  /** Terminal ids of the stores: they are found in a text also without a word before them. */
  readonly terminals: ReadonlySet<string>;
}

const TERMINAL = /\b(?:TID|TERMINAL(?:[\s-]?(?:ID|NR\.?|NO\.?|NUMMER))?)[\s:.#-]{0,3}([A-Z0-9-]{4,30})\b/i;
const TRACE = /\b(?:TRACE|STAN)(?:[\s-]?(?:NR\.?|NO\.?|NUMMER))?[\s:.#-]{0,3}(\d{1,12})\b/i;
const GROSS = /\b(?:BRUTTO|GROSS|UMSATZSUMME)[\s:.A-Z]{0,8}?(\d[\d.,]*)/i;
const KEPT =
  /\b(?:ENTGELTE?|GEB(?:UE|Ü|U)HR(?:EN)?|DISAGIO|SERVICEENTGELT|FEES?|COMMISSION)[\s:.A-Z]{0,8}?(-?\d[\d.,]*)/i;
const DATE = /\b(?:\d{1,2}\.\d{1,2}\.(?:\d{4}|\d{2})|\d{4}-\d{2}-\d{2})\b/g;
/** A settlement is paid out within so many days; an older or later date in its text is another one. */
const PAID_WITHIN = 15;

export function settlementsOf(entries: readonly StatementEntry[], facts: Facts): Settlements {
  const payments: ReadPayment[] = [];
  const refused: BankRefusal[] = [];
  let ignored = 0;
  const refuse = (line: number, code: BankRefusalCode) => refused.push({ line, code, texts: bankRefusalTexts[code] });
  for (const entry of entries) {
    const terminal = terminalIn(entry.text, facts.terminals);
    const named = new Set(entry.details?.flatMap(text => terminalIn(text, facts.terminals) ?? []));
    if (terminal === null) ignored += 1;
    else if (entry.currency !== facts.currency) refuse(entry.line, 'otherCurrency');
    else if (named.size > 1) refuse(entry.line, 'severalTerminals');
    else payments.push(paymentOf(entry, terminal, facts.digits));
  }
  return { payments, refused, ignored };
}

function terminalIn(text: string, known: ReadonlySet<string>): string | null {
  const named = TERMINAL.exec(text)?.[1];
  const isId = named !== undefined && /\d/.test(named) && !isCardNumber(named.replaceAll('-', ''));
  return isId ? named : (text.split(/[^A-Za-z0-9-]+/).find(word => known.has(word)) ?? null);
}

/** Without a trace number the entry is that of a whole end-of-day. */
function paymentOf(
  { line, amount, fee, currency, day, text, details }: StatementEntry,
  terminal: string,
  digits: number,
): ReadPayment {
  const trace = TRACE.exec(text)?.[1];
  const isTrace = trace !== undefined && details === undefined && !isCardNumber(trace);
  const kept = fee ?? feeIn(text, amount, digits);
  return {
    ...{ line, terminal, trace: isTrace ? Number(trace) : null, currency, time: null, card_type: '' },
    // The account received what was left of the payments.
    ...{ amount: amount + (kept ?? 0), fee: kept, day: dayIn(text, day) },
  };
}

/** The fee that a text names, where gross less fee is the amount; else the two are something else. */
function feeIn(text: string, amount: number, digits: number): number | null {
  const read = (pattern: RegExp): number | null => {
    const written = pattern.exec(text)?.[1]?.replace(/[.,]$/, '') ?? '';
    const mark = decimalMarkOf([written]);
    return mark === null || written === '' ? null : readAmount(written, mark, digits);
  };
  const [gross, kept] = [read(GROSS), read(KEPT)];
  if (gross === null) return null;
  const fee = Math.sign(amount) * gross - amount;
  return kept === null || Math.abs(kept) === Math.abs(fee) ? fee : null;
}

/** The day of the payments, where the text names one shortly before the booking. */
function dayIn(text: string, booked: string): string {
  const latest = Date.parse(booked);
  for (const [written] of text.matchAll(DATE)) {
    const day = readDay(written, written.includes('.') ? 'dmy' : 'ymd');
    const age = day === null ? -1 : (latest - Date.parse(day)) / 86_400_000;
    if (day !== null && age >= 0 && age <= PAID_WITHIN) return day;
  }
  return booked;
}
