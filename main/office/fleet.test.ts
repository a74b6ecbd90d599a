/** A fleet: who must update, tills on two machines, last ends of day, people of a region, exports that go on, old and new tills together. */
import { describe, expect, it } from 'vitest';
import { writeRecords } from '../batch/recordLines.ts';
import { type SigningKey, signRequest } from '../batch/signature.ts';
import { signBatch } from '../batch/signedBatch.ts';
import type { OfficeRecord } from '../wire/office/records.ts';
import type { ReportAnswer, ReportRow } from '../wire/office/reports.ts';
import { version } from '../world/programVersion.ts';
import { makeCode } from './enrolment/codes.ts';
import { headOf, keyPair, newInstallation, saleRecord } from './office.fixture.ts';
import { ids, openBooks } from './reports/books.fixture.ts';
import { cash, closed, DAY, item } from './reports/dayByHand.fixture.ts';
import { isOlder } from './reports/health.ts';

const books = openBooks();
const JSON_BODY = { 'content-type': 'application/json' };
const send = (method: string, body: object) => ({ method, headers: JSON_BODY, body: JSON.stringify(body) });

it('versions are compared by their numbers, and what cannot be read is not judged', () => {
  const older = ['0.9.0', '1.9.12', '1.10.3'].map(till => isOlder(till, '1.10.4'));
  const others = ['1.10.4', '1.11.0', '2.0.0', 'test', undefined].map(till => isOlder(till, '1.10.4'));
  expect([older, others]).toEqual([Array(3).fill(true), Array(5).fill(false)]);
});

describe('the fleet', () => {
  it('says version, clock, queue, last end of day, and a till on two machines', async () => {
    const condition = (facts: object) =>
      JSON.stringify({ version, at: new Date(books.clock.now).toISOString(), tills: [], terminals: [], ...facts });
    const heard = new Date(books.clock.now - 60_000).toISOString();
    const set = 'UPDATE heartbeat SET last_heard = $2, condition = $3::text::jsonb WHERE bridge = $1';
    await books.database.query(set, ['BRG_NORTH', heard, condition({ version: '0.0.9' })]);
    await books.database.query(set, ['BRG_SOUTH', heard, condition({})]);
    await books.book({
      ...{ kind: 'zReport', event: 'made', object: 'ZRP_1', sum: 0, document: null, day: '2026-11-21' },
      ...{ at: '2026-11-21T20:00:00Z', facts: { number: 1 }, till: ids.tills.north },
    });
    await books.database.query(
      `INSERT INTO refused_record (store, till, epoch, received, code, reason, record) VALUES ($1, $2, 1, $3, 'twoMachines', '{}', '')`,
      [ids.north, ids.tills.north2, heard],
    );
    const { body } = await books.ask<ReportAnswer>('chain', '/reports/health');
    const rows = Object.fromEntries((body.rows as readonly ReportRow[]).map(row => [row.key, row]));
    expect(rows[ids.tills.north]).toMatchObject({
      ...{ state: 'ok', version: '0.0.9', update: version, last_closing: '2026-11-21T20:00:00.000Z', machines: 0 },
    });
    expect(rows[ids.tills.north2]).toMatchObject({ state: 'twoMachines', machines: 1, last_closing: null });
    expect(rows[ids.tills.south]).toMatchObject({ state: 'ok', update: null, last_closing: null });
    expect(body.rows[0]?.key).toBe(ids.tills.north2);
  });

  it('a person of a region sees its stores alone, those that come to it later included', async () => {
    const set = (store: string, region: string | null) =>
      books.ask('chain', `/stores/${store}`, send('PATCH', { region }));
    expect((await set(ids.north, 'Küste')).status).toBe(200);
    const person = { username: 'region@own.example', name: 'Region', role: 'store', password: 'long-enough-1' };
    const add = (more: object) =>
      books.ask<{ region: string }>('chain', '/people', send('POST', { ...person, ...more }));
    expect((await add({})).status).toBe(400);
    expect((await add({ region: 'Küste', store: ids.north })).status).toBe(400);
    expect((await add({ region: 'Alpen' })).status).toBe(404);
    expect((await add({ region: 'Küste', role: 'chain' })).status).toBe(400);
    expect(await add({ region: 'Küste' })).toMatchObject({ status: 201, body: { region: 'Küste' } });
    const token = await fetch(`${books.url}/office/v1/token`, {
      ...{ method: 'POST', body: new URLSearchParams({ username: person.username, password: person.password }) },
    });
    const { access_token: access } = (await token.json()) as { access_token: string };
    const sees = async () => {
      const answer = await fetch(`${books.url}/office/v1/stores`, { headers: { authorization: `Bearer ${access}` } });
      return ((await answer.json()) as { data: { id: string }[] }).data.map(({ id }) => id).sort();
    };
    expect(await sees()).toEqual([ids.north]);
    await set(ids.south, 'Küste');
    expect(await sees()).toEqual([ids.north, ids.south]);
    await set(ids.north, null);
    await set(ids.south, null);
    expect(await sees()).toEqual([]);
  });
});

