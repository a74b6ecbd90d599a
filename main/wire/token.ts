/** `POST /oauth/token` (specification, "Authentication"): form-encoded, JSON tolerated, credentials in the body or as Basic header. */
import Type, { type Static } from 'typebox';
import { Fault, nullable, openObject } from './shapes.ts';

const field = Type.Optional(nullable(Type.String({ maxLength: 4000 })));

export const TokenInput = openObject({
  grant_type: field,
  client_id: field,
  client_secret: field,
  username: field,
  password: field,
  device: field,
  refresh_token: field,
  uuid: field,
  code: field,
  device_code: field,
  scope: Type.Optional(Type.Unknown({ description: 'as RFC 6749 has it; the scope is that of the client' })),
  deviceinfo: Type.Optional(Type.Unknown({ description: 'name of the device, as existing clients send it; ignored' })),
});
export type TokenInput = Static<typeof TokenInput>;

export const TokenAnswer = openObject({
  access_token: Type.String(),
  expires_in: Type.Integer({ description: 'seconds' }),
  token_type: Type.Literal('bearer'),
  scope: nullable(Type.String()),
  refresh_token: Type.Optional(Type.String()),
});
export type TokenAnswer = Static<typeof TokenAnswer>;

/** Answer of the first step of the grant `device`. */
export const DeviceCodeAnswer = openObject({
  device_code: Type.String({ pattern: '^[0-9a-f]{32}$' }),
  user_code: Type.String({ pattern: '^[A-Z2-9]{8}$' }),
  verification_url: Type.String({ format: 'uri' }),
  verification_uri: Type.String({ format: 'uri', description: 'the same, under the name of RFC 8628' }),
  verification_uri_complete: Type.String({ format: 'uri', description: 'the page with the code filled in' }),
  expires_in: Type.Integer({ description: 'seconds the codes are good for' }),
  interval: Type.Integer({ description: 'seconds between two polls' }),
});
export type DeviceCodeAnswer = Static<typeof DeviceCodeAnswer>;

/** RFC 6749 (5.2), and what every refusal of the bridge says. */
export const TokenError = openObject({
  error: Type.String(),
  error_description: Type.String(),
  error_uri: Type.String({ format: 'uri', description: 'the entry of the published catalogue' }),
  fault: Fault,
  cause: Type.String({ description: 'what leads to it, in German or English by Accept-Language' }),
  cure: Type.String({ description: 'what mends it, in German or English by Accept-Language' }),
  supportId: Type.String({ description: 'finds the request in the journal; header X-Support-Id, too' }),
});
export type TokenError = Static<typeof TokenError>;
