/** Texts for the screen while a command ends or its outcome is looked up: what the bridge waits for, and the limit where there is one. */

import type { Inquiry } from '../../domain/reconciliation.ts';
import type { Texts } from '../../domain/texts.ts';
import type { Waiting } from '../../wire/events.ts';

/** `atMost`: ms; null where the limit is not known. */
export function waitingFor(what: Waiting['for'], since: number, atMost: number | null): Waiting {
  const seconds = atMost === null ? null : Math.ceil(atMost / 1000);
  const { de, en } = TEXTS[what];
  const texts =
    seconds === null ? { de, en } : { de: `${de}, spätestens in ${seconds} s`, en: `${en}, at most ${seconds} s` };
  return { for: what, texts, since, at_most: seconds };
}

/** The text for each inquiry of a lookup. */
export const WAITING_FOR_INQUIRY: Readonly<Record<Inquiry, Waiting['for']>> = {
  status: 'status',
  last: 'lastTransaction',
  totals: 'totals',
  open: 'preAuthorisations',
};

const TEXTS: Readonly<Record<Waiting['for'], Texts>> = {
  completion: {
    de: 'Das Terminal hat genehmigt. Es wird gewartet, bis es fertig ist oder seine Meldung wiederholt',
    en: 'The terminal has approved. Waiting until it has finished or repeats its answer',
  },
  line: {
    de: 'Das Terminal ist nicht erreichbar. Die Verbindung wird immer wieder aufgebaut',
    en: 'The terminal cannot be reached. The connection is built up again and again',
  },
  idle: {
    de: 'Das Terminal arbeitet noch. Es wird gefragt, sobald es frei ist',
    en: 'The terminal is still at work. It is asked as soon as it is idle',
  },
  denial: {
    de: 'Das Terminal hat nichts gespeichert, kann aber noch arbeiten. Vor „nicht ausgeführt“ wird es noch einmal gefragt',
    en: 'The terminal has stored nothing, but may still be at work. It is asked once more before “not carried out”',
  },
  confirmation: {
    de: 'Das Terminal hat den Vorgang gespeichert, kann ihn aber noch zurücknehmen. Es wird noch einmal gefragt',
    en: 'The terminal has stored it, but may still take it back. It is asked once more',
  },
  status: {
    de: 'Warten auf die Antwort, ob das Terminal frei ist',
    en: 'Waiting for the terminal to say whether it is idle',
  },
  lastTransaction: {
    de: 'Warten, bis das Terminal seine letzte Zahlung wiederholt',
    en: 'Waiting for the terminal to repeat its last transaction',
  },
  totals: { de: 'Warten, bis das Terminal seine Umsätze nennt', en: 'Waiting for the terminal to tell its totals' },
  preAuthorisations: {
    de: 'Warten, bis das Terminal seine offenen Reservierungen nennt',
    en: 'Waiting for the terminal to tell its open pre-authorisations',
  },
};
