/** Every refusal in the one shape of the specification ("Errors"), in the language the caller reads. */
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorBody } from '../wire/errorBody.ts';
import type { TokenError } from '../wire/token.ts';
import { tokenAnchorOf, tokenErrors } from '../world/errors/token.ts';
import { anchorOf, BridgeError, type ErrorKey, errors, isUnwritable, TokenRefusal } from '../world/errors.ts';
import { newKey } from '../world/ids.ts';
import { shapeFaults } from '../world/shapeFaults.ts';

/** An import of `node:http` reads each of its members, which loads the browser's part of Node as well: 16 ms of a start. */
const { STATUS_CODES } = process.getBuiltinModule('node:http');

type Log = (level: 'warn' | 'error', message: string, facts: Readonly<Record<string, unknown>>) => void;

/** The header that every answer has: with it the request is found in the journal. */
export const SUPPORT_ID = 'x-support-id';

/** The one error handler. No stack trace ever leaves the house; the journal has it under the `supportId`. */
export function answerError(log: Log) {
  return (thrown: unknown, request: FastifyRequest, reply: FastifyReply) => {
    reply.header(SUPPORT_ID, request.id);
    if (thrown instanceof TokenRefusal) return answerTokenRefusal(thrown, request, reply);
    const language = languageOf(request.headers['accept-language']);
    const refusal = asBridgeError(thrown, request, language);
    const entry = errors[refusal.key];
    const surprising = refusal.key === 'internal' || refusal.key === 'storage';
    if (!wasUnreadable(request.raw.socket))
      log(surprising ? 'error' : 'warn', refusal.message, {
        supportId: request.id,
        error: entry.error,
        code: entry.code,
        ...(surprising ? { stack: thrown instanceof Error ? thrown.stack : String(thrown) } : {}),
      });
    const status = refusal.http ?? entry.http;
    const body = refusalBody(refusal.key, {
      details: refusal.message,
      language,
      supportId: request.id,
      docs: docsOf(request, UNTRUSTED.has(refusal.key)),
      reads: request.method === 'GET',
    });
    const mustSay = (status === 429 || entry.waits) && !reply.hasHeader('retry-after');
    const retryAfter = refusal.retryAfter ?? (mustSay ? RETRY_AFTER : null);
    if (retryAfter !== null) reply.header('retry-after', retryAfter);
    return reply
      .code(status)
      .type('application/json; charset=utf-8')
      .send(JSON.stringify({ ...body, ...refusal.extra }));
  };
}

/** Seconds a caller waits where it has to wait and nobody knows better. */
const RETRY_AFTER = 5;

/** Refusals because of the name by which the bridge was called: a link with this name would be refused, too. */
const UNTRUSTED: ReadonlySet<ErrorKey> = new Set(['hostRefused', 'hostHeader']);

interface Circumstances {
  readonly details: string;
  readonly language: 'de' | 'en';
  readonly supportId: string;
  /** Address of the published catalogue. */
  readonly docs: string;
  /** The request only reads, so it has not moved money whatever happened. */
  readonly reads: boolean;
}

/** The body of a refusal: the members of the specification, then what was added. */
export function refusalBody(key: ErrorKey, { details, language, supportId, docs, reads }: Circumstances): ErrorBody {
  const { error, code, fault, money, cause, cure, ...user } = errors[key];
  return {
    status: 'error',
    error,
    error_details: details,
    error_user: `${user[language]} (${code})`,
    code,
    supportId,
    error_code: key,
    fault,
    money: reads && money === 'unknown' ? 'not_moved' : money,
    cause: cause[language],
    cure: cure[language],
    doc_url: `${docs}#${anchorOf(key)}`,
  };
}

const CATALOGUE = '/docs/errors';

/** The catalogue at the address that the caller used. */
const docsOf = ({ protocol, host, socket }: FastifyRequest, untrusted: boolean): string =>
  !untrusted && HOST.test(host) ? `${protocol}://${host}${CATALOGUE}` : docsAt(socket);

const HOST = /^[a-z0-9.:[\]_-]{1,260}$/i;

