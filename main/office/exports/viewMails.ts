/**
 * Kept views as mails: every morning, on Mondays, or on the first of a month, each with the figures of the reader's own stores. A row is
 * claimed before a mail is sent and marked after it, so that it goes out once.
 */
import { firstOfMonth, mondayOf } from '../../domain/namedSpans.ts';
import { minuteIn } from '../../reporting/days.ts';
import { type ViewFile, type ViewRhythm, viewKindOf } from '../../wire/office/views.ts';
import type { ReportScope } from '../reports/report.ts';
import { firstToday, scopeOf } from '../reports/scope.ts';
import { reportInPath } from '../reports/viewReport.ts';
import type { Letter } from './letter.ts';
import { HAS_ADDRESS, isDueAgain, MAIL_ATTEMPTS, type MailParts, READER, type Reader } from './mailing.ts';
import { reportContent } from './reportContent.ts';
import { salesContent } from './salesContent.ts';
import { type ViewContent, viewLetter } from './viewLetter.ts';

interface Wish extends Reader {
  readonly view: string;
  readonly title: string;
  readonly path: string;
  readonly every: ViewRhythm;
  readonly file: ViewFile;
}

/** The newest morning on which a mail goes out, up to a day: one that was missed goes out later. */
const DUE: Readonly<Record<ViewRhythm, (today: string) => string>> = {
  day: today => today,
  week: mondayOf,
  month: firstOfMonth,
};

/** A view goes to people who see it and want it: one that is not shared any more goes to its own person alone. */
const WISHES = `SELECT view_mail.view, view_mail.every, view_mail.file, saved_view.name AS title, saved_view.path,
    ${READER}
  FROM view_mail JOIN saved_view ON saved_view.id = view_mail.view JOIN person ON person.id = view_mail.person
  WHERE ${HAS_ADDRESS} AND NOT view_mail.paused AND (saved_view.person = person.id OR saved_view.shared)
  ORDER BY view_mail.view, person.id`;

/** Sends what is due now. Gives the number of mails that went out. */
export async function sendViewMails(parts: MailParts): Promise<number> {
  const { database, clock, minute } = parts;
  let sent = 0;
  await forgetAhead(parts);
  for (const wish of await database.query<Wish>(WISHES)) {
    const { merchant, stores, language, every, path } = wish;
    // A person who sees no store any more, as of a region that has none, gets no empty mail.
    if (stores.length === 0) continue;
    const currency = reportInPath(path)?.query.get('currency') ?? undefined;
    const scope = await scopeOf(database, { merchant, stores, language, now: clock.now(), currency });
    if (minuteIn(scope.timeZone, scope.now) < minute) continue;
    const day = DUE[every](await firstToday(database, scope));
    if ((await claimed(parts, wish, day)) && (await sendOne(parts, wish, scope, day))) sent += 1;
  }
  return sent;
}

/** Mornings of a clock that ran ahead would keep every mail away until they come. Days of all zones are within two of this one. */
async function forgetAhead({ database, clock }: MailParts): Promise<void> {
  const today = new Date(clock.now()).toISOString().slice(0, 10);
  await database.query('UPDATE view_mail SET day = $1::date WHERE day > $1::date + 2', [today]);
}

/** True for the one who may send. A claim without an ending is that of a process that was ended; nobody sends it again. */
async function claimed({ database, clock }: MailParts, { view, id }: Wish, day: string): Promise<boolean> {
  const rows = await database.query(
    `UPDATE view_mail SET day = $3::date, claimed = $4::timestamptz, sent = NULL, problem = NULL,
        failures = CASE WHEN day < $3::date THEN 0 ELSE failures END
      WHERE view = $1 AND person = $2 AND (day < $3::date OR (day = $3::date AND ${isDueAgain('view_mail', '$4::timestamptz')}))
      RETURNING view`,
    [view, id, day, new Date(clock.now()).toISOString()],
  );
  return rows.length > 0;
}

async function sendOne(parts: MailParts, wish: Wish, scope: ReportScope, day: string): Promise<boolean> {
  const { database, clock, log, send } = parts;
  const key = [wish.view, wish.id];
  try {
    await send(wish.username, `view-${wish.view}-${wish.id}-${day}`, await letterOf(parts, wish, scope, day));
  } catch (error) {
    const problem = (error as Error).message.slice(0, 500);
    const [row] = await database.query<{ failures: number }>(
      'UPDATE view_mail SET failures = failures + 1, problem = $3 WHERE view = $1 AND person = $2 RETURNING failures',
      [...key, problem],
    );
    const isLast = (row?.failures ?? 0) >= MAIL_ATTEMPTS;
    const text = isLast ? 'the mail of a view is given up' : 'the mail of a view was not sent';
    log(isLast ? 'error' : 'warn', text, { view: wish.view, person: wish.id, day, problem });
    return false;
  }
  await database.query('UPDATE view_mail SET sent = $3::timestamptz WHERE view = $1 AND person = $2', [
    ...key,
    new Date(clock.now()).toISOString(),
  ]);
  return true;
}

async function letterOf(parts: MailParts, wish: Wish, scope: ReportScope, day: string): Promise<Letter> {
  const { title, name: reader, language, every } = wish;
  const content = await contentOf(parts, wish, scope, day);
  return viewLetter({ title, reader, language, every, address: parts.address }, content);
}

function contentOf(
  { database }: MailParts,
  { path, file }: Wish,
  scope: ReportScope,
  day: string,
): Promise<ViewContent> {
  const report = reportInPath(path);
  if (report) return reportContent(database, scope, { ...report, day, file });
  if (viewKindOf(path) === null) throw new Error(`${path} is no view that can be mailed`);
  return salesContent(database, scope, { query: new URL(path, 'http://office').searchParams, day, file });
}
