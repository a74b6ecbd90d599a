/** Answers of lists beyond the page itself (specification, "Common list parameters"). */
import Type, { type Static, type TObject } from 'typebox';
import { listOf, nullable } from './shapes.ts';

/** Answer to `validate=1`. */
export const ListCheck = Type.Object({
  result: Type.Boolean({ description: 'whether the parameters can be read' }),
  parameter: Type.Optional(Type.String({ description: 'the one that cannot' })),
  message: Type.Optional(Type.String({ description: 'what is wrong with it' })),
  text: Type.Optional(Type.String({ description: 'the query as it was read' })),
  position: Type.Optional(Type.Integer({ description: 'where in the text, counted from 0' })),
});
export type ListCheck = Static<typeof ListCheck>;

const Figures = {
  l: Type.Optional(Type.Integer({ description: 'index of the group in lookup' })),
  k: nullable(
    Type.Union([Type.String(), Type.Number(), Type.Boolean()], {
      description: 'key: the value of the group, or the first millisecond of the span of time',
    }),
  ),
  ks: Type.String({ description: 'name of the key: the value as it is written, or a timestamp' }),
  c: Type.Integer({ description: 'count' }),
  s: Type.Optional(Type.Number({ description: 'sum' })),
};

/** Answer to `aggregate`. */
export const ListAggregation = Type.Object({
  count: Type.Integer({ description: 'documents that were counted' }),
  type: Type.Union([Type.Literal('group'), Type.Literal('time'), Type.Literal('total')]),
  sum: Type.Boolean({ description: 'whether rows have a sum' }),
  lookup: Type.Array(Type.String(), { description: 'names of the groups, the biggest first' }),
  data: Type.Array(
    Type.Object({
      ...Figures,
      t: Type.Optional(Type.Array(Type.Object(Figures), { description: 'the same for each span of time' })),
    }),
  ),
});
export type ListAggregation = Static<typeof ListAggregation>;

const FieldDefinition = Type.Object({
  type: Type.String({ description: 'text, id, number, boolean, timestamp, object or any' }),
  indexed: Type.Boolean({ description: 'found by index' }),
  sortable: Type.Boolean(),
  list: Type.Boolean({ description: 'may have several values' }),
  description: Type.Optional(Type.String()),
});
const Meta = Type.Record(Type.String(), FieldDefinition, { description: 'fields by name, nested ones with dots' });

/** Answer to `meta=only`. */
export const ListMeta = Type.Object({ count: Type.Integer(), meta: Meta });

/** The answers of a list of these items; made once for all servers of a process. */
export function listAnswers(item: TObject): ListAnswers {
  const answers = made.get(item) ?? newListAnswers(item);
  made.set(item, answers);
  return answers;
}

type ListAnswers = ReturnType<typeof newListAnswers>;
const made = new WeakMap<TObject, ListAnswers>();

function newListAnswers(item: TObject) {
  const page = listOf(item);
  const more = {
    scroll_id: Type.Optional(Type.String({ description: 'for the next page of the same snapshot' })),
    meta: Type.Optional(Meta),
  };
  return Type.Union([Type.Object({ ...page.properties, ...more }), ListMeta, ListAggregation, ListCheck]);
}
