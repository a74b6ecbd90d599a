/** Mails that wait to be sent, and what became of them. */
import type { Language } from '../domain/money.ts';
import { newKey } from '../world/ids.ts';
import type { Mails } from '../world/messages.ts';
import type { Database } from './database.ts';

export interface WaitingMail {
  readonly id: string;
  readonly merchant: string;
  readonly sale: string;
  readonly recipient: string;
  readonly template: string;
  readonly language: Language;
  readonly attempts: number;
}

export interface MailStore extends Mails {
  /** Mails that are due, oldest first. */
  due(now: number): readonly WaitingMail[];
  /** Time at which the next mail is due, ms since 1970; null when none waits. */
  nextDue(): number | null;
  // Inside a job.
  sent(id: string): void;
  again(id: string, at: number, problem: string): void;
  giveUp(id: string, problem: string): void;
  /** Forgets mails that were sent or given up, and were last due before `until`, ms since 1970. */
  prune(until: number): void;
  /** Called when the commit that queued a mail held. */
  onQueued(listener: () => void): void;
}

const AT_ONCE = 20;

export function createMails(db: Database, now: () => number): MailStore {
  const insert = db.prepare(
    'INSERT INTO mail (id, merchant, sale, recipient, template, language, next_at) VALUES (?, ?, ?, ?, ?, ?, ?)',
  );
  const due = db.prepare<WaitingMail>(`SELECT id, merchant, sale, recipient, template, language, attempts FROM mail
    WHERE state = 'waiting' AND next_at <= ? ORDER BY next_at LIMIT ${AT_ONCE}`);
  const next = db.prepare<number | null>("SELECT min(next_at) FROM mail WHERE state = 'waiting'").pluck();
  const end = db.prepare('UPDATE mail SET state = ?, problem = ?, attempts = attempts + 1 WHERE id = ?');
  const again = db.prepare('UPDATE mail SET next_at = ?, problem = ?, attempts = attempts + 1 WHERE id = ?');
  const forget = db.prepare("DELETE FROM mail WHERE state <> 'waiting' AND next_at < ?");
  let queued = () => {};

  return {
    queue({ merchant, sale, recipient, template, language }) {
      insert.run(newKey(), merchant, sale, recipient, template, language, now());
      db.afterCommit(() => queued());
    },
    due: at => due.all(at),
    nextDue: () => next.get() ?? null,
    sent: id => void end.run('sent', null, id),
    again: (id, at, problem) => void again.run(at, problem, id),
    giveUp: (id, problem) => void end.run('given up', problem, id),
    prune: until => void forget.run(until),
    onQueued(listener) {
      queued = listener;
    },
  };
}
