/**
 * The mail of the morning: yesterday's figures for everyone who wants them. A row is claimed before a mail is sent and marked
 * after it, so that restarts and a second back office at the same database send it once.
 */

import { addDays, minuteIn } from '../../reporting/days.ts';
import type { ReportAnswer } from '../../wire/office/reports.ts';
import type { OfficeDatabase } from '../database/officeDatabase.ts';
import type { ReportScope } from '../reports/report.ts';
import { answerReport, readRequest, reportOf } from '../reports/reports.ts';
import { firstToday, scopeOf } from '../reports/scope.ts';
import { HAS_ADDRESS, isDueAgain, MAIL_ATTEMPTS, type MailParts, READER, type Reader } from './mailing.ts';
import { morningLetter } from './morningLetter.ts';

const READERS = `SELECT ${READER}
  FROM person WHERE person.morning_mail AND ${HAS_ADDRESS} ORDER BY person.id`;

/** Sends what is due now. Gives the number of mails that went out. */
export async function sendMorningMails(parts: MailParts): Promise<number> {
  const { database, clock, minute } = parts;
  let sent = 0;
  for (const reader of await database.query<Reader>(READERS)) {
    const { merchant, stores, language } = reader;
    const scope = await scopeOf(database, { merchant, stores, language, now: clock.now() });
    if (minuteIn(scope.timeZone, scope.now) < minute) continue;
    // A day that still runs in one of the stores would be told by half, and never again.
    const day = addDays(await firstToday(database, scope), -1);
    if (!(await claimed(parts, reader.id, day))) continue;
    if (await sendOne(parts, reader, scope, day)) sent += 1;
  }
  return sent;
}

/**
 * True for the one who may send: a row that is new, or one whose last attempt failed. A claim without an ending is that of a
 * process that was ended; it may have sent the mail, so nobody sends it again.
 */
async function claimed({ database, clock }: MailParts, person: string, day: string): Promise<boolean> {
  const now = new Date(clock.now()).toISOString();
  const rows = await database.query(
    `INSERT INTO morning_mail (person, day, claimed) VALUES ($1, $2::date, $3::timestamptz)
     ON CONFLICT (person, day) DO UPDATE SET claimed = excluded.claimed, problem = NULL
       WHERE ${isDueAgain('morning_mail', 'excluded.claimed')}
     RETURNING person`,
    [person, day, now],
  );
  return rows.length > 0;
}

async function sendOne(parts: MailParts, reader: Reader, scope: ReportScope, day: string): Promise<boolean> {
  const { database, clock, log, send, address } = parts;
  const key = [reader.id, day];
  try {
    const { rows, total, before, notes } = await yesterday(database, scope, day);
    const letter = morningLetter({
      name: reader.name,
      language: reader.language,
      day,
      rows,
      total,
      before: before ?? null,
      notes,
      scope,
      address,
    });
    await send(reader.username, `morning-${reader.id}-${day}`, letter);
  } catch (error) {
    const problem = (error as Error).message.slice(0, 500);
    log('warn', 'a mail of the morning was not sent', { person: reader.id, day, problem });
    const [row] = await database.query<{ failures: number }>(
      'UPDATE morning_mail SET failures = failures + 1, problem = $3 WHERE person = $1 AND day = $2::date RETURNING failures',
      [...key, problem],
    );
    if ((row?.failures ?? 0) >= MAIL_ATTEMPTS)
      log('error', 'a mail of the morning is given up', { person: reader.id, day, problem });
    return false;
  }
  await database.query('UPDATE morning_mail SET sent = $3::timestamptz WHERE person = $1 AND day = $2::date', [
    ...key,
    new Date(clock.now()).toISOString(),
  ]);
  return true;
}

async function yesterday(database: OfficeDatabase, scope: ReportScope, day: string): Promise<ReportAnswer> {
  const report = reportOf('turnover');
  const wanted = readRequest(report, scope, { from: day, to: day, by: 'store', compare: 'week' });
  return answerReport(database, scope, report, wanted);
}
