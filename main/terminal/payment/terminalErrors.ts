/** The errors of a terminal: rows of the error table, and texts for the screens. */
import type { Condition, Outcome, Reason } from '../../../drivers/index.ts';
import type { Texts } from '../../domain/texts.ts';
import type { TerminalReason } from '../../wire/events.ts';
import { BridgeError, type ErrorKey } from '../../world/errors.ts';
import { adviceFor } from './declineAdvice.ts';

type Code = Reason['code'];

/** The condition that the terminal has reported of itself; null while it is well. */
type KnownCondition = Condition | null;

/** Error for a command that was declined or never sent. */
export const commandError = (
  reason: Reason,
  condition: KnownCondition = null,
  extra: Record<string, unknown> = {},
): BridgeError => new BridgeError(keyOf(reason, condition), `terminal: ${reason.text}`, { extra });

/** Error for a command that was not carried out: declined at once, or found not carried out by the reconciliation. */
export function declinedError(
  outcome: Outcome,
  condition: KnownCondition,
  extra: Record<string, unknown>,
): BridgeError {
  const reason = declineReason(outcome) ?? NOT_KEPT;
  return commandError(reason, condition, { reason: reasonView(reason, condition), ...extra });
}

/**
 * The reason of a command that was declined or never sent; null for every other outcome. A refused signature is also the reason where
 * only the reconciliation finds that the terminal took the payment back.
 */
export function declineReason(outcome: Outcome): Reason | null {
  if (outcome.kind === 'declined' || outcome.kind === 'notSent') return outcome.reason;
  return outcome.kind === 'unknown' && BY_THE_TILL.has(outcome.reason.code) ? outcome.reason : null;
}

/** The till itself has said no, and the terminal takes the payment back; whether it did is asked. */
const BY_THE_TILL: ReadonlySet<Code> = new Set(['signatureRefused', 'notWritten']);

/** The reason as the screens show it. */
export function reasonView(reason: Reason, condition: KnownCondition): TerminalReason {
  const { code, resultCode = null } = reason;
  const texts = reasonTexts(reason, condition);
  return {
    code,
    result_code: resultCode,
    texts,
    advice: isAboutItself(reason, condition) ? condition.cure : adviceFor(reason),
  };
}

/** True when neither the card nor the host is the reason: the terminal itself is not ready. */
function isAboutItself({ code, resultCode }: Reason, condition: KnownCondition): condition is Condition {
  if (condition?.blocks !== true) return false;
  if (condition.cure === 'wait' && AWAY.has(code)) return true;
  return resultCode === condition.resultCode && (resultCode !== undefined || code === 'refused');
}

/** Reasons that a terminal gives while it is away as it had announced. */
const AWAY: ReadonlySet<Code> = new Set(['unreachable', 'busy']);

const keyOf = (reason: Reason, condition: KnownCondition): ErrorKey =>
  isAboutItself(reason, condition) && reason.code !== 'endOfDayRequired'
    ? CURES[condition.cure]
    : COMMANDS[reason.code];

const CURES: Readonly<Record<Condition['cure'], ErrorKey>> = {
  diagnosis: 'terminalNeedsDiagnosis',
  initialisation: 'terminalNeedsInitialisation',
  endOfDay: 'endOfDayRequired',
  wait: 'terminalUpdating',
  person: 'terminalOutOfOrder',
};

const NOT_KEPT: Reason = {
  code: 'declined',
  text: 'the terminal did not carry it out',
  texts: { de: 'das Terminal hat den Vorgang nicht ausgeführt', en: 'the terminal did not carry it out' },
};

/** Error for an inquiry that the terminal did not answer: no money was requested. */
export const inquiryError = (reason: Reason): BridgeError =>
  new BridgeError(QUESTIONS[reason.code] ?? COMMANDS[reason.code], `terminal: ${reason.text}`);

const COMMANDS: Readonly<Record<Code, ErrorKey>> = {
  unreachable: 'terminalUnreachable',
  lineLost: 'terminalUnreachable',
  silent: 'terminalUnreachable',
  garbled: 'terminalUnreadable',
  contradicted: 'terminalUnreadable',
  closed: 'terminalUnreachable',
  refused: 'declined',
  declined: 'declined',
  cardError: 'declined',
  aborted: 'aborted',
  busy: 'terminalBusy',
  endOfDayRequired: 'endOfDayRequired',
  unsupported: 'terminalCannot',
  notHandedOver: 'notHandedOver',
  signatureRefused: 'signatureRefused',
  notWritten: 'slipUnwritten',
  held: 'terminalHeld',
  portTaken: 'tillPortTaken',
  virtual: 'terminalVirtual',
};

