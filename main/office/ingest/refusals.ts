/** Reasons to refuse one record while the rest of its batch is taken: what is wrong, and what to do. */
import type { Texts } from '../../domain/texts.ts';
import type { Sql, Statement } from '../database/officeDatabase.ts';
import { storable } from '../database/values.ts';
import type { RecordPlace } from './factRows.ts';

export type RefusalCode =
  | 'fromTheFuture'
  | 'tooOld'
  | 'changed'
  | 'amountsChanged'
  | 'notCountable'
  | 'notStorable'
  | 'absurdAmount'
  | 'cloned'
  | 'twoMachines';

export const refusalTexts: Readonly<Record<RefusalCode, Texts>> = {
  fromTheFuture: {
    de: 'Der Zeitpunkt liegt mehr als 36 Stunden vor der Uhr der Zentrale. Bitte beide Uhren prüfen; der Datensatz bleibt und wird von selbst wieder verlangt, sobald seine Zeit möglich ist.',
    en: 'The time is more than 36 hours ahead of the clock of the back office. Check both clocks; the record stays, and is asked for again by itself as soon as its time is possible.',
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
  twoMachines: {
    de: 'Diese Kasse läuft auf zwei Rechnern: Ihr Datenverzeichnis wurde kopiert, und beide melden sich im Wechsel. Nichts ging verloren; bitte einen davon beenden und neu anmelden.',
    en: 'This till runs on two machines: its data directory was copied, and both report in turn. Nothing was lost; end one of them and enrol it anew.',
  },
};

/** A refused record, as it is answered and kept. */
export interface Refusal {
  readonly sequence: number | null;
  readonly code: string;
  readonly texts: Texts;
  /** The line of the batch, at most 16 KiB. */
  readonly text: string;
  /** Ms since 1970: from then on the record is asked for again. Null or left out: it is settled. */
  readonly due?: number | null;
}

/** Writes what was refused; a till repeats what it was refused, and it is kept once, with the newest time it is due. */
export async function keepRefused(
  sql: Sql,
  place: RecordPlace,
  refused: readonly Refusal[],
  /** ISO 8601 */
  at: string,
): Promise<void> {
  for (const { sequence, code, texts, text, due = null } of refused) {
    const key = [place.store, place.till, place.epoch, sequence, code, storable(text)];
    const dueTime = due === null ? null : new Date(due).toISOString();
    const kept = await sql.query(
      `UPDATE refused_record SET due = $7::timestamptz WHERE store = $1 AND till = $2 AND epoch = $3::bigint
         AND sequence IS NOT DISTINCT FROM $4::bigint AND code = $5 AND record = $6 RETURNING code`,
      [...key, dueTime],
    );
    if (kept.length > 0) continue;
    await sql.query(
      `INSERT INTO refused_record (store, till, epoch, sequence, code, record, due, received, reason)
       VALUES ($1, $2, $3::bigint, $4::bigint, $5, $6, $7::timestamptz, $8::timestamptz, $9)`,
      [...key, dueTime, at, JSON.stringify(texts)],
    );
  }
}

/** Forgets that records were refused for their time, because they are taken now. */
export const refusedForgetting = ({ store, till, epoch }: RecordPlace, taken: readonly number[]): Statement => ({
  text: 'DELETE FROM refused_record WHERE store = $1 AND till = $2 AND epoch = $3 AND sequence = ANY($4) AND due IS NOT NULL',
  values: [store, till, epoch, taken],
});
