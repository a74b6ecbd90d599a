/** Where the records of a shop go: the upstream service and the back office, as configuration and set-up file write them. */
import Type, { type Static } from 'typebox';

export const Address = Type.String({ pattern: '^https?://[^\\s]+$', description: 'base address, http or https' });

export const Secret = Type.Union(
  [
    Type.String({ minLength: 1 }),
    Type.Object({ file: Type.String({ minLength: 1 }) }, { additionalProperties: false }),
    Type.Object({ env: Type.String({ minLength: 1 }) }, { additionalProperties: false }),
  ],
  { description: 'the text itself, {"file": PATH} or {"env": NAME}' },
);
export type Secret = Static<typeof Secret>;

export const Offline = Type.Object(
  {
    redeem: Type.Enum(['refuse', 'amount', 'lastBalance'], {
      default: 'refuse',
      description: 'what a loyalty card may pay while the upstream service is not reachable',
    }),
    amount: Type.Integer({
      default: 0,
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'with amount: per card and day, minor units',
    }),
    maxAgeHours: Type.Number({
      default: 72,
      minimum: 0,
      maximum: 8760,
      description: 'with lastBalance: an older balance pays nothing',
    }),
  },
  { default: {}, additionalProperties: false },
);

export const Upstream = Type.Object(
  {
    address: Address,
    client_id: Type.Optional(Secret),
    client_secret: Type.Optional(Secret),
    brand: Type.Optional(
      Type.String({
        pattern: '^[a-z]{2,30}$',
        description: 'the word that the service writes where the specification writes svc',
      }),
    ),
    from: Type.Optional(
      Type.String({
        format: 'date',
        description: 'what was sold before is sent from this day on; else of the last 30 days',
      }),
    ),
    offline: Offline,
    cardTypes: Type.Optional(
      Type.Record(Type.String(), Type.Enum(['visa', 'mastercard', 'mastercard_debit', 'maestro', 'vpay', 'girocard']), {
        description: 'what stands for a kind of card that the specification does not name; * for every other one',
      }),
    ),
    downMinutes: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 10_080,
        description: 'how often catalogue, campaigns, cards and customers are read from the service; 0: never; else 5',
      }),
    ),
    lagSeconds: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 86_400,
        description: 'how long a list of the service may lag behind: so long a lost sale is looked for again; else 30',
      }),
    ),
  },
  { additionalProperties: false },
);

export const UpstreamSetting = Type.Union([Address, Upstream, Type.Null()], {
  default: null,
  description: 'service that receives what was sold: its base address, or an object with address and credentials',
});

export const BackOfficeSetting = Type.Union(
  [
    Address,
    Type.Object(
      {
        address: Address,
        enrol: Type.Optional(
          Type.String({ minLength: 4, maxLength: 40, description: 'one-time code of the enrolment' }),
        ),
      },
      { additionalProperties: false },
    ),
    Type.Null(),
  ],
  { default: null, description: 'back office that receives the records of all tills: its base address, or an object' },
);
export type UpstreamSetting = Static<typeof UpstreamSetting>;
export type BackOfficeSetting = Static<typeof BackOfficeSetting>;
