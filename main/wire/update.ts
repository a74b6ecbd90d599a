/** The program's version and its updates: `GET /bridge/v1/update`. */
import { type Static, Type } from 'typebox';

export const UPDATE_ENDINGS = [
  ...[
    'newest',
    'notYet',
    'failedBefore',
    'waits',
    'updated',
    'wentBack',
    'stays',
    'failed',
    'running',
    'ready',
    'broken',
  ],
] as const;
/** How the last look for an update ended. */
export type UpdateEnding =
  | 'newest'
  | 'notYet'
  | 'failedBefore'
  | 'waits'
  | 'updated'
  | 'wentBack'
  | 'stays'
  | 'failed'
  | 'running'
  | 'ready'
  | 'broken';

export const Update = Type.Object({
  running: Type.String({ description: 'version of the program that works' }),
  last: Type.Union(
    [
      Type.Object({
        at: Type.String({ description: 'ISO 8601' }),
        ending: Type.Enum([...UPDATE_ENDINGS] as UpdateEnding[], { description: 'how the look ended, in one word' }),
        version: Type.Union([Type.String(), Type.Null()], {
          description: 'version that was offered; null: none was seen',
        }),
        because: Type.Array(Type.String(), { description: 'reasons for whoever looks after the till' }),
      }),
      Type.Null(),
    ],
    { description: 'the last look for an update; null: this till looks for none' },
  ),
});
export type Update = Static<typeof Update>;
