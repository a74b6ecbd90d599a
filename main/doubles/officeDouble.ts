/**
 * A back office for tests: a real HTTP server that verifies every signature, keeps what it got in memory, and fails as a test
 * wants it to. It counts what would be doubled.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as passed } from 'node:timers/promises';
import { batchHash, type ChainHead, chainPlace } from '../batch/batchChain.ts';
import { BatchTooLarge, readRecords } from '../batch/recordLines.ts';
import { type PublicKeyOf, publicKeyFrom, type SignableRequest, verifyRequest } from '../batch/signature.ts';
import { verifyBatch } from '../batch/signedBatch.ts';
import type { BatchAnswer, Heartbeat, HeartbeatAnswer } from '../wire/office/batches.ts';
import type { EnrolmentInput, KeyRotation } from '../wire/office/enrolment.ts';
import type { OfficeRecord } from '../wire/office/records.ts';

/**
 * The fault that a request meets: `lose` takes its effect and cuts the line, `ignore` never answers, the others answer.
 */
export type OfficeFault =
  | { readonly kind: 'lose' | 'ignore' | 'cut' }
  | { readonly kind: 'slow'; readonly ms: number }
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly headers?: Record<string, string>;
      readonly body?: object;
    };

interface EpochState {
  head: ChainHead | null;
  readonly records: Map<number, { readonly hash: string; readonly record: OfficeRecord }>;
  /** Objects of refused records by their number. */
  readonly refused: Map<number, string>;
}

export interface SeenBatch {
  readonly till: string;
  readonly epoch: number;
  readonly batch: number;
  readonly first: number;
  readonly last: number;
  readonly place: string;
  readonly taken: number;
}

export class OfficeDouble {
  readonly batches: SeenBatch[] = [];
  readonly heartbeats: Heartbeat[] = [];
  readonly epochs = new Map<string, EpochState>();
  /** Codes that enrol, each for any number of bridges. */
  readonly codes = new Set(['DEMO-TILL']);
  /** Bridges by the id of their keys; `revoked` are answered 403. */
  readonly keys = new Map<string, { readonly spki: string; readonly bridge: string }>();
  readonly revoked = new Set<string>();
  /** Called with the path of each request; null: no fault. */
  fault: (path: string) => OfficeFault | null = () => null;
  /** Records with these ids of objects are refused. */
  readonly refusedObjects = new Set<string>();
  refusedCode = 'unwanted';
  /** The most records that a batch may have here. */
  most = 1000;
  /** The highest numbers that it holds; null: it is of a version that does not answer that. */
  numbers: NonNullable<HeartbeatAnswer['numbers']> | null = null;
  /** ms since 1970 */
  now = (): number => Date.now();
  address = '';
  /** Bytes of all batches, and the most bytes of one. */
  bytes = 0;