/** The catalogue at the address of the line, for callers whose own name for it cannot be used. */
function docsAt(socket: Socket): string {
  const { localAddress = '127.0.0.1', localPort } = socket;
  const address = localAddress.replace(/^::ffff:/, '');
  const host = address.includes(':') ? `[${address}]` : address;
  return `${'encrypted' in socket ? 'https' : 'http'}://${host}:${localPort}${CATALOGUE}`;
}

/** Answers bytes that never became a request: too slow, too long, or no HTTP. */
export function answerUnreadable(log: Log) {
  return (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return;
    const working = responseAtWork(socket);
    if (working) closeBehind(working, socket, log);
    else refuseUnreadable(error, socket, log);
  };
}

function refuseUnreadable(error: NodeJS.ErrnoException, socket: Socket, log: Log): void {
  const key = UNREADABLE[error.code ?? ''] ?? 'badInput';
  const http = key === 'badInput' ? 400 : errors[key].http;
  const details = key === 'badInput' ? 'this is no HTTP request' : errors[key].en;
  const supportId = newKey().slice(0, 20);
  const language = languageOf(languagesIn(error));
  log('warn', details, { supportId, code: errors[key].code, reason: error.code });
  const text = JSON.stringify(refusalBody(key, { details, language, supportId, docs: docsAt(socket), reads: true }));
  const head = [
    `HTTP/1.1 ${http} ${STATUS_CODES[http]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(text)}`,
    `X-Support-Id: ${supportId}`,
    'Connection: close',
  ];
  if (socket.writable) socket.write(`${head.join('\r\n')}\r\n\r\n${text}`);
  socket.destroy(error);
}

/**
 * The response to a whole request that is still at work, null where there is none. A refusal of the bytes behind that request
 * would be read as its answer, and would say of a running payment that no money moved: a register that sends the NUL at the end
 * of its text, one byte beyond its Content-Length, is enough.
 */
function responseAtWork(socket: Socket): ServerResponse | null {
  // The member by which Node's own handler of unreadable bytes decides.
  const { _httpMessage: response } = socket as Socket & { readonly _httpMessage?: ServerResponse | null };
  return response?.req.complete ? response : null;
}

/** The request is answered as if nothing had followed it. Nothing behind it is read any more, so the connection ends with its answer. */
function closeBehind(response: ServerResponse, socket: Socket, log: Log): void {
  if (!response.shouldKeepAlive) return;
  response.shouldKeepAlive = false;
  response.once('finish', () => socket.destroySoon());
  log('warn', 'bytes behind a request are no HTTP: it is answered, then its connection is closed', {
    request: `${response.req.method} ${response.req.url?.split('?')[0]}`,
  });
}

/** Was the rest of the request refused by `answerUnreadable`, which has logged it and ended the connection? */
const wasUnreadable = ({ errored }: Socket): boolean =>
  ((errored as NodeJS.ErrnoException | null)?.code ?? '') in UNREADABLE;

/** The header Accept-Language of bytes that are no request, as far as they were kept. */
const languagesIn = (error: object): string | undefined =>
  'rawPacket' in error && Buffer.isBuffer(error.rawPacket)
    ? /^accept-language:(.*)$/im.exec(error.rawPacket.toString('latin1'))?.[1]
    : undefined;

const UNREADABLE: Readonly<Record<string, ErrorKey>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'requestTimeout',
  HPE_HEADER_OVERFLOW: 'tooLarge',
  HPE_INVALID_EOF_STATE: 'requestIncomplete',
};

