/** The routes for tills, called over HTTP with real signatures. */
import { request } from 'node:http';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import type { BatchHead } from '../../batch/batchChain.ts';
import { writeRecords } from '../../batch/recordLines.ts';
import { signRequest } from '../../batch/signature.ts';
import { signBatch } from '../../batch/signedBatch.ts';
import type { OfficeRecord } from '../../wire/office/records.ts';
import { revoke } from '../enrolment/bridges.ts';
import { makeCode } from '../enrolment/codes.ts';
import {
  type BatchOptions,
  headOf,
  keyPair,
  merchant,
  newInstallation,
  onEachDatabase,
  saleRecord,
  stores,
  type TestOffice,
} from '../office.fixture.ts';
import { buildOfficeServer } from './server.ts';

type Json = Record<string, unknown>;

const TILL = { till: 'SDV_1', name: 'Till 1', epoch: 1, sequence: 0, waiting: 0, parked: 0 };
const BEAT = { version: '1', at: '2026-11-16T12:00:00Z', name: 'Counter', tills: [TILL], terminals: [] };

/** Announces a megabyte and sends none of it: the answer cannot have waited for it. */
function statusBeforeBody(address: string, headers: Record<string, string>): Promise<number> {
  const body = { 'content-length': String(1024 * 1024), connection: 'close' };
  return new Promise((resolve, reject) => {
    const sent = request(address, { method: 'POST', headers: { ...headers, ...body } }, answer => {
      resolve(answer.statusCode ?? 0);
      sent.destroy();
    });
    sent.on('error', reject);
    sent.flushHeaders();
  });
}

async function listening(office: TestOffice) {
  const app = await buildOfficeServer(office);
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const post = async (path: string, body: string | Buffer, headers: Record<string, string>) => {
    const answer = await fetch(`${url}${path}`, { method: 'POST', body: body as string, headers });
    return {
      status: answer.status,
      retryAfter: answer.headers.get('retry-after'),
      body: (await answer.json()) as Json,
    };
  };
  return { app, url, post };
}

async function enrolled(
  office: TestOffice,
  { post, url }: Awaited<ReturnType<typeof listening>>,
  store: string = stores.first,
) {
  const pair = keyPair();
  const code = await makeCode(office.database, store, null, office.clock.now());
  const input = { code, installation: newInstallation(), name: 'Counter', public_key: pair.publicKey, version: '1' };
  const json = { 'content-type': 'application/json' };
  const answer = await post('/office/v1/enrolments', JSON.stringify(input), json);
  let key = pair.sign(String(answer.body.key));
  const signed = async (path: string, value: object) => {
    const body = Buffer.from(JSON.stringify(value));
    const headers = await signRequest(
      { method: 'POST', url: `${url}${path}`, headers: json, body },
      key,
      office.clock.now(),
    );
    return post(path, body, { ...json, ...headers });
  };
  return {
    answer,
    code,
    signed,
    use: (id: string, other: ReturnType<typeof keyPair>) => {
      key = other.sign(id);
    },
    async send(
      records: readonly OfficeRecord[],
      options: BatchOptions = {},
      gzip = false,
      change: (body: Buffer) => Buffer = body => body,
      wrongly: Partial<BatchHead> = {},
    ) {
      const head = { ...headOf(records, options), ...wrongly };
      const plain = Buffer.from([...writeRecords(records)].join(''));
      const body = gzip ? gzipSync(plain) : plain;
      const type = { 'content-type': 'application/x-ndjson', ...(gzip ? { 'content-encoding': 'gzip' } : {}) };
      const request = { method: 'POST', url: `${url}/office/v1/batches`, headers: type, body };
      const headers = await signBatch(head, request, key, office.clock.now());
      return post('/office/v1/batches', change(body), { ...type, ...headers });
    },
  };
}

