/**
 * Doubts of the bridge below `/bridge/v1/doubts`: whether its clock is right, and which numbers were given before. While one stands,
 * nothing is sold (1291, 1292); a manager answers.
 */
import Type, { type Static } from 'typebox';
import { nullable, openObject, Texts, Timestamp } from './shapes.ts';

const count = (description: string) => Type.Integer({ minimum: 0, maximum: 999_999_999, description });

const Numbers = Type.Object({
  receipt: count('the highest receipt number; 0: none'),
  reports: Type.Array(
    Type.Object({
      till: Type.String({ description: 'SDV_…' }),
      name: Type.String(),
      number: count('of its newest Z report; 0: none'),
    }),
  ),
});

/** `GET /bridge/v1/doubts`, and the answer to each decision. */
export const DoubtsView = Type.Object({
  clock: nullable(
    Type.Object({
      fault: Type.Enum(['behind', 'ahead']),
      cause: Texts,
      now: Timestamp,
      newest: nullable({ ...Timestamp, description: 'the newest change by a clock that nobody doubted' }),
    }),
  ),
  numbers: nullable(
    Type.Object({
      cause: Texts,
      since: Timestamp,
      here: Numbers,
      office: nullable(
        Type.Object(
          { ...Numbers.properties, at: Timestamp },
          { description: 'null: it has not answered since the start' },
        ),
      ),
      upstream: nullable(
        Type.Object(
          { unknown: count('paid sales with our mark that this database does not know; a hint'), at: Timestamp },
          { description: 'null: there is no upstream service, or it does not answer' },
        ),
      ),
    }),
  ),
});
export type DoubtsView = Static<typeof DoubtsView>;

/** `POST /bridge/v1/doubts/numbers`: the highest numbers that were found on paper. */
export const NumbersInput = openObject({
  receipt: count('the highest receipt number on paper; 0: none'),
  reports: Type.Optional(
    Type.Array(openObject({ till: Type.String({ maxLength: 64 }), number: count('of the newest Z report on paper') }), {
      maxItems: 500,
      description: 'left out: those that are known are the highest',
    }),
  ),
});
export type NumbersInput = Static<typeof NumbersInput>;