/** The specification's two members, the link of RFC 6749 (5.2), and what every refusal says. */
function answerTokenRefusal(refusal: TokenRefusal, request: FastifyRequest, reply: FastifyReply) {
  const { http, error, fault, cause, cure } = tokenErrors[refusal.key];
  const language = languageOf(request.headers['accept-language']);
  const body: TokenError = {
    error,
    error_description: refusal.message,
    error_uri: `${docsOf(request, false)}#${tokenAnchorOf(refusal.key)}`,
    fault,
    cause: cause[language],
    cure: cure[language],
    supportId: request.id,
  };
  const retryAfter = refusal.retryAfter ?? (http === 429 ? RETRY_AFTER : null);
  if (retryAfter !== null) reply.header('retry-after', retryAfter);
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

export const DATABASE_DAMAGED = /^SQLITE_(CORRUPT|NOTADB)/;

function asBridgeError(thrown: unknown, request: FastifyRequest, language: 'de' | 'en'): BridgeError {
  if (thrown instanceof BridgeError) return thrown;
  const error = thrown as Partial<FastifyError> & { code?: string };
  if (error.validation) return invalid(error, request, language);
  const known = FRAMEWORK[error.code ?? ''];
  if (known === 'tooLarge')
    return new BridgeError(known, `a body of this call may have ${request.routeOptions.bodyLimit} bytes`);
  if (known) return new BridgeError(known, error.message ?? known);
  // The same code comes from a line of ours to others, and then the request is whole.
  if (error.code === 'ECONNRESET' && !request.raw.complete)
    return new BridgeError('requestIncomplete', 'the connection ended before the whole body had arrived');
  if (error.statusCode === 429) return new BridgeError('tooMany', 'the rate limit is exceeded');
  if (thrown instanceof SyntaxError) return new BridgeError('malformedJson', thrown.message);
  if (DATABASE_DAMAGED.test(error.code ?? ''))
    return new BridgeError('recordDamaged', `the database refused: ${error.code}`, { cause: thrown });
  if (isUnwritable(error)) return new BridgeError('storage', `the database refused: ${error.code}`, { cause: thrown });
  return new BridgeError('internal', 'an unexpected error; the journal holds it under the supportId', {
    cause: thrown,
  });
}

/** Weighed lines carry `measure`, not a quantity with decimals. */
const WEIGHED = /^basket\.products\[\d+\]\.(sub_basket\[\d+\]\.)?quantity$/;
const MEASURE =
  '; what is weighed or measured has no quantity but "measure": {"value": 532, "decimals": 3, "unit": "kg", "priceOne": 1590} for 0.532 kg at 15.90 a kilogram';

/** Wrong members that the sentence names; the list has all of them. */
const MOST_NAMED = 5;

/** Names every wrong member, what was expected there and what came. */
function invalid(error: Partial<FastifyError>, request: FastifyRequest, language: 'de' | 'en'): BridgeError {
  const context = error.validationContext ?? 'body';
  const { schema } = request.routeOptions;
  const sent = { body: request.body, querystring: request.query, params: request.params, headers: request.headers };
  const isKnown = context === 'body' || context === 'querystring' || context === 'params' || context === 'headers';
  const faults = isKnown ? shapeFaults(schema?.[context], sent[context], '', 'asSchema') : [];
  if (faults.length === 0) return new BridgeError('badInput', firstFault(error));
  const named = faults.slice(0, MOST_NAMED).map(({ path, texts, received }) => {
    const came = texts.en.startsWith('must be') && received !== 'nothing' ? `, not ${received}` : '';
    return `${path || context} ${texts.en.slice(0, -1)}${came}${WEIGHED.test(path) ? MEASURE : ''}`;
  });
  const more = faults.length > MOST_NAMED ? `; and ${faults.length - MOST_NAMED} more` : '';
  return new BridgeError('badInput', `${named.join('; ')}${more}`, {
    extra: {
      errors: faults.map(({ path, texts, expected, received }) => ({
        path: path || context,
        message: texts[language],
        expected,
        received,
      })),
    },
  });
}

/** `body/basket/products/0/priceOne must be integer` as `basket.products[0].priceOne must be integer`. */
function firstFault(error: Partial<FastifyError>): string {
  const [first] = error.validation ?? [];
  const path = (first?.instancePath ?? '')
    .slice(1)
    .replace(/\/(\d+)/g, '[$1]')
    .replaceAll('/', '.');
  return `${path || error.validationContext || 'body'} ${first?.message ?? 'is not valid'}`;
}
