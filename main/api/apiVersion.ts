/** The version of the API in the headers: one is asked for and one is answered, and what is deprecated says so. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { apiVersions, deprecationHeaders, isKnownVersion, newestVersion } from '../world/apiVersions.ts';
import { BridgeError } from '../world/errors.ts';

export const VERSION_HEADER = 'tillbridge-version';

/**
 * Runs before every other check, so that a refusal has the header, too. No change so far needs another behaviour: an older
 * version is the newest one without members that its clients ignore. Throws `versionUnknown`.
 */
export function answerVersion({ headers }: FastifyRequest, reply: FastifyReply): void {
  const wanted = headers[VERSION_HEADER];
  if (wanted === undefined) {
    reply.header(VERSION_HEADER, newestVersion);
    return;
  }
  const isKnown = typeof wanted === 'string' && isKnownVersion(wanted);
  reply.header(VERSION_HEADER, isKnown ? wanted : newestVersion);
  if (isKnown) return;
  const versions = apiVersions.map(({ date }) => date);
  throw new BridgeError(
    'versionUnknown',
    `Tillbridge-Version: there is no such version; known are ${versions.join(', ')}, and without the header it is ${newestVersion}`,
    { extra: { versions } },
  );
}

const deprecated = deprecationHeaders(apiVersions);

/** Before the resources are registered: routes that the table of versions calls deprecated are marked, and answer so. */
export function markDeprecated(app: FastifyInstance): void {
  app.addHook('onRoute', route => {
    const [method = ''] = [route.method].flat();
    const headers = deprecated.get(`${method} ${route.url.replace(/:(\w+)/g, '{$1}')}`);
    if (!headers) return;
    route.schema = { ...route.schema, deprecated: true };
    route.onRequest = [
      (_request, reply, done) => {
        reply.headers({ ...headers });
        done();
      },
      ...[route.onRequest ?? []].flat(),
    ];
  });
}
