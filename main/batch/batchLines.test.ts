import { generateKeyPairSync } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../domain/canonicalJson.ts';
import { batchHeaders, batchLimits } from '../wire/office/batches.ts';
import type { OfficeRecord } from '../wire/office/records.ts';
import { batchHash, chainPlace } from './batchChain.ts';
import { recordHash } from './recordHash.ts';
import {
  BatchTooLarge,
  BatchUnreadable,
  type ReadOptions,
  type RecordLine,
  readRecords,
  writeRecords,
} from './recordLines.ts';
import { signBatch, verifyBatch } from './signedBatch.ts';

const record = (sequence: number, more: Partial<OfficeRecord> = {}): OfficeRecord => ({
  sequence,
  kind: 'sale',
  event: 'closed',
  object: `STX_${sequence}`,
  business_day: '2026-03-01',
  at: '2026-03-01T11:00:00.000Z',
  sum: 1290,
  currency: 'EUR',
  facts: { method: 'cash' },
  document: { id: `STX_${sequence}` },
  ...more,
});

const bytesOf = (records: readonly OfficeRecord[]) => Buffer.from([...writeRecords(records)].join(''));
const read = async (body: Parameters<typeof readRecords>[0], options: ReadOptions = {}) => {
  const lines: RecordLine[] = [];
  for await (const line of readRecords(body, options)) lines.push(line);
  return lines;
};

describe('the hash of a record', () => {
  it('is that of its sorted members without the document', () => {
    expect(canonicalJson({ b: [1, { d: null, c: 'ü' }], a: -0, u: undefined })).toBe(
      '{"a":0,"b":[1,{"c":"ü","d":null}]}',
    );
    expect(recordHash(record(1, { document: null }))).toBe(recordHash(record(1)));
    expect(recordHash(record(1, { sum: 1291 }))).not.toBe(recordHash(record(1)));
  });

  it('survives the way over the wire for any facts', async () => {
    await fc.assert(
      fc.asyncProperty(fc.dictionary(fc.string(), fc.jsonValue()), async facts => {
        const [line] = await read(bytesOf([record(1, { facts })]));
        expect(line).toMatchObject({ hash: recordHash(record(1, { facts })) });
      }),
      { numRuns: 50 },
    );
  });

  it('counts a member named __proto__', () => {
    const facts = JSON.parse('{"__proto__":{"sum":1}}');
    expect(recordHash(record(1, { facts }))).not.toBe(recordHash(record(1, { facts: {} })));
  });
});

describe('lines of records', () => {
  it('are read as they were written, plain and compressed, in chunks of any size', async () => {
    const records = [record(1), record(2, { facts: { text: 'Käse\n€😀' } }), record(3)];
    const body = bytesOf(records);
    const chunks = async function* () {
      for (let at = 0; at < body.length; at += 7) yield body.subarray(at, at + 7);
    };
    const ways = [read(body), read(chunks()), read(gzipSync(body), { encoding: 'gzip' })];
    for (const lines of await Promise.all(ways)) expect(lines.map(line => line.record)).toEqual(records);
  });

  it('spoil no other line when one is broken', async () => {
    const deep = JSON.stringify(record(4)).replace(
      '"facts":{',
      `"facts":{"a":${'['.repeat(90_000)}${']'.repeat(90_000)},`,
    );
    const wrong = JSON.stringify({ ...record(3), sum: 1.5 });
    const outside = JSON.stringify(record(99));
    const text = [JSON.stringify(record(1)), '{"sequence":2', wrong, deep, outside, '', JSON.stringify(record(6))];
    const lines = await read(gzipSync(text.join('\n')), { encoding: 'gzip', first: 1, last: 6 });
    expect(lines.map(line => (line.record ? line.record.sequence : [line.code, line.sequence]))).toEqual([
      1,
      ['notJson', null],
      ['notARecord', 3],
      ['notJson', null],
      ['outsideRange', 99],
      6,
    ]);
  });

  it('give a record or a reason for whatever comes, and nothing else', async () => {
    const piece = fc.oneof(
      fc.constant(JSON.stringify(record(1))),
      fc.json(),
      fc.string({ unit: 'binary' }),
      fc.constantFrom('\n', '\r\n', '{', '"', '\0', '\ud800', '{"__proto__":{"sequence":1}}'),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 12 }), fc.boolean(), async (pieces, compressed) => {
        const body = Buffer.from(pieces.join(''));
        const lines = await (compressed ? read(gzipSync(body), { encoding: 'gzip' }) : read(body));
        for (const line of lines) expect(line.record ? line.hash : line.code).toMatch(/^[0-9a-zA-Z]+$/);
      }),
      { numRuns: 300 },
    );
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async bytes => {
        await expect(read(bytes, { encoding: 'gzip' })).rejects.toThrow(BatchUnreadable);
      }),
      { numRuns: 200 },
    );
  });

  it('are refused as a whole above the limits: records, body, inflated', async () => {
    const many = Array.from({ length: batchLimits.records + 1 }, (_, index) => record(index + 1));
    await expect(read(bytesOf(many))).rejects.toThrow(BatchTooLarge);
    await expect(read(Buffer.alloc(batchLimits.body + 1, 32))).rejects.toThrow(BatchTooLarge);
    const bomb = gzipSync(Buffer.alloc(batchLimits.inflated * 8, 32));
    expect(bomb.length).toBeLessThan(batchLimits.body);
    await expect(read(bomb, { encoding: 'gzip' })).rejects.toThrow(BatchTooLarge);
  });

  it('are refused as a whole when they cannot be inflated', async () => {
    const body = gzipSync(bytesOf([record(1)]));
    await expect(read(body.subarray(0, -9), { encoding: 'gzip' })).rejects.toThrow(BatchUnreadable);
    await expect(read(Buffer.from('no gzip'), { encoding: 'gzip' })).rejects.toThrow(BatchUnreadable);
    await expect(read(body, { encoding: 'br' })).rejects.toThrow(BatchUnreadable);
  });
});

