/**
 * Makes the business days of earlier records anew by the zone and the start of the day that the shop has now. Reports of the till
 * follow; Z reports stay as they were made, and the back office has a command of its own (`rebuild --days`).
 */
import { sqlFunctions } from '../query/comparable.ts';
import { openDatabase } from '../store/database.ts';
import { createCalendars, createMerchants } from '../store/merchants.ts';

interface DatedRecord {
  readonly number: number;
  readonly merchant: string;
  readonly day: string;
  readonly at: number;
}

/** Records of one commit. */
const CHUNK = 5000;

const NEXT = `SELECT number, merchant, business_day AS day, at FROM queue_record WHERE number > ? ORDER BY number LIMIT ${CHUNK}`;
/** A record that was sent, or is on its way, keeps for the back office the day that it was sent with. */
const MOVE = `UPDATE queue_record SET business_day = ?, sent_day = CASE WHEN EXISTS (SELECT 1 FROM office_delivery AS d
    WHERE d.till = queue_record.till AND d.epoch = queue_record.epoch AND max(d.confirmed, coalesce(d.sending, 0)) >= queue_record.sequence)
  THEN coalesce(sent_day, business_day) ELSE sent_day END WHERE number = ?`;

/** Gives 0. Throws `DatabaseRefusal` while a bridge works in the directory. */
export async function rebuildBusinessDays(directory: string, say: (line: string) => void): Promise<number> {
  const db = openDatabase(directory, sqlFunctions);
  try {
    const calendarOf = createCalendars(createMerchants(db));
    const [next, move] = [db.prepare<DatedRecord>(NEXT), db.prepare(MOVE)];
    let [last, seen, moved] = [0, 0, 0];
    for (let rows = next.all(last); rows.length > 0; rows = next.all(last)) {
      last = rows.at(-1)?.number ?? last;
      seen += rows.length;
      const wrong = rows.flatMap(({ number, merchant, day, at }) => {
        const right = calendarOf(merchant).dayOf(at);
        return right === day ? [] : [[right, number] as const];
      });
      moved += wrong.length;
      if (wrong.length > 0) await db.write(() => wrong.forEach(([right, number]) => void move.run(right, number)));
    }
    say(
      `${moved} of ${seen} records are on another business day now. Z reports stay as they were made; at the back office run "npm run backoffice -- rebuild --days".`,
    );
    return 0;
  } finally {
    await db.close();
  }
}
