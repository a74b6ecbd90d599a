import Sqlite from 'better-sqlite3';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asRequest, bindToRequest, needRight, noteMoneyRequested } from '../world/requestContext.ts';
import { createGroupCommit } from './groupCommit.ts';

function fresh() {
  const sqlite = new Sqlite(':memory:');
  sqlite.exec('CREATE TABLE entry (value INTEGER NOT NULL UNIQUE)');
  let commits = 0;
  let failing = false;
  let room = 0;
  const steps: string[] = [];
  const failures: string[] = [];
  const connection = {
    prepare(sql: string) {
      const statement = sqlite.prepare(sql);
      return {
        run() {
          steps.push(sql);
          if (sql === 'COMMIT') {
            if (failing) throw new Error('disk full');
            commits += 1;
          }
          return statement.run();
        },
      };
    },
    get inTransaction() {
      return sqlite.inTransaction;
    },
  };
  const insert = sqlite.prepare('INSERT INTO entry VALUES (?) RETURNING value').pluck();
  return {
    group: createGroupCommit(
      connection,
      error => void failures.push(String((error as Error).message)),
      undefined,
      (_, tries) => {
        failing = failing && tries + 1 < room;
        return room > 0;
      },
    ),
    /** From so many tries on there is room for a commit. */
    makeRoom(after: number) {
      room = after;
    },
    failures,
    steps,
    add: (value: number) => insert.get(value) as number,
    values: () => sqlite.prepare('SELECT value FROM entry ORDER BY value').pluck().all(),
    commits: () => commits,
    fail: (value: boolean) => {
      failing = value;
    },
  };
}

const reasons = (settled: readonly PromiseSettledResult<unknown>[]) =>
  settled.map(one => (one.status === 'rejected' ? String((one.reason as Error).message) : one.value));

