/**
 * How this bridge becomes known to the back office. The key pair is made here and stored before anything is asked, so that an
 * answer that was lost is fetched by asking again with the same key.
 */
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { TSchema } from 'typebox';
import { Enrolment, RotatedKey } from '../wire/office/enrolment.ts';
import type { Clock } from '../world/clock.ts';
import { fits } from '../world/contractCheck.ts';
import type { OfficeDelivery, OfficeEnrolment, OfficeEnrolments } from '../world/officeLink.ts';
import type { OfficeSession } from './batchSender.ts';
import type { OfficeConnection } from './connection.ts';
import { failureOf, LinkFailure, type OfficeAnswer } from './failures.ts';

export interface EnrolmentParts {
  readonly enrolments: OfficeEnrolments;
  readonly delivery: Pick<OfficeDelivery, 'startAnew'>;
  readonly connection: Pick<OfficeConnection, 'post'>;
  readonly clock: Pick<Clock, 'now'>;
  /** Name of this installation, the name of the shop, the version of the program, and the zone of the shop. */
  readonly identity: () => {
    readonly installation: string;
    readonly name: string;
    readonly version: string;
    readonly time_zone: string;
  };
  /** Runs a job of the worker that holds the lease. */
  readonly write: <T>(job: () => T) => Promise<T>;
}

/**
 * The session of the enrolled bridge; enrols first where a code waits, and finishes a rotation. Null: nothing to do.
 * What a person changed meanwhile is kept: the answer to an older question is dropped then.
 */
export async function openSession(parts: EnrolmentParts): Promise<OfficeSession | null> {
  const enrolment = parts.enrolments.read();
  if (!enrolment || enrolment.state === 'left') return null;
  if (enrolment.state === 'revoked') throw new LinkFailure('revoked', '');
  const enrolled = enrolment.state === 'asking' ? await enrol(parts, enrolment) : enrolment;
  return sessionOf(enrolled.nextKey === null ? enrolled : await finishRotation(parts, enrolled));
}

/** The row that is stored before a code is used: a key pair of its own for this enrolment. */
export const askingWith = (
  { address, code, merchant }: { readonly address: string; readonly code: string; readonly merchant: string },
  before: OfficeEnrolment | null,
  now: number,
): OfficeEnrolment => ({
  ...{ address, code, merchant, state: 'asking', at: now, nextKey: null },
  privateKey: newKey(),
  answer: before?.answer ?? null,
  before: before && heldBy(before),
});

/** The enrolment that works now; null where none does. */
function heldBy({ before, ...enrolment }: OfficeEnrolment): OfficeEnrolment['before'] {
  return enrolment.state === 'enrolled' ? enrolment : before;
}

/** An enrolment with a new key that waits to be exchanged. A rotation under way keeps its key. */
export const rotating = (enrolment: OfficeEnrolment): OfficeEnrolment => ({
  ...enrolment,
  nextKey: enrolment.nextKey ?? newKey(),
});

async function enrol(parts: EnrolmentParts, asking: OfficeEnrolment): Promise<OfficeEnrolment> {
  const { enrolments, delivery, connection, clock, identity, write } = parts;
  const input = { code: asking.code, public_key: publicText(asking.privateKey), ...identity() };
  const answer = await connection.post({
    ...{ address: asking.address, path: '/office/v1/enrolments', key: null, ...jsonBody(input) },
  });
  if (answer.status >= 400 && answer.status < 500 && answer.status !== 429) {
    await write(() => putBack(enrolments, asking));
    throw codeRefused(answer);
  }
  const held = readAnswer(Enrolment, answer);
  const enrolled: OfficeEnrolment = { ...asking, state: 'enrolled', at: clock.now(), answer: held, before: null };
  await write(() => {
    if (enrolments.read()?.privateKey !== asking.privateKey) return;
    // Another back office, or another place in it: what the one before has confirmed says nothing here.
    if (asking.answer?.bridge !== held.bridge) delivery.startAnew();
    enrolments.keep(enrolled);
  });
  return enrolled;
}

/** Inside a job. A code that is refused ends no enrolment that works. */
function putBack(enrolments: OfficeEnrolments, { before, privateKey }: OfficeEnrolment): void {
  if (before && enrolments.read()?.privateKey === privateKey) enrolments.keep({ ...before, before: null });
}

/** Both keys hold until the office has seen the new one, so a lost answer is fetched with the old key. */
async function finishRotation(parts: EnrolmentParts, enrolment: OfficeEnrolment): Promise<OfficeEnrolment> {
  const { address, key } = sessionOf(enrolment);
  const answer = await parts.connection.post({
    ...{ address, path: '/office/v1/keys', key, ...jsonBody({ public_key: publicText(enrolment.nextKey) }) },
  });
  const { key: id } = readAnswer(RotatedKey, answer);
  const rotated: OfficeEnrolment = {
    ...enrolment,
    privateKey: enrolment.nextKey,
    nextKey: null,
    answer: enrolment.answer && { ...enrolment.answer, key: id },
  };
  await parts.write(() => {
    const newest = parts.enrolments.read();
    if (newest?.state === 'enrolled' && newest.nextKey === enrolment.nextKey) parts.enrolments.keep(rotated);
  });
  return rotated;
}

function sessionOf({ address, merchant, privateKey, answer }: OfficeEnrolment): OfficeSession {
  if (!privateKey || !answer) throw new Error('an enrolled bridge has a key and the answer of its back office');
  return { address, merchant, key: { id: answer.key, privateKey: privateKeyOf(privateKey) } };
}

export const jsonBody = (value: object) => ({
  body: Buffer.from(JSON.stringify(value)),
  headers: { 'content-type': 'application/json' },
});

/** The checked body of a good answer. Throws `LinkFailure`. */
export function readAnswer<T extends TSchema>(schema: T, answer: OfficeAnswer) {
  if (answer.status !== 200 && answer.status !== 201) throw failureOf(answer);
  if (!fits(schema, answer.body)) throw new LinkFailure('unreadable', `(${answer.status})`);
  return answer.body;
}

const codeRefused = ({ status }: OfficeAnswer): LinkFailure =>
  status === 404 ? new LinkFailure('unreadable', '(404)') : new LinkFailure('codeRefused', `(${status})`);

const newKey = (): string =>
  generateKeyPairSync('ed25519').privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64');

const privateKeyOf = (text: string): KeyObject =>
  createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs8' });

const publicText = (text: string | null): string =>
  createPublicKey(privateKeyOf(text ?? ''))
    .export({ format: 'der', type: 'spki' })
    .toString('base64');
