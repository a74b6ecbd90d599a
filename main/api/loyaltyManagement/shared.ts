/** What the routes of the loyalty programme have in common. */
import type { FastifyReply } from 'fastify';
import type { Change } from '../../masterData/masterData.ts';
import { actorOf } from '../../world/audit.ts';
import type { Principal } from '../../world/people.ts';
import { etagOf } from '../etag.ts';
import { sendText } from '../resource.ts';

export const PATH = '/bridge/v1/loyalty';
export const TAG = 'Loyalty programme';

export interface One {
  Params: { id: string };
}

export const changeOf = (principal: Principal): Change => ({ merchant: principal.merchant, actor: actorOf(principal) });

/** The stored text with its tag. */
export const sendStored = (reply: FastifyReply, bytes: Buffer): FastifyReply =>
  sendText(reply.header('etag', etagOf(bytes)), bytes);
