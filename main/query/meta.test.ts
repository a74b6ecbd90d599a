import Type from 'typebox';
import { expect, it } from 'vitest';
import type { QueryDeclaration } from './declaration.ts';
import { fieldDefinitions } from './meta.ts';

const declaration: QueryDeclaration = {
  table: 'shelf',
  fields: {
    id: { type: 'id', column: 'id' },
    created: { type: 'timestamp', column: 'created' },
    'hidden.code': { type: 'text', column: 'code' },
    'books.isbn': { type: 'id', link: { table: 'shelf_book', key: 'shelf', column: 'isbn' } },
  },
};
const item = Type.Object({
  id: Type.String(),
  created: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
  changed: Type.Optional(Type.String({ format: 'date-time' })),
  kind: Type.Union([Type.Literal('wall'), Type.Literal('floor')], { description: 'where it stands' }),
  size: Type.Enum(['small', 'large']),
  width: Type.Integer({ description: 'cm' }),
  open: Type.Boolean(),
  owner: Type.Union([Type.String(), Type.Object({ id: Type.String() })]),
  place: Type.Union([Type.Object({ room: Type.String() }), Type.Null()]),
  books: Type.Array(Type.Object({ isbn: Type.String(), pages: Type.Number() })),
  tags: Type.Array(Type.String()),
  extra: Type.Unknown(),
});

const plain = { indexed: false, sortable: true, list: false };

it('every field has its type, whether it is indexed, sortable and a list, and its description', () => {
  expect(fieldDefinitions(declaration, item)).toEqual({
    id: { ...plain, type: 'id', indexed: true },
    created: { ...plain, type: 'timestamp', indexed: true },
    changed: { ...plain, type: 'timestamp' },
    kind: { ...plain, type: 'text', description: 'where it stands' },
    size: { ...plain, type: 'text' },
    width: { ...plain, type: 'number', description: 'cm' },
    open: { ...plain, type: 'boolean' },
    owner: { ...plain, type: 'any', sortable: false },
    place: { ...plain, type: 'object', sortable: false },
    'place.room': { ...plain, type: 'text' },
    books: { type: 'object', indexed: false, sortable: false, list: true },
    'books.isbn': { type: 'id', indexed: true, sortable: false, list: true },
    'books.pages': { type: 'number', indexed: false, sortable: false, list: true },
    tags: { type: 'text', indexed: false, sortable: false, list: true },
    extra: { ...plain, type: 'any', sortable: false },
    'hidden.code': { ...plain, type: 'text', indexed: true },
  });
});
