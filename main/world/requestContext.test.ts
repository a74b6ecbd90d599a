/** Jobs know the request they belong to, also when many requests share one commit. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../store/database.ts';
import {
  asRequest,
  needRight,
  noteChange,
  noteMoneyRequested,
  type ObjectChange,
  type RequestContext,
  supportIdOfJob,
} from './requestContext.ts';

const folder = mkdtempSync(join(tmpdir(), 'tillbridge-context-'));
let db: Database;

beforeAll(() => {
  db = openDatabase(folder);
});
afterAll(async () => {
  await db.close();
  rmSync(folder, { recursive: true, force: true });
});

const context = (supportId: string, more: Partial<RequestContext> = {}): RequestContext => ({
  supportId,
  before: null,
  after: null,
  ...more,
});
const change = (id: string): ObjectChange => ({ merchant: 'MRC_1', object: 'x', id, type: 'added' });
const setting = (key: string) => db.prepare<string>('SELECT value FROM setting WHERE key = ?').pluck().get(key);
const put = (key: string) => db.prepare("INSERT INTO setting VALUES (?, 'here')").run(key);

describe('the context of a request', () => {
  it('goes with it into the commit it shares with others', async () => {
    const ids = await Promise.all([
      asRequest(context('a'), () => db.write(supportIdOfJob)),
      db.write(supportIdOfJob),
      asRequest(context('b'), async () => {
        await null;
        return db.write(supportIdOfJob);
      }),
    ]);
    expect(ids).toEqual(['a', null, 'b']);
    expect(supportIdOfJob()).toBeNull();
  });

  it('checks its condition inside the first job, which a refusal undoes', async () => {
    let asked = 0;
    const before = () => {
      asked += 1;
      if (setting('taken') !== undefined) throw new Error('taken');
    };
    await asRequest(context('a', { before }), async () => {
      await db.write(() => put('taken'));
      await db.write(() => put('second'));
    });
    expect(asked).toBe(1);
    const late = asRequest(context('b', { before }), () => db.write(() => put('late')));
    await expect(late).rejects.toThrow('taken');
    expect(setting('late')).toBeUndefined();
  });

  it('hears after each job what it changed, in the same commit, and nothing of a job that failed', async () => {
    const noted: string[][] = [];
    const after = (changes: readonly ObjectChange[]) => {
      noted.push(changes.map(({ id }) => id));
      put(`key ${noted.length}`);
    };
    await asRequest(context('a', { after }), async () => {
      await db.write(() => {
        noteChange(change('1'));
        noteChange(change('2'));
      });
      await db.write(() => 'nothing changed');
      await db
        .write(() => {
          noteChange(change('3'));
          throw new Error('no');
        })
        .catch(() => undefined);
      await db.write(() => noteChange(change('4')));
    });
    expect(noted).toEqual([['1', '2'], ['4']]);
    expect([setting('key 1'), setting('key 2'), setting('key 3')]).toEqual(['here', 'here', undefined]);
  });

  it('uses a right up in the job that changes or begins something, and looks at it in every job before', async () => {
    for (const work of [() => noteChange(change('1')), noteMoneyRequested]) {
      const steps: string[] = [];
      const job = (name: string, more: () => void = () => undefined) =>
        db.write(() => {
          steps.push(name);
          more();
        });
      await asRequest(context('a', {}), async () => {
        needRight({ check: () => void steps.push('check'), use: () => void steps.push('use') });
        await job('look');
        await job('fail', () => {
          noteChange(change('2'));
          throw new Error('no');
        }).catch(() => undefined);
        await job('do', work);
        await job('later', work);
      });
      expect(steps).toEqual(['check', 'look', 'check', 'fail', 'check', 'do', 'use', 'later']);
    }
  });

  it('undoes the job whose right is gone by then', async () => {
    const work = asRequest(context('a', {}), async () => {
      needRight({
        check: () => undefined,
        use() {
          throw new Error('used already');
        },
      });
      await db.write(() => {
        put('gift');
        noteChange(change('1'));
      });
    });
    await expect(work).rejects.toThrow('used already');
    expect(setting('gift')).toBeUndefined();
  });
});
