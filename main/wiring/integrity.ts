/**
 * Checks the pages of the database after every start, and also the chain of closed sales after an end that was not in order and once a
 * day: somebody may have overwritten the file while nothing ran. The result is stored.
 */

import { brokenShortly, chainReader, verifyChain } from '../store/chain.ts';
import type { Database } from '../store/database.ts';
import { checkIntegrity, type IntegrityCheck, type IntegrityResult, type IntegrityView } from '../store/integrity.ts';
import type { BridgeParts } from './parts.ts';

export interface IntegrityWatch {
  view(): IntegrityView;
  stop(): Promise<void>;
}

type Settings = Pick<BridgeParts, 'log' | 'checkAfter'>;

const DAY = 24 * 3_600_000;
/** See `BridgeParts.checkAfter`. */
const AFTER_START = 3000;
const LOOK_EVERY = 60_000;
const EARLY = 5;

export function watchIntegrity(
  db: Database,
  file: string,
  { log, checkAfter = AFTER_START }: Settings,
): IntegrityWatch {
  const read = db.prepare<string>("SELECT value FROM setting WHERE key = 'integrity'").pluck();
  const keep = db.prepare(
    "INSERT INTO setting (key, value) VALUES ('integrity', ?) ON CONFLICT DO UPDATE SET value = excluded.value",
  );
  let last = JSON.parse(read.get() ?? 'null') as IntegrityResult | null;
  let due = Date.now() + checkAfter;
  /** After an orderly end the chain was in order, and is looked at when its day is over. */
  let chainDue = db.afterCrash || last === null || last.problems.length > 0 ? due : last.at + DAY;
  let check: IntegrityCheck | null = null;
  let isStopped = false;
  let running: Promise<void> | null = null;

  async function run() {
    check = checkIntegrity(file);
    last = await check.result;
    check = null;
    judgePages(last);
    if (Date.now() >= chainDue) {
      await checkChain();
      chainDue = Date.now() + DAY;
    }
    if (!db.readOnly && !isStopped) await db.write(() => void keep.run(JSON.stringify(last)));
  }

  function judgePages({ problems, ms }: IntegrityResult) {
    if (problems.length === 0) db.risks.clear('damaged');
    else db.risks.raise('damaged', problems.slice(0, 3).join('; '));
    log(problems.length === 0 ? 'info' : 'error', 'the database was checked', { ms, problems });
  }

  async function checkChain() {
    const { broken } = await verifyChain(chainReader(db), { marked: db.markedLink, isStopped: () => isStopped });
    if (broken.length === 0) db.risks.clear('chainBroken');
    else db.risks.raise('chainBroken', brokenShortly(broken));
    if (broken.length > 0) log('error', 'the chain of closed sales is broken', { broken: broken.slice(0, 20) });
  }

  function look() {
    if (running || Date.now() < due) return;
    running = run()
      .catch(error => {
        if (!isStopped) log('error', 'the check of the database failed', { error: String(error) });
      })
      .finally(() => {
        running = null;
        due = Date.now() + DAY;
      });
  }

  // A timer may fire a moment too early, when nothing is due yet.
  const first = setTimeout(look, Math.max(0, Math.min(due - Date.now(), LOOK_EVERY)) + EARLY).unref();
  const timer = setInterval(look, LOOK_EVERY).unref();
  return {
    view: () => ({ running: check?.progress() ?? null, last }),
    async stop() {
      isStopped = true;
      clearTimeout(first);
      clearInterval(timer);
      await check?.stop();
      await running;
    },
  };
}
