/** Whose figures a request may see, and in which language they are written. */
import type { FastifyRequest } from 'fastify';
import { languageOf } from '../../../http/errorAnswers.ts';
import type { ReportScope } from '../../reports/report.ts';
import { scopeOf } from '../../reports/scope.ts';
import type { Reading } from '../people/signedIn.ts';

/** The language of the request, else that of the person. */
export function scopeOfRequest({ database, clock }: Reading, request: FastifyRequest): Promise<ReportScope> {
  const { person, headers } = request;
  const named = (request.query as { language?: unknown }).language;
  const language =
    named === 'de' || named === 'en'
      ? named
      : headers['accept-language'] === undefined
        ? person.language
        : languageOf(headers['accept-language']);
  return scopeOf(database, { merchant: person.merchant, stores: person.stores, language, now: clock.now() });
}
