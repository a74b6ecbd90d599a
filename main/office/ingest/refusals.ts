/** Why a record is refused while the rest of its batch is taken: what is wrong, and what to do. */
import type { Texts } from '../../domain/texts.ts';

export type RefusalCode =
  | 'fromTheFuture'
  | 'tooOld'
  | 'changed'
  | 'amountsChanged'
  | 'notCountable'
  | 'notStorable'
  | 'absurdAmount'
  | 'cloned';

export const refusalTexts: Readonly<Record<RefusalCode, Texts>> = {
  fromTheFuture: {
    de: 'Der Zeitpunkt liegt mehr als 36 Stunden in der Zukunft. Bitte die Uhr der Kasse prüfen; der Datensatz liegt beiseite.',
    en: 'The time is more than 36 hours in the future. Check the clock of the till; the record is put aside.',
  },
  tooOld: {
    de: 'Der Geschäftstag liegt vor 2015. Bitte die Uhr der Kasse prüfen; der Datensatz liegt beiseite.',
    en: 'The business day is before 2015. Check the clock of the till; the record is put aside.',
  },
  changed: {
    de: 'Unter dieser Nummer ist schon ein Datensatz mit anderem Inhalt da. Der erste gilt; die Kasse oder ihre Kopie braucht Aufmerksamkeit.',
    en: 'A record with other content is held under this number. The first one counts; the till, or its copy, needs attention.',
  },
  amountsChanged: {
    de: 'Dieser Verkauf ist schon mit einem anderen Betrag da. Der erste gilt; bitte beide Belege vergleichen.',
    en: 'This sale is held with another amount. The first one counts; compare both receipts.',
  },
  notCountable: {
    de: 'Ein Betrag oder eine Position des Datensatzes ist nicht lesbar. Er liegt beiseite.',
    en: 'An amount or a line of the record cannot be read. It is put aside.',
  },
  absurdAmount: {
    de: 'Ein Betrag ist größer, als eine Kasse je einnimmt (999.999.999,99). Der Datensatz liegt beiseite und zählt nicht; bitte den Beleg an der Kasse ansehen.',
    en: 'An amount is larger than any till ever takes (999,999,999.99). The record is put aside and counts nowhere; look at the receipt at the till.',
  },
  notStorable: {
    de: 'Ein Wert des Datensatzes ist zu groß oder enthält ein Zeichen, das keine Datenbank aufnimmt. Er liegt beiseite; die anderen des Pakets gelten.',
    en: 'A value of the record is too large, or holds a character that no database holds. It is put aside; the others of the batch hold.',
  },
  cloned: {
    de: 'Unter dem Namen dieser Kasse hat eine andere Installation gesendet. Nichts aus dem Paket wurde übernommen.',
    en: 'Another installation has sent in the name of this till. Nothing of the batch was taken.',
  },
};

/** A refused record, as it is answered and kept. */
export interface Refusal {
  readonly sequence: number | null;
  readonly code: string;
  readonly texts: Texts;
  /** The line of the batch, at most 16 KiB. */
  readonly text: string;
}