onEachDatabase('tills at the door of the back office', open => {
  const at = async <T>(work: (server: Awaited<ReturnType<typeof listening>>, office: TestOffice) => Promise<T>) => {
    const office = open();
    const server = await listening({ ...office, settings: { ...office.settings, demo: true } });
    try {
      return await work(server, office);
    } finally {
      await server.app.close();
    }
  };

  it.each(['/office/v1/enrolments', '/office/v1/token'])('reads UTF-8 at %s, and names the byte of another set', path =>
    at(async server => {
      const body = Buffer.from('{"name":"Käse"}', 'latin1');
      const answer = await server.post(path, body, { 'content-type': 'application/json' });
      expect(answer).toMatchObject({ status: 400, body: { error_code: 'malformedJson' } });
      expect(answer.body.error_details).toContain('byte E4 at position 10');
    }),
  );

  it('enrols with a code once, and takes a signed batch, plain or compressed', () =>
    at(async (server, office) => {
      const till = await enrolled(office, server);
      expect(till.answer).toMatchObject({
        status: 201,
        body: { store: { id: stores.first }, merchant: { id: merchant } },
      });
      const again = { code: till.code, installation: 'x', name: 'x', public_key: keyPair().publicKey, version: '1' };
      expect(
        await server.post('/office/v1/enrolments', JSON.stringify(again), { 'content-type': 'application/json' }),
      ).toMatchObject({
        status: 401,
        body: { code: 5003 },
      });
      expect(await till.send([saleRecord(1, { id: 'STX_W1' })], { batch: 1 })).toMatchObject({
        status: 200,
        body: { taken: 1 },
      });
      expect(await till.send([saleRecord(2, { id: 'STX_W2' })], {}, true)).toMatchObject({
        body: { taken: 1, held: [[1, 2]] },
      });
    }));

  it('refuses an unknown key, a changed body, and a revoked bridge', () =>
    at(async (server, office) => {
      const till = await enrolled(office, server);
      const records = [saleRecord(1, { id: 'STX_X1' })];
      const changed = await till.send(records, {}, false, body => Buffer.from(body.toString().replace('1190', '1191')));
      expect(changed).toMatchObject({ status: 401, body: { reason: 'digestWrong' } });
      const stranger = await enrolled(office, server);
      stranger.use('nobody', keyPair());
      expect(await stranger.send(records)).toMatchObject({ status: 401, body: { reason: 'keyUnknown' } });
      expect(await revoke(office.database, merchant, String(till.answer.body.bridge))).toBe(true);
      expect(await till.send(records)).toMatchObject({ status: 403, body: { code: 5002 } });
    }));

  it('changes the key: both hold until the first request with the new one', () =>
    at(async (server, office) => {
      const till = await enrolled(office, server);
      const next = keyPair();
      const rotated = await till.signed('/office/v1/keys', { public_key: next.publicKey });
      expect(rotated.status).toBe(201);
      expect(await till.send([saleRecord(1, { id: 'STX_Y1' })])).toMatchObject({ status: 200 });
      const old = await enrolled(office, server);
      old.use(String(rotated.body.key), next);
      expect(await old.send([saleRecord(2, { id: 'STX_Y2' })])).toMatchObject({
        status: 200,
        body: { held: [[1, 2]] },
      });
      expect(await till.send([saleRecord(3, { id: 'STX_Y3' })])).toMatchObject({ status: 401 });
    }));

  it('asks by the heartbeat for what it lost', () =>
    at(async (server, office) => {
      const till = await enrolled(office, server);
      await till.send([saleRecord(3, { id: 'STX_Z3' })]);
      const own = { till: 'SDV_1', name: 'Till 1', epoch: 1, sequence: 9, waiting: 4, parked: 0 };
      const beat = { version: '1', at: '2026-11-16T12:00:00Z', name: 'Counter', tills: [own], terminals: [] };
      expect(await till.signed('/office/v1/heartbeats', beat)).toMatchObject({
        status: 200,
        body: {
          wanted: [
            { till: 'SDV_1', epoch: 1, first: 1, last: 2 },
            { till: 'SDV_1', epoch: 1, first: 4, last: 5 },
          ],
        },
      });
    }));

  it('notices a till on two machines: one reports an older epoch than was reported before', () =>
    at(async (server, office) => {
      const till = await enrolled(office, server);
      const beat = (epoch: number) => ({
        ...{ version: '1', at: '2026-11-16T12:00:00Z', name: 'Counter', terminals: [] },
        tills: [{ till: 'SDV_TWICE', name: 'Till 1', epoch, sequence: 0, waiting: 0, parked: 0 }],
      });
      const noted = () =>
        office.database.query(
          "SELECT code, count(*)::integer AS count FROM refused_record JOIN till ON till.id = refused_record.till WHERE device = 'SDV_TWICE' GROUP BY 1",
        );
      // A new epoch alone is a restored till.
      for (const epoch of [100, 200, 200]) await till.signed('/office/v1/heartbeats', beat(epoch));
      expect(await noted()).toEqual([]);
      for (const epoch of [100, 200, 100]) await till.signed('/office/v1/heartbeats', beat(epoch));
      expect(await noted()).toEqual([{ code: 'twoMachines', count: 1 }]);
    }));

  it('asks for what it lost of earlier epochs, too', () =>
    at(async (server, office) => {
      const till = await enrolled(office, server);
      const epochs = [
        { epoch: 1, confirmed: 5 },
        { epoch: 7, confirmed: 2 },
      ];
      const own = { till: 'SDV_1', name: 'Till 1', epoch: 7, sequence: 2, waiting: 0, parked: 0, epochs };
      const beat = { version: '1', at: '2026-11-16T12:00:00Z', name: 'Counter', tills: [own], terminals: [] };
      expect(await till.signed('/office/v1/heartbeats', beat)).toMatchObject({
        body: {
          wanted: [
            { till: 'SDV_1', epoch: 1, first: 1, last: 5 },
            { till: 'SDV_1', epoch: 7, first: 1, last: 2 },
          ],
        },
      });
    }));

  it('hears a bridge with characters that no database holds, and answers JSON that is none with 400', () =>
    at(async (server, office) => {
      const till = await enrolled(office, server);
      const own = { till: 'SDV_\0', name: 'Till \ud800', epoch: 1, sequence: 0, waiting: 0, parked: 0 };
      const beat = { version: '\\u0000', at: '2026-11-16T12:00:00Z', name: 'Co\0unter', tills: [own], terminals: [] };
      expect(await till.signed('/office/v1/heartbeats', { ...beat, 'na\0me': { '\udfff': 1 } })).toMatchObject({
        status: 200,
      });
      const json = { 'content-type': 'application/json' };
      expect(await server.post('/office/v1/enrolments', '{', json)).toMatchObject({ status: 400 });
      expect(await server.post('/office/v1/token', '{"__proto__": {}}', json)).toMatchObject({ status: 400 });
    }));

  it('takes a request that is sent a second time by somebody who heard it for a repetition', () =>
    at(async (server, office) => {
      const sent: (readonly [string, string | Buffer, Record<string, string>])[] = [];
      const { post } = server;
      const spyingServer = {
        ...server,
        post: (...request: Parameters<typeof post>) => {
          sent.push(request);
          return post(...request);
        },
      };
      const spied = await enrolled(office, spyingServer);
      expect(await spied.send([saleRecord(1, { id: 'STX_R1' })], { batch: 1 })).toMatchObject({ body: { taken: 1 } });
      const [path, body, headers] = sent.at(-1)!;
      expect(await post(path, body, headers)).toMatchObject({ status: 200, body: { taken: 0, repeated: 1 } });
      // The signature covers the path and the till: the same bytes are nothing under another of them.
      expect(await post('/office/v1/heartbeats', body, headers)).toMatchObject({ status: 401 });
      expect(await post(path, body, { ...headers, 'tillbridge-till': 'SDV_2' })).toMatchObject({ status: 401 });
    }));

  it('sends a till away for a while where the disk of the database is full', () =>
    at(async (_server, office) => {
      const transaction = () => Promise.reject(Object.assign(new Error('could not extend file'), { code: '53100' }));
      const full = await listening({ ...office, database: { ...office.database, transaction } });
      const { answer } = await enrolled(office, full);
      expect(answer).toMatchObject({ status: 503, retryAfter: expect.stringMatching(/^\d+$/), body: { code: 5007 } });
      await full.app.close();
    }));

  it('refuses a broken line alone, a broken body whole, and a batch that is too large', () =>
    at(async (server, office) => {
      const till = await enrolled(office, server);
      const many = Array.from(
        { length: 1001 },
        (_, index) => ({ ...saleRecord(index + 1), document: null }) as OfficeRecord,
      );
      expect(await till.send(many, {}, true)).toMatchObject({ status: 413 });
      const broken = { ...saleRecord(1, { id: 'STX_V1' }), sum: 'much' } as unknown as OfficeRecord;
      expect(await till.send([broken, saleRecord(2, { id: 'STX_V2' })])).toMatchObject({
        status: 200,
        body: { taken: 1, refused: [{ sequence: 1, code: 'notARecord' }] },
      });
    }));

  it.each<[string, Partial<BatchHead>]>([
    ['a negative number', { first: -1 }],
    ['no number at all', { last: Number.NaN }],
    ['numbers in the wrong order', { first: 5, last: 4 }],
    ['a number that no till counts to', { last: 1e14 }],
    ['a range that no till sends', { last: 2_000_000 }],
    ['an epoch beyond every clock', { epoch: 1e12 }],
    ['a batch that no till counts to', { batch: 1e14 }],
    ['a name that is none', { till: 'SDV 1;' }],
    ['a hash that is none', { hash: 'x' }],
    ['the hash of other records', { hash: 'a'.repeat(64) }],
  ])('answers a head with %s with 400, and takes nothing', (_what, wrongly) =>
    at(async (server, office) => {
      const till = await enrolled(office, server);
      const answer = await till.send([saleRecord(1, { id: 'STX_U1' })], { epoch: 77 }, false, body => body, wrongly);
      expect(answer).toMatchObject({ status: 400, body: { code: 5005 } });
      const store = stores.first;
      const heads = await office.database.query('SELECT 1 FROM till_head WHERE store = $1 AND epoch >= 77', [store]);
      expect(heads).toEqual([]);
    }),
  );

  it('compares the hash of a batch also where a line of it is no record', () =>
    at(async (server, office) => {
      const till = await enrolled(office, server);
      const broken = { ...saleRecord(1, { id: 'STX_T1' }), sum: 'much' } as unknown as OfficeRecord;
      const records = [broken, saleRecord(2, { id: 'STX_T2' })];
      expect(await till.send(records, { epoch: 78 }, false, body => body, { hash: 'a'.repeat(64) })).toMatchObject({
        status: 400,
      });
      expect(await till.send(records, { epoch: 78 })).toMatchObject({ status: 200, body: { taken: 1 } });
    }));

  it('takes no more tills of one key, and no more epochs of one till, than there can be', () =>
    at(async (server, office) => {
      const till = await enrolled(office, server);
      const own = (device: number) => ({ ...TILL, till: `SDV_M${device}` });
      const most = Array.from({ length: 500 }, (_, device) => own(device));
      expect(await till.signed('/office/v1/heartbeats', { ...BEAT, tills: most })).toMatchObject({ status: 200 });
      expect(await till.signed('/office/v1/heartbeats', { ...BEAT, tills: [own(500)] })).toMatchObject({
        status: 400,
        body: { code: 5008 },
      });
      expect(await till.send([saleRecord(1, { id: 'STX_S1' })], { till: 'SDV_M501' })).toMatchObject({ status: 400 });
      expect(await till.send([saleRecord(1, { id: 'STX_S1' })], { till: 'SDV_M5', epoch: 5 })).toMatchObject({
        status: 200,
      });
      await office.database.query(
        `INSERT INTO till_head (store, till, epoch, got, highest, batch, chain, first_seen, last_seen)
         SELECT store, till, epoch + step, '{}', 0, 0, '', first_seen, last_seen FROM till_head, generate_series(1, 999) AS step
         WHERE till = (SELECT id FROM till WHERE device = 'SDV_M5')`,
      );
      expect(await till.send([saleRecord(1, { id: 'STX_S2' })], { till: 'SDV_M5', epoch: 9999 })).toMatchObject({
        status: 400,
      });
      expect(await till.send([saleRecord(2, { id: 'STX_S3' })], { till: 'SDV_M5', epoch: 5 })).toMatchObject({
        status: 200,
      });
    }));

  it.each<[string, object]>([
    ['a negative number', { sequence: -1 }],
    ['a number that no till counts to', { sequence: 1e15 }],
    ['a negative epoch', { epoch: -1 }],
    [
      'more epochs than there can be',
      { epochs: Array.from({ length: 1001 }, (_, epoch) => ({ epoch, confirmed: 1 })) },
    ],
  ])('refuses a heartbeat with %s', (_what, change) =>
    at(async (server, office) => {
      const till = await enrolled(office, server);
      const beat = { ...BEAT, tills: [{ ...TILL, ...change }] };
      expect(await till.signed('/office/v1/heartbeats', beat)).toMatchObject({ status: 400, body: { code: 1001 } });
    }),
  );

  it('reads no body of a caller that it does not know', () =>
    at(async (server, office) => {
      const stranger = keyPair().sign('nobody');
      const headers = { 'content-type': 'application/x-ndjson' };
      const request = { method: 'POST', url: `${server.url}/office/v1/batches`, headers, body: Buffer.alloc(0) };
      const signed = await signBatch(headOf([saleRecord(1)]), request, stranger, office.clock.now());
      for (const [path, own, status] of [
        ['/office/v1/batches', {}, 401],
        ['/office/v1/batches', signed, 401],
        ['/office/v1/me/password', {}, 401],
        ['/office/v1/bank/files', {}, 401],
        ['/office/v1/token', { 'content-type': 'application/json' }, 413],
        ['/office/v1/enrolments', {}, 413],
      ] as const)
        expect([path, await statusBeforeBody(`${server.url}${path}`, { ...headers, ...own })]).toEqual([path, status]);
    }));

  it('enrols with a right code whatever junk comes from the same address', () =>
    at(async (_server, office) => {
      const strict = await listening(office);
      const input = {
        code: 'JUNKJ-UNKJU',
        installation: 'x',
        name: 'x',
        public_key: keyPair().publicKey,
        version: '1',
      };
      const json = { 'content-type': 'application/json' };
      for (let tries = 0; tries < 20; tries += 1)
        expect(await strict.post('/office/v1/enrolments', JSON.stringify(input), json)).toMatchObject({ status: 401 });
      expect((await enrolled(office, strict)).answer.status).toBe(201);
      await strict.app.close();
    }));

  it('names no file of the database in a refusal', () =>
    at(async (_server, office) => {
      const logged: unknown[] = [];
      const cause = Object.assign(new Error('could not extend file "base/5/16384": No space left'), { code: '53100' });
      const transaction = () => Promise.reject(cause);
      const log = (...line: unknown[]) => void logged.push(line);
      const full = await listening({ ...office, log, database: { ...office.database, transaction } });
      const { answer } = await enrolled(office, full);
      expect(JSON.stringify(answer)).not.toContain('base/5');
      expect(JSON.stringify(logged)).toContain('base/5');
      await full.app.close();
    }));

  it('describes its routes at /docs', () =>
    at(async ({ url }) => {
      const description = (await (await fetch(`${url}/docs/json`)).json()) as { paths: Json };
      expect(Object.keys(description.paths)).toEqual(
        expect.arrayContaining(['/office/v1/batches', '/office/v1/enrolments', '/office/v1/sales']),
      );
      expect((await fetch(`${url}/docs`)).status).toBe(200);
    }));
});
