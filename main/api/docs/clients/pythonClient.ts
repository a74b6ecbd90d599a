/** The Python client: `assets/clients/python.py` with the operations and shapes of the document. */
import type { Description, Schema } from '../../../http/docs/document/components.ts';
import { type ClientOperation, type ClientParameter, clientOperations, withOperations } from './clientOperations.ts';

export function pythonClient(source: string, description: Description): string {
  const operations = clientOperations(description);
  const schemas = (description.components?.schemas ?? {}) as Readonly<Record<string, Schema>>;
  const shapes = Object.entries(schemas).map(([name, schema]) => shapeOf(name, schema));
  return withOperations(
    source,
    `# Made from the OpenAPI document of the bridge; do not edit.\n${shapes.join('')}\n\n${apiOf(operations)}\n\n${tableOf(operations)}`,
  );
}

/** `startSmartTransaction` → `start_smart_transaction`. */
const snake = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1_$2')
    .toLowerCase();

/** Forward references are texts, so that the order of the shapes does not matter. */
function shapeOf(name: string, schema: Schema): string {
  const properties = schema.properties as Readonly<Record<string, Schema>> | undefined;
  if (!properties) return `\n${name}: TypeAlias = ${quoted(typeOf(schema))}\n`;
  const required = new Set((schema.required ?? []) as readonly string[]);
  const members = Object.entries(properties).map(([member, part]) => {
    const type = typeOf(part);
    return `        ${quoted(member)}: ${quoted(required.has(member) ? type : `NotRequired[${type}]`)},\n`;
  });
  return `\n${name} = TypedDict(\n    ${quoted(name)},\n    {\n${members.join('')}    },\n)\n`;
}

const quoted = (text: string): string => JSON.stringify(text);

function typeOf(schema: Schema): string {
  const { $ref, anyOf, enum: values, type } = schema;
  if (typeof $ref === 'string') return $ref.split('/').at(-1) ?? 'Any';
  if ('const' in schema) return `Literal[${literal(schema.const)}]`;
  if (Array.isArray(values)) return `Literal[${values.map(literal).join(', ')}]`;
  if (Array.isArray(anyOf)) return union(anyOf.map(one => typeOf(one)));
  if (Array.isArray(type)) return union(type.map(one => typeOf({ ...schema, type: one })));
  if (type === 'array') return `list[${schema.items ? typeOf(schema.items as Schema) : 'Any'}]`;
  return SIMPLE[String(type)] ?? 'Any';
}

const literal = (value: unknown): string =>
  value === null
    ? 'None'
    : typeof value === 'string'
      ? `'${value.replace(/['\\]/g, '\\$&')}'`
      : value === true
        ? 'True'
        : value === false
          ? 'False'
          : String(value);

const union = (types: readonly string[]): string => (types.includes('Any') ? 'Any' : [...new Set(types)].join(' | '));

const SIMPLE: Readonly<Record<string, string>> = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  null: 'None',
  object: 'dict[str, Any]',
};

const apiOf = (operations: readonly ClientOperation[]): string => `class Api:
    """All operations of the API by their names."""

    def __init__(self, call: Any) -> None:
        self._call = call
${operations.map(methodOf).join('')}`;

function methodOf({ name, summary, parameters, body, keyed, answer }: ClientOperation): string {
  const needed = parameters.filter(({ required }) => required);
  const others = parameters.filter(({ required }) => !required);
  const wanted = [
    ...needed.map(one => `${variable(one)}: ${typeOf(one.schema)}`),
    ...(body?.required ? [`body: ${typeOf(body.schema)}`] : []),
    ...(body && !body.required ? [`body: ${typeOf(body.schema)} | None = None`] : []),
    ...others.map(one => `${variable(one)}: ${typeOf(one.schema)} | None = None`),
    ...(keyed ? ['key: str | None = None'] : []),
  ];
  const result =
    answer.kind === 'json' ? typeOf(answer.schema) : { text: 'str', bytes: 'bytes', none: 'Any' }[answer.kind];
  const sent = parameters.map(one => `${quoted(one.name)}: ${variable(one)}`).join(', ');
  const more = [...(body ? ['body=body'] : []), ...(keyed ? ['key=key'] : [])].map(one => `, ${one}`).join('');
  const signature = wanted.length > 0 ? `self, *, ${wanted.join(', ')}` : 'self';
  return `
    def ${snake(name)}(${signature}) -> ${result}:
        """${summary.replaceAll('\\', '\\\\').replaceAll('"', "'")}."""
        return self._call("${snake(name)}", {${sent}}${more})
`;
}

/** Words of the language that are names of parameters, too. */
const KEYWORDS: ReadonlySet<string> = new Set(['from', 'for', 'in', 'is', 'as', 'class', 'with']);

const variable = ({ name }: ClientParameter): string => (KEYWORDS.has(name) ? `${name}_` : snake(name));

const tableOf = (
  operations: readonly ClientOperation[],
): string => `# Method, path, and whether the operation has an Idempotency-Key.
OPERATIONS: dict[str, tuple[str, str, bool]] = {
${operations.map(({ name, method, path, keyed }) => `    "${snake(name)}": ("${method}", "${path}", ${keyed ? 'True' : 'False'}),\n`).join('')}}
`;
