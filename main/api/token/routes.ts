/** `POST /oauth/token`: which grant, whose credentials, and the answer. */
import type { FastifyError, FastifyInstance } from 'fastify';
import { ACCESS_SECONDS, type Issued } from '../../auth/grants.ts';
import { TokenRefusal } from '../../errors.ts';
import type { ClientRow } from '../../store/accounts.ts';
import type { Services } from '../services.ts';
import { nullable } from '../wire.ts';
import { TokenAnswer, TokenError, TokenInput } from './contract.ts';

export function tokenRoutes(app: FastifyInstance, { grants }: Services): void {
  const grantTypes: Readonly<Record<string, (client: ClientRow, input: TokenInput) => Promise<Issued>>> = {
    client_credentials: client => grants.clientCredentials(client),
    appuser(client, { username, password, device }) {
      if (!username || !password || !device) throw new TokenRefusal('userMissing');
      return grants.appUser(client, username, password, device);
    },
    refresh_token(client, { refresh_token }) {
      if (!refresh_token) throw new TokenRefusal('refreshMissing');
      return grants.refresh(client, refresh_token);
    },
  };

  app.post<{ Body: TokenInput | null | undefined }>(
    '/oauth/token',
    {
      config: { public: true },
      errorHandler: (error, request, reply) =>
        app.errorHandler(unreadable(error) ? (new TokenRefusal('unreadable') as never) : error, request, reply),
      schema: {
        tags: ['Authentication'],
        summary: 'Get an access token',
        security: [],
        consumes: ['application/x-www-form-urlencoded', 'application/json'],
        body: nullable(TokenInput),
        response: { 200: TokenAnswer, 400: TokenError, 401: TokenError },
      },
    },
    async (request, reply) => {
      const input = { ...request.body, ...basic(request.headers.authorization) };
      const client = grants.client(input.client_id, input.client_secret);
      if (!input.grant_type) throw new TokenRefusal('grantMissing');
      const grant = Object.hasOwn(grantTypes, input.grant_type) ? grantTypes[input.grant_type] : undefined;
      if (!grant) throw new TokenRefusal('grantUnknown');
      const issued = await grant(client, input);
      return reply.header('cache-control', 'no-store').send(answerOf(issued));
    },
  );
}

/** What the server could not read is refused in the shape of this endpoint, too. */
const unreadable = (error: Partial<FastifyError>): boolean =>
  error.validation !== undefined || error instanceof SyntaxError || /^FST_ERR_CTP_/.test(error.code ?? '');

/** Scope is null wherever a person signed in (specification, table of grants). */
const answerOf = ({ accessToken, refreshToken, client, staff }: Issued): TokenAnswer => ({
  access_token: accessToken,
  expires_in: ACCESS_SECONDS,
  token_type: 'bearer',
  scope: staff ? null : client.scope,
  ...(refreshToken ? { refresh_token: refreshToken } : {}),
});

function basic(header: string | undefined): { client_id?: string; client_secret?: string } {
  const encoded = /^basic (\S+)$/i.exec(header ?? '')?.[1];
  if (!encoded) return {};
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  return colon < 0 ? {} : { client_id: decoded(text.slice(0, colon)), client_secret: decoded(text.slice(colon + 1)) };
}

/** RFC 6749 2.3.1 wants both parts form-encoded; many clients leave that out. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
