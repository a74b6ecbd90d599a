import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { closeAll, until } from '../doubles/bridge.fixture.ts';
import type { OfficeFault } from '../doubles/officeDouble.ts';
import { EPOCH, TILL } from './linkOnDisk.fixture.ts';
import { closeLinks, openLink, openOffice } from './officeLink.fixture.ts';

afterEach(closeLinks);
afterAll(closeAll);

/** Each of these meets the next request to a path, then nothing more. */
const once = (path: string, ...faults: OfficeFault[]) => {
  const left = [...faults];
  return (asked: string) => (asked === path ? (left.shift() ?? null) : null);
};
const BATCHES = '/office/v1/batches';

describe('the enrolment', () => {
  it('uses the configured code, and survives a restart', async () => {
    const office = await openOffice();
    const first = await openLink(office.address);
    await until(() => first.link.enrolment()?.state === 'enrolled');
    const { privateKey } = first.link.enrolment()!;
    await first.close();
    const again = await openLink(office.address, { data: first.data });
    await again.sell(1);
    await again.drained();
    expect(again.link.enrolment()?.privateKey).toBe(privateKey);
    expect(office.keys.size).toBe(1);
  });

  it('asks again with the same key after a lost answer', async () => {
    const office = await openOffice();
    office.fault = once('/office/v1/enrolments', { kind: 'lose' });
    const test = await openLink(office.address);
    await until(() => test.link.enrolment()?.state === 'enrolled');
    expect(office.keys.size).toBe(1);
  });

  it('says that the code is not accepted, and takes the next code from the screen', async () => {
    const office = await openOffice();
    office.codes.clear();
    const test = await openLink(office.address);
    await until(() => test.targets.condition('office').state === 'refused');
    expect(test.targets.condition('office').reason?.code).toBe('codeRefused');
    office.codes.add('ABCDE-FGHJK');
    await test.link.enrol(office.address, 'ABCDE-FGHJK', 'MRC_1');
    await until(() => test.targets.condition('office').state === 'up');
  });

  it('holds on with its key when another code is refused', async () => {
    const office = await openOffice();
    const test = await openLink(office.address);
    await until(() => test.link.enrolment()?.state === 'enrolled');
    const { privateKey } = test.link.enrolment()!;
    await test.link.enrol(office.address, 'WRONG-CODES', 'MRC_1');
    expect(test.targets.condition('office').reason?.code).toBe('codeRefused');
    expect(test.link.enrolment()).toMatchObject({ state: 'enrolled', privateKey, before: null });
    await test.link.tryNow();
    await test.sell(1);
    await test.drained();
  });

  it('changes its key: the new one is signed by the old one, also after a lost answer', async () => {
    const office = await openOffice();
    const test = await openLink(office.address);
    await until(() => test.link.enrolment()?.state === 'enrolled');
    office.fault = once('/office/v1/keys', { kind: 'lose' });
    await test.link.rotate();
    await until(() => test.link.enrolment()?.answer?.key === 'KEY_2');
    office.keys.delete('KEY_1');
    await test.sell(1);
    await test.drained();
    expect(office.keys.size).toBe(1);
  });

  it('keeps everything when access is revoked, and goes on with a new code where it stopped', async () => {
    const office = await openOffice();
    const test = await openLink(office.address);
    await test.sell(3);
    await test.drained();
    for (const key of office.keys.keys()) office.revoked.add(key);
    await test.sell(2);
    await until(() => test.link.enrolment()?.state === 'revoked');
    await until(() => test.targets.condition('office').state === 'refused');
    expect(test.targets.condition('office').reason?.texts.en).toContain('revoked the access');
    await test.link.tryNow();
    expect(test.link.enrolment()?.state).toBe('revoked');
    await test.link.enrol(office.address, 'DEMO-TILL', 'MRC_1');
    await test.drained();
    expect(office.batches.map(({ batch, first, last }) => [batch, first, last])).toEqual([
      [1, 1, 3],
      [2, 4, 5],
    ]);
  });

  it('is forgotten at once, and nothing is sent any more', async () => {
    const office = await openOffice();
    const test = await openLink(office.address);
    await until(() => test.link.enrolment()?.state === 'enrolled');
    await test.link.leave();
    await test.sell(1);
    expect(test.link.enrolment()).toMatchObject({ state: 'left', privateKey: null });
    expect(office.records()).toEqual([]);
  });

  it('enrols again with the configured code when the office has lost its database, and sends everything anew', async () => {
    const office = await openOffice();
    const test = await openLink(office.address);
    await test.sell(5);
    await test.drained();
    await office.close();
    const other = await openOffice();
    await test.close();
    const again = await openLink(other.address, { data: test.data, installation: 'elsewhere' });
    await until(() => other.records().length === 5);
    await again.drained();
  });

  it('keeps its keys sealed on disk', async () => {
    const office = await openOffice();
    const test = await openLink(office.address, { purpose: 'live' });
    await until(() => test.link.enrolment()?.state === 'enrolled');
    const sealed = expect.stringMatching(/^sealed1\./);
    expect(test.rows('SELECT private_key, code FROM office_enrolment')).toEqual([
      { private_key: sealed, code: sealed },
    ]);
  });
});

