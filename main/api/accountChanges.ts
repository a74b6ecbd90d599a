/** What the routes of people and clients have in common: faults of a form, the actor of a change, and the answer. */
import type { FastifyReply } from 'fastify';
import type { TSchema } from 'typebox';
import type { Fault } from '../domain/pinRules.ts';
import type { Change } from '../masterData/masterData.ts';
import type { FieldFault } from '../masterData/people.ts';
import { nullable } from '../wire/shapes.ts';
import { actorOf } from '../world/audit.ts';
import { BridgeError } from '../world/errors.ts';
import type { Principal } from '../world/people.ts';
import { etagOf } from './etag.ts';
import { sendText } from './resource.ts';

/** Throws `accountFaults` with all of them, the first one in words. */
export function refuseFaults(faults: readonly (FieldFault | null)[]): void {
  const found = faults.filter(fault => fault !== null);
  const [first] = found;
  if (first) throw new BridgeError('accountFaults', `${first.path}: ${first.texts.en}`, { extra: { faults: found } });
}

export const faultAt = (path: string, texts: Fault | null): FieldFault | null => (texts ? { path, texts } : null);

export const changeOf = (principal: Principal): Change => ({ merchant: principal.merchant, actor: actorOf(principal) });

/** A body that may be left out. */
export const possible = <T extends TSchema>(schema: T) => nullable(schema);

/** The document after the change, with its ETag. */
export const sendDocument = (reply: FastifyReply, document: Buffer): FastifyReply =>
  sendText(reply.header('etag', etagOf(document)), document);
