/** The audit log: entries in the commit of their change, chained, and never changed or removed. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeAll, temporaryDirectory } from '../doubles/bridge.fixture.ts';
import { sqlFunctions } from '../query/comparable.ts';
import { createAudit } from './audit.ts';
import { type Database, openDatabase } from './database.ts';

const actor = { person: null, name: 'set-up', till: null };
let db: Database;

beforeAll(async () => {
  db = openDatabase(temporaryDirectory(), sqlFunctions);
  await db.write(() => db.prepare("INSERT INTO merchant VALUES ('m', 'Shop', '[]', 'EUR')").run());
});
afterAll(async () => {
  await db.close();
  await closeAll();
});

const log = () => createAudit(db, () => 1_000);
const change = (subject: string) => ({ kind: 'article', subject, action: 'created', before: null, after: {} }) as const;

describe('the audit log', () => {
  it('has a chain that holds, and an end that is known', async () => {
    expect(log().check('m')).toEqual({ ok: true, entries: 0, broken: null, head: '' });
    await db.write(() => {
      for (const subject of ['1', '2', '3']) log().append('m', actor, change(subject));
    });
    expect(log().check('m')).toMatchObject({ ok: true, entries: 3, broken: null });
  });

  it('is undone with the change that it belongs to', async () => {
    const refused = db.write(() => {
      log().append('m', actor, change('4'));
      throw new Error('refused');
    });
    await expect(refused).rejects.toThrow('refused');
    expect(log().check('m')).toMatchObject({ ok: true, entries: 3 });
  });

  it('keeps its entries from being changed or removed', () => {
    expect(() => db.prepare("UPDATE audit_entry SET query_kind = 'person'").run()).toThrow('never changed');
    expect(() => db.prepare('DELETE FROM audit_entry').run()).toThrow('never removed');
  });

  it('names the first entry that somebody changed behind its back, and misses entries at the end', () => {
    db.prepare('DROP TRIGGER audit_unchanged').run();
    db.prepare('DROP TRIGGER audit_kept').run();
    db.prepare('DELETE FROM audit_entry WHERE number = 3').run();
    expect(log().check('m')).toMatchObject({ ok: false, entries: 2, broken: null });
    db.prepare(`UPDATE audit_entry SET document = replace(document, 'article', 'voucher') WHERE number = 1`).run();
    const first = db.prepare<string>('SELECT id FROM audit_entry WHERE number = 1').pluck().get();
    expect(log().check('m')).toMatchObject({ ok: false, entries: 0, broken: first });
  });
});