describe('the chain of batches', () => {
  const numbers = { till: 'SDV_1', epoch: 1_772_000_000, batch: 2, first: 3, last: 4, previous: 'a'.repeat(64) };

  it('hashes the numbers, the batch before, and every record', () => {
    const hash = batchHash(numbers, ['x', 'y']);
    const others = [
      batchHash({ ...numbers, previous: 'b'.repeat(64) }, ['x', 'y']),
      batchHash({ ...numbers, last: 5 }, ['x', 'y']),
      batchHash(numbers, ['x', 'z']),
    ];
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    expect(others).not.toContain(hash);
  });

  it.each([
    ['next', { batch: 8, previous: 'H7', hash: 'H8' }],
    ['cloned', { batch: 8, previous: 'other', hash: 'H8' }],
    ['repeated', { batch: 7, previous: 'H6', hash: 'H7' }],
    ['cloned', { batch: 7, previous: 'H6', hash: 'other' }],
    ['behind', { batch: 6, previous: 'H5', hash: 'H6' }],
    ['ahead', { batch: 9, previous: 'H8', hash: 'H9' }],
    ['outside', { batch: 0, previous: '', hash: 'any' }],
  ] as const)('finds the place %s of %o', (place, batch) => {
    expect(chainPlace({ batch: 7, hash: 'H7' }, batch)).toBe(place);
  });

  it('begins with batch 1, and later where the office lost what it had', () => {
    expect(chainPlace(null, { batch: 1, previous: '', hash: 'H1' })).toBe('next');
    expect(chainPlace(null, { batch: 1, previous: 'H0', hash: 'H1' })).toBe('cloned');
    expect(chainPlace(null, { batch: 5, previous: 'H4', hash: 'H5' })).toBe('ahead');
  });
});

describe('a signed batch', () => {
  const pair = generateKeyPairSync('ed25519');
  const key = { id: 'KEY_1', privateKey: pair.privateKey };
  const now = Date.UTC(2026, 2, 1, 12);
  const head = { till: 'SDV_1', epoch: 1_772_000_000, batch: 1, first: 1, last: 2, previous: '', hash: 'c'.repeat(64) };
  const body = gzipSync(bytesOf([record(1), record(2)]));
  const request = { method: 'POST', url: 'http://127.0.0.1:8090/office/v1/batches', headers: {}, body };
  const verify = (headers: Record<string, string>) =>
    verifyBatch({ ...request, headers }, async () => pair.publicKey, now);

  it('gives back the head that was signed', async () => {
    const headers = await signBatch(head, request, key, now);
    expect(await verify(headers)).toEqual({ valid: true, keyid: 'KEY_1', head });
  });

  it('is refused when a number of the head was changed or left out', async () => {
    const { [batchHeaders.epoch]: _, ...without } = await signBatch(head, request, key, now);
    expect(await verify(without)).toMatchObject({ code: 'signatureMalformed' });
    const headers = await signBatch(head, request, key, now);
    expect(await verify({ ...headers, [batchHeaders.last]: '3' })).toMatchObject({ code: 'signatureWrong' });
  });

  it.each([{ first: 0 }, { last: 0 }, { epoch: 1.5 }, { hash: 'short' }, { till: 'a till; with=words' }])(
    'is refused with a signed head that cannot be: %o',
    async change => {
      const headers = await signBatch({ ...head, ...change }, request, key, now);
      expect(await verify(headers)).toMatchObject({ code: 'headWrong' });
    },
  );
});
