/**
 * The words of a terminal in both languages, and who has to act. A terminal sends its own text in one language; where its meaning is
 * plain, the other language gets the same meaning. Pure.
 */
import type { Texts } from './texts.ts';

/** Who has to do something now; `terminal`: everybody waits for it. */
export type Actor = 'customer' | 'cashier' | 'terminal';

export interface TerminalWords {
  /** The protocol's text for the number. */
  readonly texts: Texts;
  /** The text on the terminal. */
  readonly own?: string | undefined;
}

interface Meaning {
  readonly de: RegExp;
  readonly en: RegExp;
  readonly texts: Texts;
  readonly actor: Actor;
}

/** The first that fits. */
const MEANINGS: readonly Meaning[] = [
  {
    de: /unterschr/i,
    en: /signature|please sign/i,
    texts: { de: 'Bitte unterschreiben', en: 'Please sign' },
    actor: 'customer',
  },
  {
    de: /\bPIN\b.*(ein|OK)|geheimzahl/i,
    en: /(enter|type).*\bPIN\b/i,
    texts: { de: 'Bitte PIN eingeben', en: 'Please enter your PIN' },
    actor: 'customer',
  },
  {
    de: /vorhalten|einstecken|karte stecken|durchziehen/i,
    en: /(insert|present|tap|swipe).*card|card.*(insert|present|tap|swipe)/i,
    texts: { de: 'Karte vorhalten oder einstecken', en: 'Present or insert your card' },
    actor: 'customer',
  },
  {
    de: /karte.*entnehmen|karte.*entfernen/i,
    en: /remove.*card/i,
    texts: { de: 'Bitte Karte entnehmen', en: 'Please remove your card' },
    actor: 'customer',
  },
  {
    de: /betrag.*(bestätigen|ok)|trinkgeld/i,
    en: /confirm.*amount|tip/i,
    texts: { de: 'Bitte Betrag bestätigen', en: 'Please confirm the amount' },
    actor: 'customer',
  },
  {
    de: /bitte warten|autorisierung|verbindung|beleg wird|druck/i,
    en: /please wait|authori[sz]|connecting|printing/i,
    texts: { de: 'Bitte warten', en: 'Please wait' },
    actor: 'terminal',
  },
  { de: /zahlung erfolgt|genehmigt/i, en: /approved/i, texts: { de: 'Genehmigt', en: 'Approved' }, actor: 'terminal' },
];

/** What the screens show of the words of a terminal. */
export function promptOf({ texts, own }: TerminalWords): Texts {
  if (own === undefined) return texts;
  const meaning = meaningOf(own);
  if (!meaning) return { de: own, en: own };
  const isGerman = meaning.de.test(own);
  return isGerman ? { de: own, en: meaning.texts.en } : { de: meaning.texts.de, en: own };
}

/** Null where nobody can say it: then everybody looks at the terminal. */
export const actorOf = ({ texts, own }: TerminalWords): Actor | null => meaningOf(own ?? texts.de)?.actor ?? null;

const meaningOf = (text: string): Meaning | undefined =>
  MEANINGS.find(({ de }) => de.test(text)) ?? MEANINGS.find(({ en }) => en.test(text));