it('an export of records that was cut off goes on behind its last whole line', async () => {
  for (let sale = 1; sale <= 30; sale += 1)
    await books.book(closed(`STX_${sale}`, '10:00:00', 100, [item('B1', 100, 7)], cash(100)));
  const path = `/exports/documents.jsonl?from=${DAY}&to=${DAY}`;
  const whole = (await books.ask('chain', path)).text;
  const cut = whole.slice(0, Math.floor(whole.length * 0.6));
  const kept = cut.slice(0, cut.lastIndexOf('\n') + 1);
  const { place } = JSON.parse(kept.trimEnd().split('\n').at(-1)!) as { place: string };
  const rest = await books.ask('chain', `${path}&after=${encodeURIComponent(place)}`);
  expect([kept + rest.text === whole, whole.trimEnd().split('\n').length >= 30]).toEqual([true, true]);
  for (const wrong of ['x', '2026-11-20/STO/TIL/1', `2026-02-30/a/b/1/2`, '2026-11-20/a/b/1/x'])
    expect([wrong, (await books.ask('chain', `${path}&after=${wrong}`)).status]).toEqual([wrong, 400]);
});

describe('old and new versions together', () => {
  const post = async (path: string, body: string, headers: Record<string, string>) => {
    const answer = await fetch(`${books.url}${path}`, { method: 'POST', body, headers: { ...JSON_BODY, ...headers } });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };
  const signed = async (path: string, value: object, key: SigningKey) => {
    const body = JSON.stringify(value);
    const request = { method: 'POST', url: `${books.url}${path}`, headers: JSON_BODY, body: Buffer.from(body) };
    return post(path, body, (await signRequest(request, key, books.clock.now)) as unknown as Record<string, string>);
  };
  const enrolled = async (more: object) => {
    const pair = keyPair();
    const code = await makeCode(books.database, ids.south, null, books.clock.now);
    const about = { code, installation: newInstallation(), name: 'Old', public_key: pair.publicKey, version: '0.0.1' };
    const { status, body } = await post('/office/v1/enrolments', JSON.stringify({ ...about, ...more }), {});
    expect(status).toBe(201);
    return pair.sign(String(body.key));
  };
  const batch = async (key: SigningKey, till: string, records: readonly OfficeRecord[]) => {
    const head = headOf(records, { till });
    const url = `${books.url}/office/v1/batches`;
    const body = Buffer.from([...writeRecords(records)].join(''));
    const headers = { 'content-type': 'application/x-ndjson' };
    const request = { method: 'POST', url, headers, body };
    const answer = await fetch(url, {
      ...{ method: 'POST', body, headers: { ...headers, ...(await signBatch(head, request, key, books.clock.now)) } },
    });
    return (await answer.json()) as { taken: number; refused: unknown[] };
  };
  const beat = { version: '0.0.1', at: '2026-11-23T12:00:00Z', name: 'Old', terminals: [] };
  const till = { till: 'SDV_OLD', name: 'Old', epoch: 1, sequence: 1, waiting: 0, parked: 0 };

  it('a till of the first version enrols, reports and sells: it names no epochs, no zone, no start of the day', async () => {
    const key = await enrolled({});
    expect((await signed('/office/v1/heartbeats', { ...beat, tills: [till] }, key)).status).toBe(200);
    expect(await batch(key, 'SDV_OLD', [saleRecord(1, { id: 'STX_OLD', day: DAY })])).toMatchObject({
      taken: 1,
      refused: [],
    });
  });

  it('a till of a later version says more than this office knows: nothing is refused, and what it cannot count waits', async () => {
    const key = await enrolled({ time_zone: 'Europe/Berlin', battery: 87 });
    const more = {
      ...beat,
      version: '99.0.0',
      weather: 'fine',
      time_zone: 'Europe/Berlin',
      shop: { street: 'A', moon: 1 },
    };
    const known = { zip: null, city: null, country: 'DE', tax_number: null, vat_id: null };
    const shop = { ...more.shop, ...known };
    const sent = { ...more, shop, tills: [{ ...till, till: 'SDV_NEW', light: 'green' }] };
    expect((await signed('/office/v1/heartbeats', sent, key)).status).toBe(200);
    const dance = { ...saleRecord(1, { id: 'DNC_1', day: DAY }), kind: 'dance', event: 'danced', mood: 'good' };
    const sale = { ...saleRecord(2, { id: 'STX_NEW', day: DAY }), mood: 'good' };
    expect(await batch(key, 'SDV_NEW', [dance as never, sale as never])).toMatchObject({ taken: 2, refused: [] });
    const { body } = await books.ask<{ data: { object: string; waits_for: string }[] }>('chain', '/waiting');
    expect(body.data).toMatchObject([{ object: 'DNC_1', waits_for: 'newerOffice' }]);
    const sold = await books.ask<{ count: number }>('chain', '/sales?q=id:STX_NEW');
    expect(sold.body.count).toBe(1);
  });
});
