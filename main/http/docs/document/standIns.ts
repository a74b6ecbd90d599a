/**
 * Stand-ins for named shapes while the framework describes the routes. It copies every schema of a route several times, and
 * without stand-ins the same shapes would be most of what it copies. `withComponents` replaces each by a reference.
 */
import { type NamedShapes, namedShapes, type Schema, STAND_IN } from './components.ts';

/** The framework takes this member out of the schema of an answer. */
const ANSWER_WORDS = 'x-response-description';

interface RouteSchema {
  readonly body?: unknown;
  readonly response?: unknown;
}

export class StandIns {
  #shapes: NamedShapes | null = null;
  /** Schemas that were looked at before: routes share most of theirs. */
  readonly #replaced = new WeakMap<object, unknown>();

  /** From now on the exported shapes of these modules are replaced. */
  nameShapes(modules: Readonly<Record<string, object>>): NamedShapes {
    this.#shapes = namedShapes(modules);
    return this.#shapes;
  }

  /** Called by `@fastify/swagger` for each route: puts stand-ins in place of its body and answers. */
  readonly transform = <Route extends RouteSchema>({ schema, url }: { schema?: Route; url: string }) => {
    const { body, response, ...others } = schema ?? ({} as Route);
    const replaced = {
      ...others,
      ...(body ? { body: this.#replace(body) } : {}),
      ...(response ? { response: this.#replace(response) } : {}),
    };
    return { schema: replaced as Route, url };
  };

  #replace(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(member => this.#replace(member));
    if (typeof value !== 'object' || value === null) return value;
    const known = this.#replaced.get(value);
    if (known !== undefined) return known;
    const { [ANSWER_WORDS]: words, ...shape } = value as Schema;
    const name = this.#shapes?.nameOf(words === undefined ? value : shape);
    const result = name === undefined ? this.#replaceMembers(value) : standIn(name, value as Schema);
    this.#replaced.set(value, result);
    return result;
  }

  #replaceMembers = (schema: object): Schema =>
    Object.fromEntries(Object.entries(schema).map(([name, member]) => [name, this.#replace(member)]));
}

/** The framework takes the words and the examples of an answer or a body from its schema. */
const standIn = (name: string, schema: Schema): Schema => ({
  type: 'object',
  [STAND_IN]: name,
  ...Object.fromEntries(
    ['description', 'examples', ANSWER_WORDS]
      .filter(member => member in schema)
      .map(member => [member, schema[member]]),
  ),
});