describe('group commit', () => {
  it('writes the jobs of one turn with one commit and answers each with its own value', async () => {
    const { group, add, values, commits } = fresh();
    const answers = await Promise.all([1, 2, 3].map(value => group.write(() => add(value) * 10)));
    expect(answers).toEqual([10, 20, 30]);
    expect(values()).toEqual([1, 2, 3]);
    expect(commits()).toBe(1);
    await group.write(() => add(4));
    expect(commits()).toBe(2);
  });

  it('lets a later job see what an earlier one of the same turn wrote', async () => {
    const { group, add, values } = fresh();
    const [, seen] = await Promise.all([group.write(() => add(1)), group.write(() => values())]);
    expect(seen).toEqual([1]);
  });

  it('runs the jobs of a commit that found no room again once there is some, and answers each once', async () => {
    const { group, add, values, fail, makeRoom, failures } = fresh();
    fail(true);
    makeRoom(3);
    const after: number[] = [];
    const job = (value: number) => () => {
      group.afterCommit(() => void after.push(value));
      return add(value);
    };
    expect(await Promise.all([1, 2].map(value => group.write(job(value))))).toEqual([1, 2]);
    expect([values(), after, failures, group.commits()]).toEqual([[1, 2], [1, 2], [], 4]);
  });

  it('a job that runs again for want of room has its condition and its right again', async () => {
    const { group, add, values, fail, makeRoom } = fresh();
    fail(true);
    makeRoom(1);
    const steps: string[] = [];
    const before = () => void steps.push('before');
    await asRequest({ supportId: 'a', before, after: null }, async () => {
      needRight({ check: () => void steps.push('check'), use: () => void steps.push('use') });
      const jobs = [1, 2].map(value =>
        bindToRequest(() => {
          add(value);
          noteMoneyRequested();
        }),
      );
      await Promise.all(jobs.map(job => group.write(job)));
    });
    const tried = ['before', 'check', 'use'];
    expect([values(), steps]).toEqual([
      [1, 2],
      [...tried, ...tried],
    ]);
  });

  it('undoes a job that throws, and only that one', async () => {
    const { group, add, values, commits } = fresh();
    const settled = await Promise.allSettled([
      group.write(() => add(1)),
      group.write(() => {
        add(2);
        throw new Error('refused');
      }),
      group.write(() => add(3)),
    ]);
    expect(reasons(settled)).toEqual([1, 'refused', 3]);
    expect(values()).toEqual([1, 3]);
    expect(commits()).toBe(1);
  });

  it('opens a savepoint from the second job of a commit on', async () => {
    const { group, add, steps } = fresh();
    await group.write(() => add(1));
    expect(steps.splice(0)).toEqual(['BEGIN IMMEDIATE', 'COMMIT']);
    await Promise.all([2, 3].map(value => group.write(() => add(value))));
    expect(steps).toEqual(['BEGIN IMMEDIATE', 'SAVEPOINT job', 'RELEASE job', 'COMMIT']);
  });

  it('undoes the first job that throws and keeps the others', async () => {
    const { group, add, values } = fresh();
    const refused = () => {
      add(1);
      throw new Error('refused');
    };
    const settled = await Promise.allSettled([group.write(refused), group.write(() => add(2)), group.write(refused)]);
    expect(reasons(settled)).toEqual(['refused', 2, 'refused']);
    expect(values()).toEqual([2]);
  });

  it('commits nothing where every job throws, and says that what they read is no longer true', async () => {
    const { group, add, values, commits } = fresh();
    const before = group.commits();
    const refused = (value: number) =>
      group.write(() => {
        add(value);
        throw new Error(`refused with ${values().length}`);
      });
    const settled = await Promise.allSettled([refused(1), refused(2)]);
    expect(reasons(settled)).toEqual(['refused with 1', 'refused with 1']);
    expect([values(), commits()]).toEqual([[], 0]);
    expect(group.commits()).toBeGreaterThan(before);
  });

  it('rejects all jobs when the commit fails, keeps nothing, and goes on afterwards', async () => {
    const { group, add, values, fail } = fresh();
    let calls = 0;
    fail(true);
    const settled = await Promise.allSettled(
      [1, 2].map(value =>
        group.write(() => {
          add(value);
          group.afterCommit(() => {
            calls += 1;
          });
        }),
      ),
    );
    expect(reasons(settled)).toEqual(['disk full', 'disk full']);
    expect(values()).toEqual([]);
    expect(calls).toBe(0);
    fail(false);
    await group.write(() => add(1));
    expect(values()).toEqual([1]);
  });

  it('runs actions after the commit, in order, only of jobs that were committed, before the job is answered', async () => {
    const { group, add, commits } = fresh();
    const calls: string[] = [];
    const note = (name: string) => group.afterCommit(() => calls.push(`${name} after ${commits()}`));
    await Promise.allSettled([
      group.write(() => note(`first ${add(1)}`)),
      group.write(() => {
        note('never');
        throw new Error('refused');
      }),
      group.write(() => note('second')).then(() => calls.push('answered')),
    ]);
    expect(calls).toEqual(['first 1 after 1', 'second after 1', 'answered']);
    expect(() => group.afterCommit(() => undefined)).toThrow('jobs only');
  });

  it('answers every job, and carries out what else follows, where an action throws', async () => {
    const { group, add, values, failures } = fresh();
    const calls: string[] = [];
    const answers = await Promise.all([
      group.write(() => {
        group.afterCommit(() => {
          throw new Error('nobody there');
        });
        group.afterCommit(() => calls.push('first'));
        return add(1);
      }),
      group.write(() => {
        group.afterCommit(() => calls.push('second'));
        return add(2);
      }),
    ]);
    await group.drain();
    expect([answers, values(), calls, failures]).toEqual([[1, 2], [1, 2], ['first', 'second'], ['nobody there']]);
  });

  it('drain waits for what has been asked for', async () => {
    const { group, add, values } = fresh();
    void group.write(() => add(1)).then(() => void group.write(() => add(2)));
    await group.drain();
    expect(values()).toContain(1);
  });

  it('keeps exactly the jobs that did not throw, however they are spread over turns', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ fails: fc.boolean(), waits: fc.boolean() }), { maxLength: 20 }),
        async plan => {
          const { group, add, values } = fresh();
          const writes: Promise<unknown>[] = [];
          for (const [value, { fails, waits }] of plan.entries()) {
            const written = group.write(() => {
              add(value);
              if (fails) throw new Error('refused');
            });
            written.catch(() => undefined); // looked at later
            writes.push(written);
            if (waits) await new Promise(resolve => setImmediate(resolve));
          }
          const settled = await Promise.allSettled(writes);
          expect(settled.map(({ status }) => status)).toEqual(
            plan.map(({ fails }) => (fails ? 'rejected' : 'fulfilled')),
          );
          expect(values()).toEqual(plan.flatMap(({ fails }, value) => (fails ? [] : [value])));
        },
      ),
    );
  });
});
