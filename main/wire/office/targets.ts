/** Turnover that a store is to reach in a month. */
import Type, { type Static } from 'typebox';
import { Currency } from '../shapes.ts';

export const MONTH = '^(19|20|21)\\d\\d-(0[1-9]|1[0-2])$';
const Month = Type.String({ pattern: MONTH, description: 'calendar month of the business days, YYYY-MM' });

export const mostTargets = 5000;

/** `GET /office/v1/targets?from=2026-01&to=2026-12`; left out, the months of this year. */
export const TargetQuery = Type.Object(
  {
    from: Type.Optional(Month),
    to: Type.Optional(Month),
    language: Type.Optional(Type.Enum(['de', 'en'])),
    format: Type.Optional(Type.Enum(['json', 'csv'])),
  },
  { additionalProperties: false },
);
export type TargetQuery = Static<typeof TargetQuery>;

export const TargetList = Type.Object({
  count: Type.Integer(),
  data: Type.Array(
    Type.Object({
      store: Type.String(),
      store_name: Type.String(),
      month: Month,
      amount: Type.Integer({ description: 'gross turnover, in minor units' }),
      currency: Currency,
    }),
  ),
});
export type TargetList = Static<typeof TargetList>;

/** `PUT /office/v1/targets` */
export const TargetInput = Type.Object(
  {
    data: Type.Array(
      Type.Object(
        {
          store: Type.String({ maxLength: 100, description: 'id' }),
          month: Month,
          amount: Type.Union([Type.Integer({ minimum: 1, maximum: 99_999_999_999 }), Type.Null()], {
            description:
              'gross turnover in minor units of the currency in which the store sells; null: no target any more',
          }),
        },
        { additionalProperties: false },
      ),
      { minItems: 1, maxItems: mostTargets },
    ),
  },
  { additionalProperties: false },
);
export type TargetInput = Static<typeof TargetInput>;

export const TargetsSet = Type.Object({
  changed: Type.Integer({ description: 'targets that are others than before' }),
  unchanged: Type.Integer(),
});
export type TargetsSet = Static<typeof TargetsSet>;

/** One target in the audit log. */
export interface TargetChange {
  readonly store: string;
  /** `YYYY-MM` */
  readonly month: string;
  readonly currency: string;
  /** Minor units; null: no target. */
  readonly before: number | null;
  readonly after: number | null;
}
