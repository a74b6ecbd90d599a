/** Views that people keep: a report or a list of sales with its filters, under a name. */
import Type, { type Static } from 'typebox';
import { openObject } from '../shapes.ts';

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

export const SavedView = Type.Object({
  id: Type.String(),
  name: Type.String(),
  path: Type.String(),
  shared: Type.Boolean({ description: 'seen by everybody of the merchant, each with the figures of their own stores' }),
  own: Type.Boolean({ description: 'kept by the person who asks' }),
});
export const SavedViewList = Type.Object({ count: Type.Integer(), data: Type.Array(SavedView) });
export type SavedViewList = Static<typeof SavedViewList>;

/** `POST /office/v1/views`: a view of the same name of the same person is replaced. */
export const SavedViewInput = openObject({
  name: Name,
  path: Path,
  shared: Type.Optional(SavedView.properties.shared),
});
export type SavedViewInput = Static<typeof SavedViewInput>;
