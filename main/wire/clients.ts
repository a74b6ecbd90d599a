/**
 * Clients of the API (`/bridge/v1/clients`): foreign cash registers with their secrets. A secret stands in the answer that made it
 * and nowhere else.
 */
import Type, { type Static } from 'typebox';
import { idOf, nullable, Timestamp } from './shapes.ts';

export const clientScopes = ['smart', 'loyalty', 'payment', 'general', 'manage', 'control'] as const;
export const clientStates = ['active', 'revoked'] as const;

export const Client = Type.Object({
  object: Type.Literal('clients'),
  id: Type.String({ description: 'client_id of the token endpoint' }),
  created: nullable(Type.String({ description: 'ISO 8601; null: before this was kept' })),
  name: Type.String(),
  scopes: Type.Array(Type.String()),
  till: nullable(
    Type.String({ description: 'SDV_… of the till it stands for, with the store of that till; null: the first one' }),
  ),
  state: Type.Enum(clientStates),
  secretSince: nullable(Type.String()),
  oldSecretUntil: nullable(Type.String({ description: 'the secret before is good beside the new one until then' })),
  lastUsed: nullable(Type.String({ description: 'YYYY-MM-DD (UTC) of its newest token' })),
  revokedAt: nullable(Type.String()),
  revokeReason: nullable(Type.String()),
});
export type Client = Static<typeof Client>;

/** Answer that shows a secret, once. */
export const ClientWithSecret = Type.Object({
  ...Client.properties,
  secret: Type.String({ description: 'client_secret; it is shown now and never again' }),
});
export type ClientWithSecret = Static<typeof ClientWithSecret>;

const facts = {
  name: Type.Optional(nullable(Type.String({ minLength: 1, maxLength: 100 }))),
  scopes: Type.Optional(
    Type.Array(Type.Enum(clientScopes), {
      minItems: 1,
      maxItems: clientScopes.length,
      uniqueItems: true,
      description:
        'manage: people, clients, articles, the shop; control: demo and tests alone. Usual: smart, loyalty, payment, general',
    }),
  ),
  till: Type.Optional(nullable(idOf('SDV'))),
};

/** `POST /bridge/v1/clients`; without `id` one is made. */
export const ClientInput = Type.Object(
  { id: Type.Optional(Type.String({ minLength: 1, maxLength: 60 })), ...facts },
  { additionalProperties: false },
);
export type ClientInput = Static<typeof ClientInput>;

/** `PUT /bridge/v1/clients/{id}`; what is left out stays. */
export const ClientChanges = Type.Object(facts, { additionalProperties: false });
export type ClientChanges = Static<typeof ClientChanges>;

/** `POST /bridge/v1/clients/{id}/secret` */
export const SecretInput = Type.Object(
  {
    overlapMinutes: Type.Integer({
      minimum: 0,
      maximum: 1440,
      description:
        'how long the old secret is good beside the new one; 0 ends it and every token of the client at once',
    }),
  },
  { additionalProperties: false },
);
export type SecretInput = Static<typeof SecretInput>;

/** The secrets that sign the pushes of a client. */
export const PushSecret = Type.Object({
  object: Type.Literal('clients.push_secrets'),
  client: Type.String(),
  since: nullable(Timestamp),
  old: Type.Array(Type.Object({ since: Timestamp, until: Timestamp }), {
    description: 'secrets before it that still sign as well, until then',
  }),
});
export type PushSecret = Static<typeof PushSecret>;

/** Answer that shows a push secret, once. */
export const PushSecretWithSecret = Type.Object({
  ...PushSecret.properties,
  secret: Type.String({ description: '`whsec_` and base64; it is shown now and never again' }),
});
export type PushSecretWithSecret = Static<typeof PushSecretWithSecret>;
