/** Views that people keep: a report or a list of sales with its filters, under a name. */
import Type, { type Static } from 'typebox';
import { nullable, openObject } from '../shapes.ts';

const Name = Type.String({
  minLength: 1,
  maxLength: 100,
  pattern: '\\S',
  description: 'one of each name for a person',
});
const Path = Type.String({
  maxLength: 2000,
  pattern: '^/(reports|sales)(/[a-z]+)?(\\?[^\\x00-\\x20\\x7f]*)?$',
  description: 'of the page, with its query; span=last7 stands for days that move along',
});

/** The kind of page that a view shows; null: a page that is no view, such as one sale. */
export const viewKindOf = (path: string): 'reports' | 'sales' | null =>
  /^\/reports(\/[a-z]+)?(\?|$)/.test(path) ? 'reports' : /^\/sales(\?|$)/.test(path) ? 'sales' : null;

/** Every morning, on Mondays, or on the first of a month. */
const Rhythm = Type.Enum(['day', 'week', 'month']);
export type ViewRhythm = Static<typeof Rhythm>;

const File = Type.Enum(['xlsx', 'csv']);
export type ViewFile = Static<typeof File>;

export const SavedView = Type.Object({
  id: Type.String(),
  name: Type.String(),
  path: Type.String(),
  shared: Type.Boolean({ description: 'seen by everybody of the merchant, each with the figures of their own stores' }),
  own: Type.Boolean({ description: 'kept by the person who asks' }),
  mail: nullable(
    Type.Enum(['day', 'week', 'month'], {
      description:
        'goes to the person who asks by mail: every morning, on Mondays, on the first of a month; null: not at all',
    }),
  ),
  mail_file: nullable(Type.Enum(['xlsx', 'csv'], { description: 'the file that the mail comes with' })),
  mail_paused: Type.Boolean({ description: 'true: the wish is kept, and nothing is sent until it is false again' }),
  mail_failed: Type.Boolean({ description: 'true: the newest mail was given up after many attempts' }),
});
export type SavedView = Static<typeof SavedView>;
export const SavedViewList = Type.Object({ count: Type.Integer(), data: Type.Array(SavedView) });
export type SavedViewList = Static<typeof SavedViewList>;

/** `POST /office/v1/views`: a view of the same name of the same person is replaced. */
export const SavedViewInput = openObject({
  name: Name,
  path: Path,
  shared: Type.Optional(SavedView.properties.shared),
});
export type SavedViewInput = Static<typeof SavedViewInput>;

/** `PUT /office/v1/views/{id}/mail`; null: no mail any more. What is left out stays as it was. */
export const ViewMail = openObject({
  every: nullable(Rhythm),
  file: Type.Optional(File),
  paused: Type.Optional(SavedView.properties.mail_paused),
});
export type ViewMail = Static<typeof ViewMail>;
