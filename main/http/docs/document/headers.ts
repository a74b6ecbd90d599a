/** Headers of requests and answers in the published descriptions: one declaration each, and where they apply. */

import { newestVersion } from '../../../world/apiVersions.ts';
import { strictModes } from '../../../world/config.ts';
import { isRepeatableRoute } from '../../repeatableRoutes.ts';

interface Operation {
  readonly method: string;
  /** As OpenAPI writes it. */
  readonly path: string;
  /** Wants no token. */
  readonly open: boolean;
  /** The answer is one resource with a version (RFC 9110). */
  readonly versioned: boolean;
  /** The answer may name the version of a resource that was read, made or changed. */
  readonly tagged: boolean;
  /** Waits for a terminal. */
  readonly waits: boolean;
}

interface Header {
  readonly name: string;
  readonly description: string;
  readonly schema: object;
  readonly example?: string;
  readonly on: (operation: Operation) => boolean;
}

const text = (more: object = {}) => ({ type: 'string', ...more });
const isRead = ({ method }: Operation): boolean => method === 'get';
/** The back office has one version, and its bodies are closed. */
const isOfBridge = ({ path }: Operation): boolean => !path.startsWith('/office/');
/** Unknown members are looked for behind a token, and in the form that gets one. */
const isStrict = (operation: Operation): boolean =>
  isOfBridge(operation) && (!operation.open || operation.path === '/oauth/token');

const isRepeatable = (operation: Operation): boolean => !isRead(operation) && isRepeatableRoute(operation.path);

/** An export of the back office that goes on where it was cut off, with If-Match; one for DATEV holds its own moment. */
const isResumed = ({ path }: Operation): boolean => /^\/office\/v1\/exports\/(?!datev)/.test(path);

/** By the name of the component. */
export const requestHeaders: Readonly<Record<string, Header>> = {
  AcceptLanguage: {
    name: 'Accept-Language',
    description: 'Language of texts for people, de or en; German without it.',
    schema: text({ default: 'de' }),
    example: 'en',
    on: () => true,
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    description:
      'Chosen by the client, one for each attempt. The same request under the same key is carried out once and always gets the same answer, for 24 hours; another request under it is refused (409). Keep it when the line breaks and you send again; choose a new one for a new attempt, for example after a decline.',
    schema: text({ minLength: 1, maxLength: 255 }),
    example: '0b6a6d9e-6e6f-4c55-9f0e-5d7b2f0b8a11',
    on: isRepeatable,
  },
  Action: {
    name: 'X-Action',
    description: 'The same as Idempotency-Key, as older clients write it; Idempotency-Key counts where both are sent.',
    schema: text({ minLength: 1, maxLength: 255 }),
    on: isRepeatable,
  },
  Prefer: {
    name: 'Prefer',
    description:
      'RFC 7240. respond-async: 202 as soon as the command is on disk, before the terminal has ended; wait=N: an answer after N seconds at the latest; both: 202 only after N seconds. Without it the call waits as long as the setting answerWithin allows.',
    schema: text(),
    example: 'respond-async',
    on: ({ waits }) => waits,
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    description: 'ETag of an earlier answer: where it is still the version of now, the answer is 304 without a body.',
    schema: text(),
    example: '"pNZ3Gp0vHqUQ5eWbXvJtHkq0M9w"',
    on: operation => isRead(operation) && operation.versioned,
  },
  IfMatch: {
    name: 'If-Match',
    description: 'ETag of the version that is to be changed: where it is another one by now, nothing is changed (412).',
    schema: text(),
    example: '"pNZ3Gp0vHqUQ5eWbXvJtHkq0M9w"',
    on: operation => /^(put|patch|delete)$/.test(operation.method) && operation.versioned,
  },
  TillbridgeVersion: {
    name: 'Tillbridge-Version',
    description:
      'Version of the API that the client was written for, as /docs/changelog lists them; the newest without it. One that the bridge does not know is refused (1177).',
    schema: text({ format: 'date' }),
    example: newestVersion,
    on: isOfBridge,
  },
  TillbridgeStrict: {
    name: 'Tillbridge-Strict',
    description:
      'For this request, what the setting strict says for all: off keeps and ignores unknown members, misspelt refuses those that are probably misspelt, all refuses every one (1175). At a demo off lets a basket_info.sum pass, too, that the lines do not add up to (1158).',
    schema: text({ enum: [...strictModes] }),
    example: 'all',
    on: isStrict,
  },
  TillbridgeRequest: {
    name: 'Tillbridge-Request',
    description:
      'Any number of the client for this request. The answer repeats it: with another number it belongs to another request, and something on the line mixes up the answers.',
    schema: text({ pattern: '^[A-Za-z0-9_-]{1,64}$' }),
    example: '0b6a6d9e-6e6f-4c55-9f0e-5d7b2f0b8a11',
    on: isOfBridge,
  },
  LastEventId: {
    name: 'Last-Event-ID',
    description: 'Id of the last event that arrived: what was missed since is sent first, or the event reset.',
    schema: text({ pattern: '^[0-9]{1,15}$' }),
    example: '4711',
    on: ({ path }) => path === '/bridge/v1/events',
  },
};

