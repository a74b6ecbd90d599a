/** Every refusal in the one shape of the specification ("Errors"), in the language the caller reads. */
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorBody } from '../wire/shapes.ts';
import { BridgeError, type ErrorKey, errors, faultOf, TokenRefusal, tokenErrors } from '../world/errors.ts';

type Log = (level: 'warn' | 'error', message: string, facts: Readonly<Record<string, unknown>>) => void;

/** The one error handler. No stack trace ever leaves the house; the journal has it under the `supportId`. */
export function answerError(log: Log) {
  return (thrown: unknown, request: FastifyRequest, reply: FastifyReply) => {
    if (thrown instanceof TokenRefusal) return answerTokenRefusal(thrown, reply);
    const refusal = asBridgeError(thrown);
    const entry = errors[refusal.key];
    const surprising = refusal.key === 'internal' || refusal.key === 'storage';
    log(surprising ? 'error' : 'warn', refusal.message, {
      supportId: request.id,
      error: entry.error,
      code: entry.code,
      ...(surprising ? { stack: thrown instanceof Error ? thrown.stack : String(thrown) } : {}),
    });
    const status = refusal.http ?? entry.http;
    const body: ErrorBody = {
      status: 'error',
      error: entry.error,
      error_details: refusal.message,
      error_user: `${entry[languageOf(request.headers['accept-language'])]} (${entry.code})`,
      code: entry.code,
      supportId: request.id,
      // The specification answers 500 to a request that is not valid, too.
      ...(status >= 500 ? { fault: faultOf(entry) } : {}),
    };
    if (refusal.retryAfter !== null) reply.header('retry-after', refusal.retryAfter);
    return reply
      .code(status)
      .type('application/json; charset=utf-8')
      .send(JSON.stringify({ ...body, ...refusal.extra }));
  };
}

/** Answers bytes that never became a request: too slow, too long, or no HTTP. */
export function answerUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const key = UNREADABLE[error.code ?? ''] ?? 'badInput';
  const entry = errors[key];
  const http = key === 'badInput' ? 400 : entry.http;
  const body: ErrorBody = {
    status: 'error',
    error: entry.error,
    error_details: key === 'badInput' ? 'this is no HTTP request' : entry.en,
    error_user: `${entry.de} (${entry.code})`,
    code: entry.code,
    supportId: '',
  };
  const text = JSON.stringify(body);
  const head = [
    `HTTP/1.1 ${http} ${STATUS_CODES[http]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(text)}`,
    'Connection: close',
  ];
  if (socket.writable) socket.write(`${head.join('\r\n')}\r\n\r\n${text}`);
  socket.destroy(error);
}

const UNREADABLE: Readonly<Record<string, ErrorKey>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'requestTimeout',
  HPE_HEADER_OVERFLOW: 'tooLarge',
};

function answerTokenRefusal(refusal: TokenRefusal, reply: FastifyReply) {
  const { http, error } = tokenErrors[refusal.key];
  const body = { error, error_description: refusal.message };
  if (refusal.retryAfter !== null) reply.header('retry-after', refusal.retryAfter);
  return reply
    .code(http)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(body));
}

/** German unless the caller prefers English. */
export function languageOf(header: string | undefined): 'de' | 'en' {
  const wanted = (header ?? '')
    .toLowerCase()
    .split(',')
    .map(part => {
      const [tag = '', quality = 'q=1'] = part.trim().split(/\s*;\s*/);
      return { language: tag.slice(0, 2), quality: Number(quality.slice(2)) || 0 };
    })
    .filter(({ language }) => language === 'de' || language === 'en')
    .sort((a, b) => b.quality - a.quality);
  return wanted[0]?.language === 'en' ? 'en' : 'de';
}

/** Refusals of the server framework, by its own codes. */
const FRAMEWORK: Readonly<Record<string, ErrorKey>> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'malformedJson',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'malformedJson',
  FST_ERR_CTP_BODY_TOO_LARGE: 'tooLarge',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupportedMedia',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'badInput',
  FST_ERR_BAD_URL: 'notFound',
  FST_ERR_MAX_PARAM_LENGTH: 'notFound',
  FST_ERR_NOT_FOUND: 'notFound',
};

const DATABASE_UNWRITABLE = /^SQLITE_(FULL|IOERR|READONLY|CANTOPEN)/;

export const DATABASE_DAMAGED = /^SQLITE_(CORRUPT|NOTADB)/;

function asBridgeError(thrown: unknown): BridgeError {
  if (thrown instanceof BridgeError) return thrown;
  const error = thrown as Partial<FastifyError> & { code?: string };
  if (error.validation) return new BridgeError('badInput', validationText(error));
  const known = FRAMEWORK[error.code ?? ''];
  if (known) return new BridgeError(known, error.message ?? known);
  if (error.statusCode === 429) return new BridgeError('tooMany', 'the rate limit is exceeded');
  if (thrown instanceof SyntaxError) return new BridgeError('malformedJson', thrown.message);
  if (DATABASE_DAMAGED.test(error.code ?? ''))
    return new BridgeError('recordDamaged', `the database refused: ${error.code}`, { cause: thrown });
  if (DATABASE_UNWRITABLE.test(error.code ?? ''))
    return new BridgeError('storage', `the database refused: ${error.code}`, { cause: thrown });
  return new BridgeError('internal', 'an unexpected error; the journal holds it under the supportId', {
    cause: thrown,
  });
}

/** What is weighed has a way of its own, which a quantity with decimals is not. */
const WEIGHED = /^basket\.products\[\d+\]\.(sub_basket\[\d+\]\.)?quantity$/;
const MEASURE =
  '; what is weighed or measured has no quantity but "measure": {"value": 532, "decimals": 3, "unit": "kg", "priceOne": 1590} for 0.532 kg at 15.90 a kilogram';

/** `body/basket/products/0/priceOne must be integer` as `basket.products[0].priceOne must be integer`. */
function validationText(error: Partial<FastifyError>): string {
  const [first] = error.validation ?? [];
  const path = (first?.instancePath ?? '')
    .slice(1)
    .replace(/\/(\d+)/g, '[$1]')
    .replaceAll('/', '.');
  return `${path || error.validationContext || 'body'} ${first?.message ?? 'is not valid'}${WEIGHED.test(path) ? MEASURE : ''}`;
}
