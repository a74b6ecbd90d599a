/** Texts that explain a reconciliation: for the journal, and for the person who has to decide. */

import type { TransactionReport } from './evidence.ts';
import { formatAmount, type Language } from './money.ts';
import type { Texts } from './texts.ts';

const say = (de: string, en: string): Texts => ({ de, en });
export const contradictingTexts = (a: Texts, b: Texts): Texts => say(`${a.de}; aber: ${b.de}`, `${a.en}; but: ${b.en}`);
const numberOf = ({ receipt }: TransactionReport): string => String(receipt ?? '?');

export const NO_EVIDENCE = say('das Terminal sagt nichts, woran man es erkennt', 'the terminal tells nothing to go by');
export const EXCHANGED = say(
  'an diesem Platz antwortet jetzt ein anderes Terminal; bitte am früheren oder in seiner Abrechnung nachsehen',
  'another terminal answers at this place now; please look at the former one or in its settlement',
);
export const NOTHING_TO_COMPARE = say(
  'es gibt weder eine bekannte Belegnummer noch eine verlässliche Uhrzeit zum Vergleichen',
  'there is neither a known receipt number nor a reliable time to compare with',
);
export const NOTHING_KEPT = say(
  'das Terminal hat keine Transaktion gespeichert, vorher wie jetzt; ob es eine vergessen hat, zeigt es nicht',
  'the terminal keeps no transaction, before as now; it does not show whether it has forgotten one',
);
export const NOT_KEPT_ANY_MORE = say(
  'das Terminal hat keine Transaktion mehr gespeichert',
  'the terminal keeps no transaction any more',
);
export const EMPTY_AGAIN = say(
  'das Terminal hat keine Transaktion, wie vorher; inzwischen kann ein Kassenschnitt gelaufen sein',
  'the terminal keeps no transaction, as before; an end-of-day may have run since',
);
export const CLOSED_SINCE = say(
  'das Terminal wiederholt einen Kassenschnitt; was davor war, zeigt es nicht mehr',
  'the terminal repeats an end-of-day; it does not show any more what came before',
);
export const SAME_DAY_END = say(
  'der letzte Vorgang des Terminals ist weiterhin derselbe Kassenschnitt',
  'the last thing the terminal did is still the same end-of-day',
);
export const unreadableAnswer = (words: string) =>
  say(
    `das Terminal antwortet, aber nicht so, dass sich sein letzter Vorgang deuten ließe (${words})`,
    `the terminal answers, but its last transaction cannot be understood (${words})`,
  );
export const SAID_TWO_THINGS = say(
  'das Terminal hat zu diesem Vorgang zweierlei gesagt; was es weiter sagt, entscheidet nicht',
  'the terminal has said two things about this transaction; what it says further does not decide',
);
export const MAY_BE_COUNTED = say(
  'die Umsätze des Terminals haben sich bewegt, was sein letzter Beleg nicht erklärt',
  'the totals of the terminal have moved, which its last receipt does not explain',
);
export const SHARED = say(
  'an diesem Terminal arbeiten auch andere; es kann deren Vorgang sein',
  'others use this terminal, too; it may be theirs',
);
export const TOTALS_STILL = say(
  'die Umsätze des Terminals sind wie vorher',
  'the totals of the terminal are as before',
);
export const TOTALS_ELSE = say(
  'die Umsätze des Terminals haben sich um einen anderen Betrag geändert',
  'the totals of the terminal have moved by another amount',
);
export const NONE_HELD = say('keine neue Reservierung ist offen', 'no new pre-authorisation is open');
export const SEVERAL_HELD = say('mehrere neue Reservierungen sind offen', 'several new pre-authorisations are open');

export const newReceipt = (last: TransactionReport) =>
  say(`Beleg ${numberOf(last)} über diesen Betrag ist neu`, `receipt ${numberOf(last)} with the same amount is new`);