  readonly #server = createServer((request, response) => {
    this.#answer(request, response).catch(error => {
      response.statusCode = 500;
      response.end(JSON.stringify({ error: String(error) }));
    });
  });

  /** Gives itself once the port is open. */
  async listen(port = 0): Promise<this> {
    await new Promise<void>(resolve => this.#server.listen(port, '127.0.0.1', resolve));
    this.address = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
    return this;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise(resolve => this.#server.close(resolve));
  }

  /** Every record that is held, by till, epoch and sequence. */
  records(): OfficeRecord[] {
    return [...this.epochs.values()].flatMap(({ records }) => [...records.values()].map(({ record }) => record));
  }

  state(till: string, epoch: number): EpochState {
    const key = `${till}.${epoch}`;
    const state = this.epochs.get(key) ?? { head: null, records: new Map(), refused: new Map() };
    this.epochs.set(key, state);
    return state;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const path = request.url ?? '';
    const fault = this.fault(path);
    if (fault?.kind === 'ignore') return;
    if (fault?.kind === 'cut') return void request.socket.destroy();
    if (fault?.kind === 'slow') await passed(fault.ms);
    if (fault?.kind === 'answer') return send(response, fault.status, fault.body ?? {}, fault.headers);
    const signable = {
      method: 'POST',
      url: `http://office${path}`,
      headers: request.headers,
      body: Buffer.concat(chunks),
    };
    const [status, body] = await this.#effect(path, signable);
    if (fault?.kind === 'lose') return void request.socket.destroy();
    send(response, status, body);
  }

  async #effect(path: string, request: SignableRequest): Promise<readonly [number, object]> {
    if (path === '/office/v1/enrolments') return this.#enrol(JSON.parse(String(request.body)));
    if (path === '/office/v1/batches') return this.#takeBatch(request);
    const verification = await verifyRequest(request, this.#publicKeyOf, this.now());
    if (!verification.valid) return [401, { error: verification.code }];
    if (this.revoked.has(verification.keyid)) return [403, { error: 'revoked' }];
    const body = JSON.parse(String(request.body));
    if (path === '/office/v1/keys') return this.#rotate(verification.keyid, body);
    if (path !== '/office/v1/heartbeats') return [404, { error: 'notFound' }];
    this.heartbeats.push(body);
    return [200, this.#lost(body)];
  }

  readonly #publicKeyOf: PublicKeyOf = async id => {
    const key = this.keys.get(id);
    return key ? publicKeyFrom(key.spki) : null;
  };

  /** The same installation is the same bridge, and the same key is answered the same. */
  #enrol({ code, public_key: spki, installation }: EnrolmentInput): readonly [number, object] {
    if (!this.codes.has(code)) return [400, { error: 'codeRefused' }];
    const bridge = `BRG_${installation}`;
    const key = this.#keep(spki, bridge);
    const place = {
      merchant: { id: 'M1', name: 'Shop' },
      store: { id: 'S1', name: 'Store', time_zone: 'Europe/Berlin' },
    };
    return [201, { bridge, key, ...place, at: new Date(this.now()).toISOString() }];
  }

  #rotate(old: string, { public_key: spki }: KeyRotation): readonly [number, object] {
    return [201, { key: this.#keep(spki, this.keys.get(old)?.bridge ?? '') }];
  }

  #keep(spki: string, bridge: string): string {
    const known = [...this.keys].find(([, key]) => key.spki === spki)?.[0];
    const id = known ?? `KEY_${this.keys.size + 1}`;
    this.keys.set(id, { spki, bridge });
    return id;
  }

  async #takeBatch(request: SignableRequest): Promise<readonly [number, object]> {
    const verification = await verifyBatch(request, this.#publicKeyOf, this.now());
    if (!verification.valid) return [401, { error: verification.code }];
    const { head, keyid } = verification;
    if (this.revoked.has(keyid)) return [403, { error: 'revoked' }];
    const state = this.state(head.till, head.epoch);
    const place = chainPlace(state.head, head);
    if (place === 'cloned')
      return [409, { status: 'error', error: 'ProductDuplicateException', code: 5004, error_code: 'officeCloned' }];
    this.bytes += request.body.byteLength;
    const encoding = request.headers['content-encoding'];
    const answer = { batch: head.batch, taken: 0, repeated: 0, refused: [] as BatchAnswer['refused'] };
    const lines: { hash: string; record: OfficeRecord }[] = [];
    try {
      for await (const line of readRecords(request.body, { ...head, encoding: String(encoding) })) {
        if (!line.record) return [400, { error: line.code }];
        lines.push(line);
      }
    } catch (error) {
      if (error instanceof BatchTooLarge) return [413, { error: 'tooLarge' }];
      throw error;
    }
    if (lines.length > this.most) return [413, { error: 'tooLarge' }];
    if (
      batchHash(
        head,
        lines.map(({ hash }) => hash),
      ) !== head.hash
    )
      return [400, { error: 'hashWrong' }];
    for (const { hash, record } of lines) {
      const known = state.records.get(record.sequence);
      const code = this.refusedObjects.has(record.object)
        ? this.refusedCode
        : known && known.hash !== hash
          ? 'changed'
          : null;
      if (code) state.refused.set(record.sequence, record.object);
      if (code) answer.refused.push({ sequence: record.sequence, code, texts: { de: code, en: code } });
      else if (known) answer.repeated += 1;
      else {
        state.records.set(record.sequence, { hash, record });
        answer.taken += 1;
      }
    }
    if (place === 'next' || place === 'ahead') state.head = { batch: head.batch, hash: head.hash };
    this.batches.push({ ...head, place, taken: answer.taken });
    return [200, { ...answer, held: heldOf(state), wanted: [] }];
  }

  /** Records that a heartbeat names and nobody has here; a record that is still refused is not asked for. */
  #lost(heartbeat: Heartbeat): HeartbeatAnswer {
    const wanted = heartbeat.tills.flatMap(({ till, epoch, sequence, waiting }) => {
      const { records, refused } = this.state(till, epoch);
      return Array.from({ length: sequence - waiting }, (_, index) => index + 1)
        .filter(number => !records.has(number) && !this.refusedObjects.has(refused.get(number) ?? ''))
        .map(number => ({ till, epoch, first: number, last: number }));
    });
    const numbers = heartbeat.asks_numbers && this.numbers ? { numbers: [...this.numbers] } : {};
    return { at: new Date(this.now()).toISOString(), wanted, ...numbers };
  }
}

function heldOf({ records }: EpochState): BatchAnswer['held'] {
  const held: [number, number][] = [];
  for (const number of [...records.keys()].sort((one, other) => one - other)) {
    const open = held.at(-1);
    if (open && open[1] === number - 1) open[1] = number;
    else held.push([number, number]);
  }
  return held;
}

function send(response: ServerResponse, status: number, body: object, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}
