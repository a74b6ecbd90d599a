/** Why a terminal did not do what it was asked for: as rows of the error table, and in words for whoever reads it later. */
import type { Condition, Outcome, Reason } from '../../../drivers/terminal.ts';
import type { Texts } from '../../domain/texts.ts';
import type { TerminalReason } from '../../wire/events.ts';
import { BridgeError, type ErrorKey } from '../../world/errors.ts';
import { adviceFor } from './declineAdvice.ts';

type Code = Reason['code'];

/** What the terminal has told about itself when it answered; null where it is well. */
type KnownCondition = Condition | null;

/** A command that was declined or never sent, in the words of the table. */
export const commandError = (
  reason: Reason,
  told: KnownCondition = null,
  extra: Record<string, unknown> = {},
): BridgeError => new BridgeError(keyOf(reason, told), `terminal: ${reason.text}`, { extra });

/** A command that was not carried out: as the terminal said at once, or when it was asked. */
export function declinedError(outcome: Outcome, told: KnownCondition, extra: Record<string, unknown>): BridgeError {
  const reason = declineReason(outcome) ?? NOT_KEPT;
  return commandError(reason, told, { reason: reasonView(reason, told), ...extra });
}

/** Why a command was not carried out, where the terminal said it at once. */
export const declineReason = (outcome: Outcome): Reason | null =>
  outcome.kind === 'declined' || outcome.kind === 'notSent' ? outcome.reason : null;

/** What a person is told of it, on whatever screen. */
export function reasonView(reason: Reason, told: KnownCondition): TerminalReason {
  const { code, resultCode = null } = reason;
  const texts = reasonTexts(reason, told);
  return { code, result_code: resultCode, texts, advice: isAboutItself(reason, told) ? told.cure : adviceFor(reason) };
}

/** It is not the card and not the host: the terminal itself is not ready. */
function isAboutItself({ code, resultCode }: Reason, told: KnownCondition): told is Condition {
  if (told?.blocks !== true) return false;
  if (told.cure === 'wait' && AWAY.has(code)) return true;
  return resultCode === told.resultCode && (resultCode !== undefined || code === 'refused');
}

/** What one meets at a terminal that said that it goes away for a while. */
const AWAY: ReadonlySet<Code> = new Set(['unreachable', 'busy']);

const keyOf = (reason: Reason, told: KnownCondition): ErrorKey =>
  isAboutItself(reason, told) && reason.code !== 'endOfDayRequired' ? CURES[told.cure] : COMMANDS[reason.code];

const CURES: Readonly<Record<Condition['cure'], ErrorKey>> = {
  diagnosis: 'terminalNeedsDiagnosis',
  initialisation: 'terminalNeedsInitialisation',
  endOfDay: 'endOfDayRequired',
  wait: 'terminalUpdating',
  person: 'terminalOutOfOrder',
};

const NOT_KEPT: Reason = { code: 'declined', text: 'the terminal did not carry it out' };

/** A question that the terminal did not answer: nobody asked for money. */
export const inquiryError = (reason: Reason): BridgeError =>
  new BridgeError(QUESTIONS[reason.code] ?? COMMANDS[reason.code], `terminal: ${reason.text}`);

const COMMANDS: Readonly<Record<Code, ErrorKey>> = {
  unreachable: 'terminalUnreachable',
  lineLost: 'terminalUnreachable',
  silent: 'terminalUnreachable',
  garbled: 'terminalUnreachable',
  closed: 'terminalUnreachable',
  refused: 'declined',
  declined: 'declined',
  cardError: 'declined',
  aborted: 'aborted',
  busy: 'terminalBusy',
  endOfDayRequired: 'endOfDayRequired',
  unsupported: 'terminalCannot',
  notHandedOver: 'notHandedOver',
  held: 'terminalHeld',
  portTaken: 'tillPortTaken',
};

const QUESTIONS: Readonly<Partial<Record<Code, ErrorKey>>> = {
  refused: 'serviceFailed',
  declined: 'serviceFailed',
  cardError: 'serviceFailed',
  aborted: 'serviceFailed',
};

/** Was the question not heard, or not answered: asked another time, the terminal may tell. */
export const mayAnswerLater = ({ code }: Reason): boolean => LATER.has(code);

const LATER: ReadonlySet<Code> = new Set(['unreachable', 'lineLost', 'silent', 'busy', 'held', 'portTaken', 'closed']);

/**
 * Did it answer that it repeats no transaction, so that asked again it would tell the same? One that is not ready itself may
 * tell when it is, and an answer nobody could read may be read the next time.
 */
export const cannotRepeat = ({ code }: Reason, told: KnownCondition): boolean =>
  code === 'unsupported' || (told?.blocks !== true && (code === 'declined' || code === 'refused'));

/** The words of the terminal or of its protocol where they tell more than the code. */
export function reasonTexts(reason: Reason, told: KnownCondition = null): Texts {
  if (isAboutItself(reason, told)) return told.texts;
  return speaks(reason) ? inBothLanguages(reason) : WORDS[reason.code];
}

/** What the terminal says itself stays as it is, in whatever language it speaks. */
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
  held: { de: 'das Terminal gehört einem anderen Programm', en: 'the terminal belongs to another program' },
  portTaken: {
    de: 'der Port der Kasse für dieses Terminal ist schon belegt',
    en: 'the port of the till for this terminal is taken already',
  },
};
