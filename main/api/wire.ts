/** Shapes that all resources of the API share, as the specification writes them ("Conventions", "Common list parameters", "Errors"). */
import Type, { type Static, type TObject, type TProperties, type TSchema } from 'typebox';

/** Prefix, underscore, 30 upper-case letters or digits. */
export const idOf = (prefix: string) =>
  Type.String({ pattern: `^${prefix}_[A-Z0-9]{30}$`, examples: [`${prefix}_${'0'.repeat(30)}`] });

/** An integer in the smallest unit of the currency. */
export const Money = Type.Integer({
  minimum: Number.MIN_SAFE_INTEGER,
  maximum: Number.MAX_SAFE_INTEGER,
  description: 'smallest currency unit',
});

/** Existing clients send integers as numeric strings, too; answers always hold integers. */
export const IntegerInput = Type.Union([
  Type.Integer({ minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }),
  Type.String({ pattern: '^-?[0-9]{1,15}$' }),
]);

/** ISO 8601 with a UTC offset. */
export const Timestamp = Type.String({ format: 'date-time' });
export const Currency = Type.String({ pattern: '^[A-Z]{3}$' });

export const Reference = Type.Object({ object: Type.String(), id: Type.String() });

export const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/** Members the specification does not name are kept and ignored. */
export const open = <T extends TProperties>(properties: T) => Type.Object(properties, { additionalProperties: true });

/** Query parameters of every list endpoint. */
export const ListQuery = open({
  count: Type.Optional(Type.String({ description: 'maximum number of items to return' })),
  offset: Type.Optional(Type.String({ description: 'zero-based start position in the whole result set' })),
  fields: Type.Optional(Type.String({ description: 'comma-separated fields to include, nested with a.b' })),
  q: Type.Optional(
    Type.String({ description: 'property:condition with ? and *, [min TO max], AND, OR, NOT and parentheses' }),
  ),
  sort: Type.Optional(Type.Unknown({ description: 'comma-separated field:order pairs, order asc or desc' })),
});
export type ListQuery = Static<typeof ListQuery>;

/** `fields` leaves members out, so none is certain. */
export const listOf = <T extends TProperties>(item: TObject<T>) =>
  Type.Object({
    count: Type.Integer({ description: 'all matches, including those not returned' }),
    data: Type.Array(Type.Partial(item)),
  });

/** The body of every refusal of a resource endpoint. */
export const ErrorBody = Type.Object({
  status: Type.Literal('error'),
  error: Type.String({ description: 'name of the error, see the error table' }),
  error_details: Type.String({ description: 'what is wrong and where, for developers' }),
  error_user: Type.String({ description: 'what to tell the user, in German or English by Accept-Language' }),
  code: Type.Integer(),
  supportId: Type.String({ description: 'finds the request in the journal' }),
});
export type ErrorBody = Static<typeof ErrorBody>;

/** A line of a receipt ("Receipt"). */
const decoration = Type.Array(
  Type.Union([
    Type.Literal('important'),
    Type.Literal('align-left'),
    Type.Literal('align-center'),
    Type.Literal('align-right'),
  ]),
);
export const ReceiptLine = Type.Union([
  Type.Object({ type: Type.Literal('separator'), value: Type.Object({ caption: Type.Optional(Type.String()) }) }),
  Type.Object({ type: Type.Literal('textline'), value: Type.Object({ text: Type.String(), decoration }) }),
  Type.Object({
    type: Type.Literal('name-value'),
    value: Type.Object({ name: Type.String(), value: Type.String(), decoration }),
  }),
  Type.Object({ type: Type.Literal('space') }),
]);
export type ReceiptLine = Static<typeof ReceiptLine>;