const QUESTIONS: Readonly<Partial<Record<Code, ErrorKey>>> = {
  refused: 'serviceFailed',
  declined: 'serviceFailed',
  cardError: 'serviceFailed',
  aborted: 'serviceFailed',
};

/** True when the terminal may answer the same inquiry later: it did not receive it, or could not answer now. */
export const mayAnswerLater = ({ code }: Reason): boolean => LATER.has(code);

const LATER: ReadonlySet<Code> = new Set(['unreachable', 'lineLost', 'silent', 'busy', 'held', 'portTaken', 'closed']);

/**
 * True when the terminal has answered that it repeats no transaction: asked again, it would say the same. A terminal that is
 * not ready may repeat later, and so may one whose answer was not readable.
 */
export const cannotRepeat = ({ code }: Reason, condition: KnownCondition): boolean =>
  code === 'unsupported' || (condition?.blocks !== true && (code === 'declined' || code === 'refused'));

/** The terminal's own texts where they say more than the code. */
export function reasonTexts(reason: Reason, condition: KnownCondition = null): Texts {
  if (isAboutItself(reason, condition)) return condition.texts;
  const known = WORDS[reason.code];
  if (!speaks(reason)) return known;
  const { texts, text } = reason;
  if (texts) return texts;
  // A terminal that says what the code says, and in German alone, needs no translation.
  if (Object.values(known).includes(text.trim().toLowerCase())) return known;
  // Terminals of this country speak German: in English stands what the code says, with the word of the terminal behind it.
  return { de: text, en: `${known.en} (${text})` };
}

/** The terminal's own text in whatever language it uses. */
export const inBothLanguages = ({ text, texts }: Pick<Reason, 'text' | 'texts'>): Texts =>
  texts ?? { de: text, en: text };

const speaks = ({ code, resultCode, texts }: Reason): boolean =>
  code === 'declined' || ((resultCode !== undefined || texts !== undefined) && SPEAKING.has(code));

const SPEAKING: ReadonlySet<Code> = new Set(['refused', 'cardError', 'aborted', 'busy', 'endOfDayRequired']);

const WORDS: Readonly<Record<Code, Texts>> = {
  unreachable: { de: 'das Terminal war nicht erreichbar', en: 'the terminal could not be reached' },
  lineLost: { de: 'die Verbindung zum Terminal ist abgebrochen', en: 'the connection to the terminal broke' },
  silent: { de: 'das Terminal hat nicht geantwortet', en: 'the terminal did not answer' },
  garbled: { de: 'die Antwort des Terminals war nicht eindeutig', en: 'the answer of the terminal was not clear' },
  contradicted: {
    de: 'das Terminal hat zu diesem Vorgang zweierlei gesagt',
    en: 'the terminal has said two things about this transaction',
  },
  closed: { de: 'die Kasse wurde beendet', en: 'the till was closed' },
  refused: { de: 'das Terminal hat den Vorgang nicht angenommen', en: 'the terminal did not accept it' },
  declined: { de: 'abgelehnt', en: 'declined' },
  cardError: { de: 'die Karte war nicht lesbar', en: 'the card could not be read' },
  aborted: { de: 'abgebrochen', en: 'aborted' },
  busy: { de: 'das Terminal war beschäftigt', en: 'the terminal was busy' },
  endOfDayRequired: {
    de: 'das Terminal verlangt zuerst einen Kassenschnitt',
    en: 'the terminal demands an end-of-day first',
  },
  unsupported: { de: 'dieses Terminal kann das nicht', en: 'this terminal cannot do that' },
  notHandedOver: { de: 'die Ware wurde nicht ausgegeben', en: 'the goods were not handed over' },
  signatureRefused: { de: 'die Unterschrift wurde abgelehnt', en: 'the signature was refused' },
  notWritten: {
    de: 'Tillbridge konnte den Beleg nicht speichern: Der Datenträger ist voll oder gestört',
    en: 'Tillbridge could not store the slip: its disk is full or failing',
  },
  held: { de: 'das Terminal gehört einem anderen Programm', en: 'the terminal belongs to another program' },
  portTaken: {
    de: 'der Port der Kasse für dieses Terminal ist schon belegt',
    en: 'the port of the till for this terminal is taken already',
  },
  virtual: {
    de: 'das Terminal ist ein virtuelles, das kein Geld bewegt',
    en: 'the terminal is a virtual one, which moves no money',
  },
};