export const mayBeEarlier = (last: TransactionReport) =>
  say(
    `Beleg ${numberOf(last)} gehört zu keinem bekannten Vorgang und kann diese Zahlung sein`,
    `receipt ${numberOf(last)} belongs to no known command and may be this payment`,
  );
export const mayBeReversal = (last: TransactionReport) =>
  say(
    `Beleg ${numberOf(last)} kann die Zahlung sein oder ihre Rücknahme: das Terminal nennt keine Spurnummer`,
    `receipt ${numberOf(last)} may be the payment or its reversal: the terminal reports no trace number`,
  );
export const reportedReceipt = (last: TransactionReport) =>
  say(
    `Beleg ${numberOf(last)} war schon gemeldet und ist gespeichert`,
    `receipt ${numberOf(last)} had been reported before and is kept`,
  );
export const referencedReceipt = (last: TransactionReport) =>
  say(
    `Beleg ${numberOf(last)} trägt die Nummer dieses Auftrags`,
    `receipt ${numberOf(last)} carries the number of this command`,
  );
export const otherCommand = (last: TransactionReport) =>
  say(
    `Beleg ${numberOf(last)} gehört zu einem anderen Auftrag`,
    `receipt ${numberOf(last)} belongs to another command`,
  );
export const reversalReceipt = (last: TransactionReport) =>
  say(`Beleg ${numberOf(last)} ist das Storno dazu`, `receipt ${numberOf(last)} is the reversal of it`);
export const otherReversal = (last: TransactionReport) =>
  say(`Beleg ${numberOf(last)} storniert etwas anderes`, `receipt ${numberOf(last)} reverses something else`);
export const takenBackByItself = (last: TransactionReport) =>
  say(
    `mit Beleg ${numberOf(last)} hat das Terminal den Vorgang selbst zurückgenommen`,
    `with receipt ${numberOf(last)} the terminal has taken it back by itself`,
  );
export const stillThere = (last: TransactionReport) =>
  say(`der letzte Beleg ist weiterhin ${numberOf(last)}`, `the last receipt is still ${numberOf(last)}`);
export const keptAsDeclined = (last: TransactionReport) =>
  say(`Beleg ${numberOf(last)} ist als abgelehnt gespeichert`, `receipt ${numberOf(last)} is kept as declined`);
export const cannotTellApart = (last: TransactionReport) =>
  say(
    `Beleg ${numberOf(last)} kann der alte oder ein neuer sein`,
    `receipt ${numberOf(last)} may be the old one or a new one`,
  );
export const otherAmount = (last: TransactionReport) =>
  say(`Beleg ${numberOf(last)} hat einen anderen Betrag`, `receipt ${numberOf(last)} has another amount`);
export const otherCurrency = (last: TransactionReport) =>
  say(
    `Beleg ${numberOf(last)} hat eine andere Währung (${last.currency ?? '?'})`,
    `receipt ${numberOf(last)} has another currency (${last.currency ?? '?'})`,
  );
export const unexpectedNumber = (last: TransactionReport) =>
  say(
    `auf die bekannten Belege folgt nicht ${numberOf(last)}: dazwischen war noch etwas`,
    `receipt ${numberOf(last)} does not follow the known ones: something else came in between`,
  );
export const earlierTime = (last: TransactionReport) =>
  say(`Beleg ${numberOf(last)} hat eine frühere Uhrzeit`, `receipt ${numberOf(last)} has an earlier time`);
export const olderThan = (last: TransactionReport) =>
  say(
    `Beleg ${numberOf(last)} ist älter als dieser Vorgang`,
    `receipt ${numberOf(last)} is older than this transaction`,
  );
export const olderThanBefore = (last: TransactionReport) =>
  say(
    `der letzte Beleg ist wieder ${numberOf(last)}: der letzte von vorher ist nicht mehr da`,
    `the last receipt is ${numberOf(last)} again: the last one of before is not there any more`,
  );
