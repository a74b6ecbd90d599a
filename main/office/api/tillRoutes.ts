/** Routes that tills call: enrolments, keys, batches and heartbeats. */
import { setImmediate } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import { type BatchHead, batchHash } from '../../batch/batchChain.ts';
import { BatchTooLarge, BatchUnreadable, type RecordLine, readRecords } from '../../batch/recordLines.ts';
import { BatchAnswer, batchHeaders, Heartbeat, HeartbeatAnswer } from '../../wire/office/batches.ts';
import { Enrolment, EnrolmentInput, KeyRotation, RotatedKey } from '../../wire/office/enrolment.ts';
import { OfficeRecord } from '../../wire/office/records.ts';
import { BridgeError } from '../../world/errors.ts';
import { addKey, enrol, tillOf } from '../enrolment/bridges.ts';
import { takeHeartbeat } from '../enrolment/heartbeats.ts';
import { missingBelow } from '../ingest/missing.ts';
import { keepRefused, refusalTexts } from '../ingest/refusals.ts';
import { createIngest } from '../ingest/takeBatch.ts';
import type { Office } from '../office.ts';
import { BATCHES, jsonOf, keepBodies, noStore } from './tillRequests.ts';

/** An enrolment is sent by somebody who is not known yet, so no more is read, bytes. */
const LARGEST_ENROLMENT = 8192;

export async function tillRoutes(app: FastifyInstance, office: Office): Promise<void> {
  keepBodies(app);
  const ingest = createIngest(office);
  // Bodies are bytes here, because their digest is signed: each route checks its own after the signature.
  app.setValidatorCompiler(() => () => true);
  const describing = (summary: string, body: TSchema, status: number, answer: TSchema) => ({
    schema: { summary, tags: ['Tills'], security: [], body, response: { [status]: answer } },
  });

  const enrolling = describing('Enrol a bridge by its code', EnrolmentInput, 201, Enrolment);
  app.post('/office/v1/enrolments', { ...enrolling, bodyLimit: LARGEST_ENROLMENT }, async (request, reply) => {
    const input = checked(EnrolmentInput, request);
    noStore(reply).code(201);
    const enrolment = await enrol(office, input);
    office.log('info', 'a bridge was enrolled', { bridge: enrolment.bridge, store: enrolment.store.id });
    return enrolment;
  });

  app.post(
    '/office/v1/keys',
    { ...describing('Replace the key of a bridge', KeyRotation, 201, RotatedKey), bodyLimit: LARGEST_ENROLMENT },
    async (request, reply) => {
      const key = await addKey(office, request.signer, checked(KeyRotation, request).public_key);
      noStore(reply).code(201);
      return { key };
    },
  );

  const beating = describing('Say how a bridge is', Heartbeat, 200, HeartbeatAnswer);
  app.post('/office/v1/heartbeats', beating, async request => {
    return takeHeartbeat(office, request.signer, checked(Heartbeat, request), {
      wantedOf: missingBelow,
      noteTwoMachines: (sql, place, at) =>
        keepRefused(
          sql,
          place,
          [{ sequence: null, code: 'twoMachines', texts: refusalTexts.twoMachines, text: '' }],
          at,
        ),
    });
  });

  const sending = describing('Send records, one on each line (application/x-ndjson)', OfficeRecord, 200, BatchAnswer);
  app.post(BATCHES, sending, async request => {
    const { head, ...owner } = request.signer;
    if (head === null) throw new Error('a batch without a head was let in');
    const lines = await linesOf(request, head);
    const till = await tillOf(office.database, owner, head.till);
    return ingest.take({ store: owner.store, timeZone: owner.timeZone, till }, { head, lines });
  });
}

/** Lines that are read in one turn of the event loop. */
const LINES_AT_ONCE = 50;

/** Throws `tooLarge` and `officeBatch`. */
async function linesOf(request: FastifyRequest, head: BatchHead): Promise<readonly RecordLine[]> {
  const { first, last } = head;
  const lines: RecordLine[] = [];
  try {
    const options = { encoding: request.headers['content-encoding'], first, last };
    for await (const line of readRecords(request.body as Buffer, options)) {
      lines.push(line);
      if (lines.length % LINES_AT_ONCE === 0) await setImmediate();
    }
    checkHash(head, lines);
    return lines;
  } catch (error) {
    if (error instanceof BatchTooLarge) throw new BridgeError('tooLarge', error.message);
    if (error instanceof BatchUnreadable) throw new BridgeError('officeBatch', error.message);
    throw error;
  }
}

/** A line that is no JSON has no hash, so nothing can be compared then; the other lines are taken, and the broken one is refused. */
function checkHash(head: BatchHead, lines: readonly RecordLine[]): void {
  const hashes = lines.flatMap(({ hash }) => (hash === null ? [] : [hash]));
  if (hashes.length < lines.length || batchHash(head, hashes) === head.hash) return;
  throw new BridgeError('officeBatch', `${batchHeaders.hash} is not the hash of these records; nothing was taken`);
}

const validators = new Map<TSchema, Validator>();

/** The JSON body, checked. Throws `badInput` with the member that is wrong. */
function checked<T extends TSchema>(schema: T, request: FastifyRequest): import('typebox').Static<T> {
  const value = jsonOf(request);
  const validator = validators.get(schema) ?? Compile(schema);
  validators.set(schema, validator as Validator);
  if (validator.Check(value)) return value as import('typebox').Static<T>;
  const [first] = validator.Errors(value);
  throw new BridgeError(
    'badInput',
    `${first?.instancePath.slice(1).replaceAll('/', '.') || 'body'} ${first?.message ?? 'is not valid'}`,
    { http: 400 },
  );
}
