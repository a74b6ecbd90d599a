/** Refusals of articles: one clear sentence in the language of the caller, with the member it is about. */
import type { FastifyRequest } from 'fastify';
import { languageOf } from '../../http/errorAnswers.ts';
import { ArticleFault } from '../../masterData/articles/articleFault.ts';
import type { Change } from '../../masterData/masterData.ts';
import { BridgeError, errors } from '../../world/errors.ts';
import { change } from '../masterDataChange.ts';
import type { Services } from '../services.ts';

/** A change unless an import is writing. Throws `articleFault` with the member and its sentence. */
export async function changeArticles<T>(
  services: Pick<Services, 'masterData' | 'articleImports'>,
  request: FastifyRequest,
  job: (change: Change) => T,
): Promise<T> {
  try {
    return await change(services, request.principal, own => {
      services.articleImports.refuseWhileRunning(own.merchant);
      return job(own);
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