export const TOTALS_MOVED = say(
  'die Umsätze des Terminals haben sich um genau diesen Betrag geändert',
  'the totals of the terminal have moved by exactly this amount',
);
export const stillOpen = (receipt: number) =>
  say(`die Reservierung ${receipt} ist noch offen`, `pre-authorisation ${receipt} is still open`);
export const notOpen = (receipt: number) =>
  say(`die Reservierung ${receipt} ist nicht mehr offen`, `pre-authorisation ${receipt} is no longer open`);
export const newHold = (receipt: number) =>
  say(`die Reservierung ${receipt} ist neu`, `pre-authorisation ${receipt} is new`);

/** Approvals of one command, with the currency of the command. */
export function severalApprovals(approvals: readonly TransactionReport[], currency: string): Texts {
  const named = (language: Language) =>
    approvals.map(one => {
      const amount = one.amount === null ? '?' : formatAmount(one.amount, one.currency ?? currency, language);
      return language === 'de' ? `Beleg ${numberOf(one)} über ${amount}` : `receipt ${numberOf(one)} of ${amount}`;
    });
  return say(
    `das Terminal hat in diesem Vorgang mehr als einmal genehmigt: ${named('de').join(' und ')}; jeder dieser Belege ist Geld, bis er am Terminal storniert ist`,
    `the terminal approved more than once in this transaction: ${named('en').join(' and ')}; each of these receipts is money until it is reversed at the terminal`,
  );
}

export const approvedAfterwards = (report: TransactionReport) =>
  say(
    `das Terminal hat abgelehnt und danach Beleg ${numberOf(report)} genehmigt`,
    `the terminal declined, and approved receipt ${numberOf(report)} afterwards`,
  );

export const approvedAgain = (report: TransactionReport) =>
  say(
    `das Terminal hat denselben Auftrag noch einmal genehmigt, mit Beleg ${numberOf(report)}; bitte in seiner Liste nachsehen`,
    `the terminal approved the same command once more, with receipt ${numberOf(report)}; please look at its own list`,
  );
export const approvedUnasked = (report: TransactionReport) =>
  say(
    `das Terminal hat Beleg ${numberOf(report)} genehmigt, den hier niemand verlangt hat; bitte in seiner Liste nachsehen`,
    `the terminal approved receipt ${numberOf(report)}, which nobody here had asked for; please look at its own list`,
  );

/** Texts for an outcome that no report of the terminal decided. */

export const INTERRUPTED = say('das Programm wurde unterbrochen', 'the bridge was interrupted');
export const TERMINAL_GONE = say(
  'das Terminal ist hier nicht mehr eingerichtet; bitte an ihm oder in seiner Abrechnung nachsehen',
  'the terminal is not set up here any more; please look at it or in its settlement',
);
export function decidedBy(who: string, happened: boolean, why?: string): Texts {
  const because = why === undefined ? '' : ` (${why})`;
  return happened
    ? say(`${who} hat entschieden: ausgeführt${because}`, `${who} decided: carried out${because}`)
    : say(`${who} hat entschieden: nicht ausgeführt${because}`, `${who} decided: not carried out${because}`);
}
export const goneBy = (who: string, why: string) =>
  say(
    `${who} hat entschieden: das Terminal hat dieses Geld nicht mehr (${why})`,
    `${who} decided: the terminal holds this money no more (${why})`,
  );
/** `amount` in minor units: the terminal approved no more. */
export const partKeptBy = (who: string, amount: number, currency: string) =>
  say(
    `das Terminal hat nur ${formatAmount(amount, currency, 'de')} genehmigt; ${who} hat es als Teilzahlung übernommen`,
    `the terminal approved ${formatAmount(amount, currency, 'en')} only; ${who} took it as a part of the payment`,
  );
export const silentFor = (minutes: number) =>
  say(
    `das Terminal hat seit ${minutes} Minuten nichts gesagt`,
    `the terminal has reported nothing for ${minutes} minutes`,
  );
