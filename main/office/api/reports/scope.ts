/** Whose figures a request may see, and in which language they are written. */
import type { FastifyRequest } from 'fastify';
import { languageOf } from '../../../http/errorAnswers.ts';
import { badRequest, type ReportScope } from '../../reports/report.ts';
import { scopeOf } from '../../reports/scope.ts';
import type { Reading } from '../people/signedIn.ts';

/** The language of the request, else that of the person. */
export async function scopeOfRequest({ database, clock }: Reading, request: FastifyRequest): Promise<ReportScope> {
  const { person, headers } = request;
  const { language: named, currency } = request.query as { language?: unknown; currency?: unknown };
  if (currency !== undefined && currency !== '' && !/^[A-Z]{3}$/.test(String(currency)))
    throw badRequest('currency is three capital letters such as EUR');
  const language =
    named === 'de' || named === 'en'
      ? named
      : headers['accept-language'] === undefined
        ? person.language
        : languageOf(headers['accept-language']);
  return scopeOf(database, {
    merchant: person.merchant,
    stores: person.stores,
    language,
    now: clock.now(),
    currency: currency ? String(currency) : undefined,
  });
}