describe('records', () => {
  it('arrive once, in batches of at most a thousand, tills in turn', async () => {
    const office = await openOffice();
    const test = await openLink(office.address, { begins: false });
    await test.sell(1500);
    await test.sell(700, 'SDV_TILL2');
    await test.link.begin();
    await test.drained();
    // A machine that is busy may repeat a batch: the chain names each of them once.
    const chained = office.batches.filter(({ place }) => place === 'next');
    expect(chained.map(({ till, batch, first, last }) => [till, batch, first, last])).toEqual([
      [TILL, 1, 1, 1000],
      ['SDV_TILL2', 1, 1, 700],
      [TILL, 2, 1001, 1500],
    ]);
    expect(office.records()[0]).toMatchObject({ kind: 'sale', sum: 1290, document: { status: 'ok' } });
  });

  it('are sent again with the same number and the same records after a lost answer, and newer ones after them', async () => {
    const office = await openOffice();
    const test = await openLink(office.address);
    await until(() => test.link.enrolment()?.state === 'enrolled');
    office.fault = once(BATCHES, { kind: 'lose' }, { kind: 'answer', status: 500 });
    await test.sell(3);
    await until(() => office.records().length === 3);
    await test.sell(2);
    await test.drained();
    expect(office.batches.map(({ first, last, place, taken }) => [first, last, place, taken])).toEqual([
      [1, 3, 'next', 3],
      [1, 3, 'repeated', 0],
      [4, 5, 'next', 2],
    ]);
  });

  it('wait as long as a busy office asks, and the light says so', async () => {
    const office = await openOffice();
    const test = await openLink(office.address);
    await until(() => test.targets.condition('office').state === 'up');
    office.fault = once(BATCHES, { kind: 'answer', status: 429, headers: { 'retry-after': '1' } });
    const before = performance.now();
    await test.sell(1);
    await until(() => test.targets.condition('office').reason?.code === 'busy');
    expect(test.targets.condition('office').nextTry).toBeGreaterThan(Date.now());
    await test.drained();
    expect(performance.now() - before).toBeGreaterThan(950);
  });

  it('go on when a dead line comes back: refused, cut, slow and silent', async () => {
    const office = await openOffice();
    const test = await openLink(office.address, { limit: 150 });
    await until(() => test.link.enrolment()?.state === 'enrolled');
    office.fault = once(
      BATCHES,
      { kind: 'ignore' },
      { kind: 'cut' },
      { kind: 'slow', ms: 400 },
      { kind: 'slow', ms: 20 },
    );
    await test.sell(4);
    await until(() => test.targets.condition('office').reason?.code === 'unreachable');
    await test.drained();
    expect(office.records().length).toBe(4);
  });

  it('go in smaller batches where the office says that they are too large', async () => {
    const office = await openOffice();
    office.most = 30;
    const test = await openLink(office.address, { begins: false });
    await test.sell(100);
    await test.link.begin();
    await test.drained();
    expect(office.records().length).toBe(100);
    expect(office.batches.every(({ place }) => place === 'next')).toBe(true);
  });

  it('that are refused stay here with the reason, and the others pass', async () => {
    const office = await openOffice();
    office.refusedObjects.add(`STX_${TILL}_${EPOCH}_2`);
    const test = await openLink(office.address, { begins: false });
    await test.sell(3);
    await test.link.begin();
    await test.drained();
    expect(test.rows('SELECT sequence, reason FROM office_refusal')).toEqual([
      { sequence: 2, reason: JSON.stringify({ code: 'unwanted', texts: { de: 'unwanted', en: 'unwanted' } }) },
    ]);
    expect(office.records().length).toBe(2);
  });

  it('that were refused for their time are sent again when the office asks for them, and stop being refused', async () => {
    const office = await openOffice();
    office.refusedCode = 'fromTheFuture';
    office.refusedObjects.add(`STX_${TILL}_${EPOCH}_2`);
    const test = await openLink(office.address, { begins: false });
    await test.sell(3);
    await test.link.begin();
    await test.drained();
    expect(test.delivery.refusals(TILL)).toBe(1);
    office.refusedObjects.clear();
    test.link.changed();
    await until(() => office.records().length === 3);
    await test.drained();
    expect(test.delivery.refusals(TILL)).toBe(0);
  });

  it('that the office has lost are sent again outside the chain', async () => {
    const office = await openOffice();
    const test = await openLink(office.address);
    await test.sell(20);
    await test.drained();
    for (const number of [3, 4, 5, 17]) office.state(TILL, EPOCH).records.delete(number);
    test.link.changed();
    await until(() => office.records().length === 20);
    await test.drained();
    expect(office.batches.slice(1).map(({ batch, first, last }) => [batch, first, last])).toEqual(
      expect.arrayContaining([[0, 17, 17]]),
    );
  });

  it('of two bridges with the same data are all taken: the second one begins a new epoch, and a person hears of it', async () => {
    const office = await openOffice();
    const own = await openLink(office.address);
    await own.sell(5);
    await own.drained();
    const { records, head } = office.state(TILL, EPOCH);
    const copy = await openLink(office.address);
    await until(() => copy.link.enrolment()?.state === 'enrolled');
    await copy.db.write(() => {
      copy.db.prepare('INSERT INTO queue_till VALUES (?, ?, NULL, ?, 5)').run(TILL, 'MRC_1', EPOCH);
      copy.db
        .prepare('INSERT INTO office_delivery (till, epoch, confirmed, batch, hash) VALUES (?, ?, 5, 1, ?)')
        .run(TILL, EPOCH, head!.hash);
    });
    await own.sell(3);
    await own.drained();
    await copy.sell(4);
    await copy.drained();
    expect(records.size).toBeGreaterThanOrEqual(8);
    expect(office.records().length).toBe(12);
    expect(copy.rows('SELECT sequence FROM office_moved')).toEqual([6, 7, 8].map(sequence => ({ sequence })));
    expect(copy.rows('SELECT kind, object FROM queue_case')).toEqual([{ kind: 'clonedTill', object: TILL }]);
    await copy.sell(1);
    await copy.drained();
    expect(office.records().length).toBe(13);
  });

  it.each<object>([{}, { error: 'conflict' }, ['409 Conflict']])(
    'wait where something in between answers a bare 409 (%j), and nobody is called a copy',
    async body => {
      const office = await openOffice();
      const test = await openLink(office.address);
      await until(() => test.link.enrolment()?.state === 'enrolled');
      let left = 2;
      office.fault = path => (path === BATCHES && left-- > 0 ? { kind: 'answer', status: 409, body } : null);
      await test.sell(3);
      await until(() => test.targets.condition('office').reason?.code === 'unreadable');
      await test.drained();
      expect(test.rows('SELECT kind FROM queue_case')).toEqual([]);
      expect(office.batches.map(({ epoch, first, last, place }) => [epoch, first, last, place])).toEqual([
        [EPOCH, 1, 3, 'next'],
      ]);
    },
  );

  it('of an epoch that is over go outside the chain, and the new epoch has a chain of its own', async () => {
    const office = await openOffice();
    const test = await openLink(office.address, { begins: false });
    await test.sell(3);
    await test.db.write(() => test.db.prepare('UPDATE queue_till SET epoch = epoch + 1, sequence = 0').run());
    await test.sell(2);
    await test.link.begin();
    await test.drained();
    expect(office.batches.map(({ epoch, batch, first, last }) => [epoch - EPOCH, batch, first, last])).toEqual([
      [0, 0, 1, 3],
      [1, 1, 1, 2],
    ]);
  });

  it('that a person wants sent again are sent, however often', async () => {
    const office = await openOffice();
    office.refusedObjects.add(`STX_${TILL}_${EPOCH}_2`);
    const test = await openLink(office.address);
    await test.sell(3);
    await test.drained();
    for (const isRefused of [true, false]) {
      if (!isRefused) office.refusedObjects.clear();
      await test.db.write(() => {
        test.db.prepare('DELETE FROM office_refusal').run();
        test.delivery.sendAgain({ till: TILL, epoch: EPOCH }, 2);
      });
      test.link.wake();
      await test.drained();
      expect(test.delivery.refusals(TILL)).toBe(isRefused ? 1 : 0);
    }
    expect(office.records().length).toBe(3);
  });

  it('are signed within the window of the office although the clock of the till is a day wrong', async () => {
    const office = await openOffice();
    const clock = { now: () => Date.now() - 86_400_000, elapsed: () => performance.now() };
    const test = await openLink(office.address, { clock });
    await test.sell(2);
    await test.drained();
    expect(office.records().length).toBe(2);
  });
});

