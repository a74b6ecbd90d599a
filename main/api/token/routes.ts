/** `POST /oauth/token`: the grant, the credentials and the answer. */
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { CODE_SECONDS, POLL_SECONDS } from '../../services/auth/deviceGrant.ts';
import { ACCESS_SECONDS, type IssuedToken } from '../../services/auth/issuer.ts';
import type { ClientRow } from '../../store/accounts.ts';
import { nullable } from '../../wire/shapes.ts';
import { DeviceCodeAnswer, TokenAnswer, TokenError, TokenInput } from '../../wire/token.ts';
import { inRfc8628 } from '../../world/errors/token.ts';
import { TokenRefusal } from '../../world/errors.ts';
import { connectionOf } from '../requestSource.ts';
import type { Services } from '../services.ts';
import { originOf } from '../session/sessions.ts';
import { VERIFICATION_PATH } from '../verification/path.ts';

type Fields = { readonly [Name in keyof typeof TokenInput.properties]?: string };
type Grant = (client: ClientRow, fields: Fields, request: FastifyRequest) => Promise<TokenAnswer | DeviceCodeAnswer>;

export function tokenRoutes(app: FastifyInstance, { grants, deviceGrant, tills, config }: Services): void {
  const placeOf = (request: FastifyRequest) => tills.place(connectionOf(request), undefined);
  const device: Grant = async (client, { uuid, code, device_code = code }, request) => {
    if (device_code) return answerOf(await deviceGrant.poll(client, device_code));
    if (!uuid) throw new TokenRefusal('deviceMissing');
    const { deviceCode, userCode } = await deviceGrant.begin(client, uuid);
    const page = `${request.protocol}://${request.host}${VERIFICATION_PATH}`;
    return {
      device_code: deviceCode,
      user_code: userCode,
      verification_url: page,
      verification_uri: page,
      verification_uri_complete: `${page}?user_code=${userCode}`,
      expires_in: CODE_SECONDS,
      interval: POLL_SECONDS,
    };
  };
  const grantTypes: Readonly<Record<string, Grant>> = {
    client_credentials: async client => answerOf(await grants.clientCredentials(client)),
    async appuser(client, { username, password, device }, request) {
      if (!config.appuserGrant)
        throw new TokenRefusal('grantUnknown', null, 'people sign in at the screen and by the code of a device alone');
      if (!username || !password || !device) throw new TokenRefusal('userMissing');
      return answerOf(
        await grants.appUser(client, username, password, device, placeOf(request), undefined, originOf(request)),
      );
    },
    device,
    async [DEVICE_CODE_GRANT](client, fields, request) {
      try {
        return await device(client, fields, request);
      } catch (error) {
        throw error instanceof TokenRefusal ? inWordsOfRfc8628(error) : error;
      }
    },
    async refresh_token(client, { refresh_token }) {
      if (!refresh_token) throw new TokenRefusal('refreshMissing');
      return answerOf(await grants.refresh(client, refresh_token));
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
        response: {
          200: Type.Union([TokenAnswer, DeviceCodeAnswer]),
          400: TokenError,
          401: TokenError,
          429: TokenError,
        },
      },
    },
    async (request, reply) => {
      const fields = { ...present(request.body), ...basic(request.headers.authorization) };
      const client = await grants.client(fields.client_id, fields.client_secret, placeOf(request));
      if (!fields.grant_type) throw new TokenRefusal('grantMissing');
      const grant = Object.hasOwn(grantTypes, fields.grant_type) ? grantTypes[fields.grant_type] : undefined;
      if (!grant) throw new TokenRefusal('grantUnknown');
      return reply.send(await grant(client, fields, request));
    },
  );
}

/** The name that RFC 8628 gives to the grant `device`; its errors have the names of that document, too. */
const DEVICE_CODE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';

const inWordsOfRfc8628 = ({ key, retryAfter }: TokenRefusal): TokenRefusal =>
  new TokenRefusal(inRfc8628[key] ?? key, retryAfter);

/** Clients send null for what they do not have. */
const present = (input: TokenInput | null | undefined): Fields =>
  Object.fromEntries(Object.entries(input ?? {}).filter(([, value]) => typeof value === 'string'));

/** A body that the server could not read is refused in the shape of this endpoint, too. */
const unreadable = (error: Partial<FastifyError>): boolean =>
  error.validation !== undefined || error instanceof SyntaxError || /^FST_ERR_CTP_/.test(error.code ?? '');

/** Scope is null wherever a person or a device signed in (specification, table of grants). */
const answerOf = ({ accessToken, refreshToken, client, staff, device }: IssuedToken): TokenAnswer => ({
  access_token: accessToken,
  expires_in: ACCESS_SECONDS,
  token_type: 'bearer',
  scope: staff || device ? null : client.scope,
  ...(refreshToken ? { refresh_token: refreshToken } : {}),
});

function basic(header: string | undefined): Fields {
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
