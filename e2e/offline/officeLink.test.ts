import { setTimeout as passed } from 'node:timers/promises';
import { afterAll, afterEach, expect, it } from 'vitest';
import { closeAll, temporaryDirectory, until } from '../../main/doubles/bridge.fixture.ts';
import { OfficeDouble, type OfficeFault } from '../../main/doubles/officeDouble.ts';
import { openForReading } from '../../main/store/unlockedReading.ts';
import { startTill, type TillProcess } from './tillProcess.fixture.ts';

const offices = new Set<OfficeDouble>();
const tills = new Set<TillProcess>();

afterEach(async () => {
  for (const till of tills) await till.kill('SIGKILL');
  for (const office of offices) await office.close();
  tills.clear();
  offices.clear();
});
afterAll(closeAll);

async function openOffice(): Promise<OfficeDouble> {
  const office = await new OfficeDouble().listen();
  offices.add(office);
  return office;
}

function till(...options: Parameters<typeof startTill>): TillProcess {
  const started = startTill(...options);
  tills.add(started);
  return started;
}

/** Every record of the database by its key; each of them has to be in the office, and nothing else. */
function expectSame(data: string, office: OfficeDouble): number {
  const reading = openForReading(data);
  const own = reading
    .prepare<string>("SELECT till || '.' || epoch || '.' || sequence || ' ' || object FROM queue_record")
    .pluck();
  const keys = new Set(own.all());
  reading.close();
  const held = [...office.epochs].flatMap(([epoch, { records }]) =>
    [...records].map(([sequence, { record }]) => `${epoch}.${sequence} ${record.object}`),
  );
  expect(new Set(held)).toEqual(keys);
  expect(held.length).toBe(keys.size);
  return keys.size;
}

function anyFault(): OfficeFault | null {
  const chance = Math.random();
  if (chance < 0.15) return { kind: 'lose' };
  if (chance < 0.2) return { kind: 'cut' };
  if (chance < 0.25) return { kind: 'answer', status: 500 };
  if (chance < 0.28) return { kind: 'answer', status: 429, headers: { 'retry-after': '0' } };
  return chance < 0.5 ? { kind: 'slow', ms: 30 } : null;
}

/**
 * A line that does everything a line can do, most of the time nothing. After three requests that failed in a row the
 * next one passes: the till doubles its wait after each failure, and the test would wait longer than it may.
 */
function badLine(): () => OfficeFault | null {
  let failed = 0;
  return () => {
    const fault = failed < 3 ? anyFault() : null;
    failed = fault === null || fault.kind === 'slow' ? 0 : failed + 1;
    return fault;
  };
}

it('sends every record once, although the till is killed at random and the line is bad', async () => {
  const office = await openOffice();
  office.fault = badLine();
  const data = temporaryDirectory();
  for (let kills = 0; kills < (process.env.LONG ? 5 : 1); kills += 1) {
    const selling = till(data, office.address, Number.POSITIVE_INFINITY);
    const enough = office.batches.length + 1 + Math.floor(Math.random() * 8);
    await until(() => office.batches.length >= enough);
    await passed(Math.random() * 30);
    await selling.kill('SIGKILL');
  }
  office.fault = () => null;
  const last = till(data, office.address, 20);
  await last.line('drained');
  await last.kill('SIGTERM');
  expect(expectSame(data, office)).toBeGreaterThan(process.env.LONG ? 30 : 20);
  expect(office.batches.some(({ place }) => place === 'ahead' || place === 'cloned')).toBe(false);
});

it('goes on after it was stopped longer than its lease in the middle of a batch', async () => {
  const office = await openOffice();
  const data = temporaryDirectory();
  const selling = till(data, office.address, 300);
  await until(() => office.batches.length > 2);
  selling.process.kill('SIGSTOP');
  const { length } = office.batches;
  await passed(1500);
  expect(office.batches.length).toBeLessThanOrEqual(length + 1);
  selling.process.kill('SIGCONT');
  await selling.line('drained');
  await selling.kill('SIGTERM');
  expect(expectSame(data, office)).toBe(300);
});

it('drains what was sold in a week offline with flat memory', async () => {
  const office = await openOffice();
  const data = temporaryDirectory();
  const sales = process.env.LONG ? 2000 : 300;
  const week = till(data, office.address, sales, 0);
  const { memoryBefore, memoryHighest } = JSON.parse((await week.line('drained')).slice('drained '.length));
  await week.kill('SIGTERM');
  expect(expectSame(data, office)).toBe(sales);
  expect(memoryHighest - memoryBefore).toBeLessThan(100);
});