/** Components for the parameters of the document. */
export const headerParameters = (): Record<string, object> =>
  Object.fromEntries(
    Object.entries(requestHeaders).map(([key, { name, description, schema, example }]) => [
      key,
      { name, in: 'header', required: false, description, schema, ...(example === undefined ? {} : { example }) },
    ]),
  );

/** References to the headers that an operation understands. */
export const headersOf = (operation: Operation): readonly object[] =>
  Object.entries(requestHeaders)
    .filter(([, { on }]) => on(operation))
    .map(([key]) => ({ $ref: `#/components/parameters/${key}` }));

/** Headers of answers, by the name on the wire. */
export const answerHeaders = {
  'X-Support-Id': {
    description: 'the same as supportId of a refusal: finds the request in the journal of the bridge',
    schema: text({ examples: ['01K9ZV3Q7A-17'] }),
  },
  Allow: {
    description: 'methods that the path takes (RFC 9110); of the refusal 1176 of another method',
    schema: text(),
  },
  ETag: {
    description: 'version of the resource, for If-Match and If-None-Match; where the answer is one that has versions',
    schema: text(),
  },
  Location: {
    description: 'where the end of the work can be read (202), or the page to go on at (302)',
    schema: text(),
  },
  'Preference-Applied': { description: 'what was applied of the header Prefer (RFC 7240)', schema: text() },
  'Idempotency-Replayed': {
    description: 'true: the answer of an earlier request with the same key; nothing was done again',
    schema: text({ enum: ['true'] }),
  },
  'Idempotent-Replayed': {
    description: 'the same as Idempotency-Replayed, as other clients read it',
    schema: text({ enum: ['true'] }),
  },
  'X-RateLimit-Limit': { description: 'most requests of this address in a minute', schema: { type: 'integer' } },
  'X-RateLimit-Remaining': { description: 'how many of them are left', schema: { type: 'integer' } },
  'X-RateLimit-Reset': { description: 'seconds until all of them are free again', schema: { type: 'integer' } },
  'Retry-After': { description: 'seconds after which the same request may be sent again', schema: { type: 'integer' } },
  'Tillbridge-Version': { description: 'version of the API that answered', schema: text({ format: 'date' }) },
  'Tillbridge-Request': {
    description: 'the number that the client gave this request; only where it gave one',
    schema: text(),
  },
  'Tillbridge-Unknown-Members': {
    description:
      'members of the request that its operation does not know, with those that were probably meant; only where there are some and strictness is not off',
    schema: text({
      examples: ['"basket.products[0].articelNumber";meant="basket.products[0].articleNumber", "colour"'],
    }),
  },
  Deprecation: { description: 'since when the operation is deprecated (RFC 9745)', schema: text() },
  Sunset: {
    description: 'from when the operation may be gone (RFC 8594); absent while that is not decided',
    schema: text(),
  },
  Link: { description: 'what to use instead, and where to read about it (RFC 8288)', schema: text() },
  'WWW-Authenticate': { description: 'Bearer', schema: text() },
} as const;

type HeaderName = keyof typeof answerHeaders;

const header = (...names: readonly HeaderName[]): Record<string, object> =>
  Object.fromEntries(names.map(name => [name, { $ref: `#/components/headers/${name}` }]));

/** The back office counts the requests of an address in every answer; the bridge does not. */
const LIMITS: readonly HeaderName[] = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'];

type Answered = Operation & { readonly deprecated: boolean };

/** Headers of an answer of an operation, done or refused. */
export const headersOfAnswer = (operation: Answered, status: string): Record<string, object> => ({
  ...header('X-Support-Id'),
  ...(isOfBridge(operation) ? header('Tillbridge-Version', 'Tillbridge-Request') : header(...LIMITS)),
  ...(isRepeatable(operation) ? header('Idempotency-Replayed', 'Idempotent-Replayed') : {}),
  ...(isStrict(operation) ? header('Tillbridge-Unknown-Members') : {}),
  ...(operation.waits && status === '202' ? header('Location', 'Preference-Applied') : {}),
  ...(status === '302' ? header('Location') : {}),
  ...((operation.tagged || isResumed(operation)) && status.startsWith('2') ? header('ETag') : {}),
  ...(/^[45]/.test(status) ? header('Retry-After') : {}),
  ...(operation.deprecated ? header('Deprecation', 'Sunset', 'Link') : {}),
});

