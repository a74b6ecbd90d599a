/** Refusals of articles: one clear sentence in the language of the caller, with the member it is about. */
import type { FastifyRequest } from 'fastify';
import { ArticleFault } from '../../masterData/articles/articleFault.ts';
import type { Change } from '../../masterData/masterData.ts';
import { actorOf } from '../../world/audit.ts';
import { BridgeError, errors } from '../../world/errors.ts';
import { languageOf } from '../errorAnswers.ts';
import type { Services } from '../services.ts';

export const changeOf = ({ principal }: Pick<FastifyRequest, 'principal'>): Change => ({
  merchant: principal.merchant,
  actor: actorOf(principal),
});

/** Runs a change in a job, unless an import is writing. Throws `articleFault` with the member and its sentence. */
export async function changed<T>(
  { world, articleImports }: Pick<Services, 'world' | 'articleImports'>,
  request: FastifyRequest,
  job: (change: Change) => T,
): Promise<T> {
  try {
    return await world.ledger.write(() => {
      articleImports.refuseWhileRunning(request.principal.merchant);
      return job(changeOf(request));
    });
  } catch (error) {
    throw error instanceof ArticleFault ? refusalOf(error, request) : error;
  }
}

function refusalOf({ fault, message }: ArticleFault, request: FastifyRequest): BridgeError {
  const language = languageOf(request.headers['accept-language']);
  const error_user = `${fault.texts[language]} (${errors.articleFault.code})`;
  return new BridgeError('articleFault', message, { extra: { error_user, faults: [fault] } });
}