describe('the lease', () => {
  it('keeps a worker that overslept from storing what it heard', async () => {
    const office = await openOffice();
    const test = await openLink(office.address);
    await until(() => test.link.enrolment()?.state === 'enrolled');
    let takeOver = true;
    office.fault = path => {
      if (path !== BATCHES || !takeOver) return null;
      takeOver = false;
      test.db.prepare("UPDATE queue_target SET token = token + 1, leased_until = 0 WHERE target = 'office'").run();
      return null;
    };
    await test.sell(2);
    await until(() => office.batches.length === 1);
    expect(test.delivery.epochs('MRC_1')[0]?.confirmed).toBe(0);
    void test.link.tryNow();
    await test.drained();
    expect(office.batches.map(({ place }) => place)).toEqual(['next', 'repeated']);
  });
});

describe('a heartbeat', () => {
  it('comes once a minute and after changes, with every till', async () => {
    const office = await openOffice();
    const test = await openLink(office.address, { times: { heartbeat: 50 } });
    await test.sell(2);
    await until(() => office.heartbeats.length > 2);
    expect(office.heartbeats.at(-1)).toMatchObject({
      version: '1.0',
      tills: [{ till: TILL, name: `till ${TILL}`, epoch: EPOCH, sequence: 2, waiting: 0, parked: 0 }],
    });
  });

  it('names every epoch of a till, because an older copy of the office lacks those before, too', async () => {
    const office = await openOffice();
    const test = await openLink(office.address, { times: { heartbeat: 50 } });
    await test.sell(3);
    await test.drained();
    await test.db.write(() => test.db.prepare('UPDATE queue_till SET epoch = epoch + 1, sequence = 0').run());
    await test.sell(2);
    await test.drained();
    await until(() => office.heartbeats.length > 0);
    const { length } = office.heartbeats;
    await until(() => office.heartbeats.length > length + 1);
    const epochs = [
      { epoch: EPOCH, confirmed: 3 },
      { epoch: EPOCH + 1, confirmed: 2 },
    ];
    expect(office.heartbeats.at(-1)).toMatchObject({ tills: [{ till: TILL, epoch: EPOCH + 1, waiting: 0, epochs }] });
  });
});