const ERROR = { 'application/json': { schema: { $ref: '#/components/schemas/ErrorBody' } } } as const;

interface Answer {
  readonly key: string;
  readonly description: string;
  readonly headers?: readonly HeaderName[];
  readonly content?: object;
  readonly on: (operation: Operation) => boolean;
}

/**
 * Answers that many operations have alike, by status. There are no ranges such as `4XX` among them: generators of clients,
 * that of C# among them, make code of a range that does not compile.
 */
export const commonAnswers: Readonly<Record<string, Answer>> = {
  304: {
    key: 'NotModified',
    description: 'If-None-Match names the version of now: no body.',
    headers: ['ETag'],
    on: requestHeaders.IfNoneMatch?.on ?? (() => false),
  },
  400: {
    key: 'BadRequest',
    description: 'The request cannot be used as it is; code and error_details of the body say why.',
    content: ERROR,
    on: () => true,
  },
  401: {
    key: 'Unauthorised',
    description: 'The token is missing, wrong or over: get a new one and send the request again.',
    content: ERROR,
    on: () => true,
  },
  403: {
    key: 'Forbidden',
    description: 'This caller may not do this, or the Host or Origin of the request is not allowed.',
    content: ERROR,
    on: () => true,
  },
  404: {
    key: 'NotFound',
    description: 'There is no such object of this merchant, or the caller has no right to it.',
    content: ERROR,
    on: () => true,
  },
  405: {
    key: 'StateForbids',
    description:
      'The object is in no state for this, or the payment was declined: `reason`, `receipt` and `outcome` of the body say why and what is next.',
    content: ERROR,
    on: () => true,
  },
  408: {
    key: 'TooSlow',
    description: 'The request did not arrive whole in time; it was not carried out.',
    content: ERROR,
    on: operation => !isRead(operation),
  },
  409: {
    key: 'Conflict',
    description: 'The Idempotency-Key stands for another request, or the object has been changed by somebody else.',
    content: ERROR,
    on: operation => !isRead(operation),
  },
  412: {
    key: 'PreconditionFailed',
    description: 'Another version than the one that the request names is there now; nothing was changed.',
    content: ERROR,
    on: operation => !isRead(operation) || isResumed(operation),
  },
  413: {
    key: 'TooLarge',
    description: 'The request is longer or has more members than is allowed; it was not carried out.',
    content: ERROR,
    on: operation => !isRead(operation),
  },
  415: {
    key: 'UnsupportedMedia',
    description: 'The body is of a type that is not read here; the request was not carried out.',
    content: ERROR,
    on: operation => !isRead(operation),
  },
  429: {
    key: 'TooManyRequests',
    description: 'Too many requests; Retry-After says when to try again.',
    content: ERROR,
    on: () => true,
  },
  500: {
    key: 'Failed',
    description:
      'fault "client": the request is not valid (the specification answers validation errors with 500), error_details names the member; fault "server": try again later',
    content: ERROR,
    on: () => true,
  },
  502: {
    key: 'OtherServiceFailed',
    description: 'The service that signs people in did not answer; try again later.',
    content: ERROR,
    on: operation => !isOfBridge(operation),
  },
  503: {
    key: 'Unavailable',
    description: 'The answer cannot be given now; Retry-After says when to try again.',
    content: ERROR,
    on: () => true,
  },
};

/** Many operations share them, so they have the headers that any of these has. */
const SHARED: readonly HeaderName[] = ['X-Support-Id', 'Idempotency-Replayed', 'Idempotent-Replayed', 'Retry-After'];
const SHARED_OF_BRIDGE: readonly HeaderName[] = [
  ...SHARED,
  'Tillbridge-Version',
  'Tillbridge-Request',
  'Tillbridge-Unknown-Members',
];

/** Components for the answers of the document of the bridge, or of the back office. */
export const answerComponents = (isBridge: boolean): Record<string, object> =>
  Object.fromEntries(
    Object.values(commonAnswers).map(({ key, description, headers = [], content }) => [
      key,
      {
        description,
        headers: header(...(isBridge ? SHARED_OF_BRIDGE : [...SHARED, ...LIMITS]), ...headers),
        ...(content ? { content } : {}),
      },
    ]),
  );

/** The common answers of an operation, by status: references, and written out where the operation has headers of its own. */
export const commonAnswersOf = (operation: Answered): Record<string, object> =>
  Object.fromEntries(
    Object.entries(commonAnswers)
      .filter(([, { on }]) => on(operation))
      .map(([status, { key, description, headers = [], content }]) => [
        status,
        operation.deprecated
          ? {
              description,
              headers: { ...headersOfAnswer(operation, status), ...header(...headers) },
              ...(content ? { content } : {}),
            }
          : { $ref: `#/components/responses/${key}` },
      ]),
  );
