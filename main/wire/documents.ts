/** Uploaded documents: what goes in and what comes out. They are short-lived until something takes them. */
import Type, { type Static } from 'typebox';
import { idOf, nullable, openObject, Timestamp } from './shapes.ts';

/** Bytes of the largest document. */
export const LARGEST_DOCUMENT = 5 * 1024 * 1024;

export const UploadInput = openObject({
  content: Type.String({ minLength: 1, description: 'the document in base64; a data: address is taken as well' }),
  name: Type.Optional(nullable(Type.String({ maxLength: 200 }))),
});
export type UploadInput = Static<typeof UploadInput>;

const document = {
  object: Type.Literal('document.uploads'),
  id: idOf('DUP'),
  created: Timestamp,
  name: Type.Optional(nullable(Type.String())),
  type: Type.Optional(Type.String({ description: 'media type, told by the content' })),
  size: Type.Optional(Type.Integer({ description: 'bytes' })),
};

export const Upload = openObject(document);
export type Upload = Static<typeof Upload>;

export const UploadWithContent = openObject({ ...document, content: Type.String({ description: 'base64' }) });
