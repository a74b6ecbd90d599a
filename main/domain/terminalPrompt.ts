/**
 * The words of a terminal in both languages, and who has to act. A terminal sends its own text in one language; where its meaning is
 * plain, the other language gets the same meaning. Pure.
 */
import type { Texts } from './texts.ts';

/** The one who has to act now; `terminal`: everybody waits for it. */
export type Actor = 'customer' | 'cashier' | 'terminal';

/** The display of the terminal, as a code for tills that have words of their own; `seeTerminal`: nobody can say it. */
export const promptCodes = [
  'presentCard',
  'enterPin',
  'removeCard',
  'signature',
  'confirmAmount',
  'chooseApplication',
  'chooseLanguage',
  'chooseCurrency',
  'enterData',
  'pinWrong',
  'pinBlocked',
  'cardUnreadable',
  'cardRefused',
  'limitReached',
  'notPossible',
  'approved',
  'takeGoods',
  'cancelled',
  'reversing',
  'cashierAsked',
  'wait',
  'service',
  'seeTerminal',
] as const;
export type PromptCode = (typeof promptCodes)[number];

const ACTORS: Readonly<Record<PromptCode, Actor | null>> = {
  presentCard: 'customer',
  enterPin: 'customer',
  removeCard: 'customer',
  signature: 'customer',
  confirmAmount: 'customer',
  chooseApplication: 'customer',
  chooseLanguage: 'customer',
  chooseCurrency: 'customer',
  enterData: 'customer',
  pinWrong: 'customer',
  pinBlocked: null,
  cardUnreadable: null,
  cardRefused: null,
  limitReached: null,
  notPossible: null,
  approved: 'terminal',
  takeGoods: 'customer',
  cancelled: 'terminal',
  reversing: 'terminal',
  cashierAsked: 'cashier',
  wait: 'terminal',
  service: 'terminal',
  seeTerminal: null,
};

export interface TerminalWords {
  /** The protocol's text for the number. */
  readonly texts: Texts;
  /** Meaning of the number; left out where the protocol has no number, or one that only points to the terminal. */
  readonly meaning?: PromptCode | undefined;
  /** The text on the terminal. */
  readonly own?: string | undefined;
}

interface Meaning {
  readonly de: RegExp;
  readonly en: RegExp;
  readonly texts: Texts;
  readonly code: PromptCode;
}

/** The first that fits. */
const MEANINGS: readonly Meaning[] = [
  {
    de: /unterschr/i,
    en: /signature|please sign/i,
    texts: { de: 'Bitte unterschreiben', en: 'Please sign' },
    code: 'signature',
  },
  {
    de: /\bPIN\b.*(ein|OK)|geheimzahl/i,
    en: /(enter|type).*\bPIN\b/i,
    texts: { de: 'Bitte PIN eingeben', en: 'Please enter your PIN' },
    code: 'enterPin',
  },
  {
    de: /vorhalten|einstecken|karte stecken|durchziehen/i,
    en: /(insert|present|tap|swipe).*card|card.*(insert|present|tap|swipe)/i,
    texts: { de: 'Karte vorhalten oder einstecken', en: 'Present or insert your card' },
    code: 'presentCard',
  },
  {
    de: /karte.*entnehmen|karte.*entfernen/i,
    en: /remove.*card/i,
    texts: { de: 'Bitte Karte entnehmen', en: 'Please remove your card' },
    code: 'removeCard',
  },
  {
    de: /betrag.*(bestätigen|ok)|trinkgeld/i,
    en: /confirm.*amount|tip/i,
    texts: { de: 'Bitte Betrag bestätigen', en: 'Please confirm the amount' },
    code: 'confirmAmount',
  },
  {
    de: /bitte warten|autorisierung|verbindung|beleg wird|druck/i,
    en: /please wait|authori[sz]|connecting|printing/i,
    texts: { de: 'Bitte warten', en: 'Please wait' },
    code: 'wait',
  },
  { de: /zahlung erfolgt|genehmigt/i, en: /approved/i, texts: { de: 'Genehmigt', en: 'Approved' }, code: 'approved' },
];

/** The words of a terminal for the screens; a language that it does not speak has our words for the same. */
export function promptOf({ texts, own, meaning: code }: TerminalWords): Texts {
  if (own === undefined) return texts;
  const meaning = meaningOf(own);
  // In which language unknown words are, nobody knows; terminals here speak German.
  if (!meaning) return code === undefined ? { de: own, en: own } : { de: own, en: texts.en };
  const isGerman = meaning.de.test(own);
  return isGerman ? { de: own, en: meaning.texts.en } : { de: meaning.texts.de, en: own };
}

/** The kinds of questions to the cashier, whatever the protocol. */
export type QuestionKind = 'signature' | 'choice' | 'input';

/**
 * The words of a question in both languages. A terminal asks in one language; the other one gets our words for the same. Words that nobody
 * knows stay as they are, since only they say what is wanted. Empty where the terminal sent none.
 */
export function questionTexts(kind: QuestionKind, own: string): Texts {
  if (own === '') return { de: '', en: '' };
  const meaning = meaningOf(own);
  const { de, en } = kind === 'signature' ? SIGNATURE : (meaning?.texts ?? { de: own, en: own });
  const isGerman = meaning === undefined || meaning.de.test(own);
  return isGerman ? { de: own, en } : { de, en: own };
}

const SIGNATURE: Texts = { de: 'Unterschrift in Ordnung?', en: 'Is the signature right?' };

/** The words on the terminal say more than the number of the protocol, which is often a general one. */
export const promptCodeOf = ({ texts, own, meaning }: TerminalWords): PromptCode =>
  (own === undefined ? undefined : meaningOf(own)?.code) ?? meaning ?? meaningOf(texts.de)?.code ?? 'seeTerminal';

/** Null where nobody can say it: then everybody looks at the terminal. */
export const actorOf = (words: TerminalWords): Actor | null => ACTORS[promptCodeOf(words)];

const meaningOf = (text: string): Meaning | undefined =>
  MEANINGS.find(({ de }) => de.test(text)) ?? MEANINGS.find(({ en }) => en.test(text));
