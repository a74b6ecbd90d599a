/** TypeScript types for clients of the API, made from the published description. */
import { compile, type JSONSchema } from 'json-schema-to-typescript';
import type { Description } from '../../../http/docs/document/components.ts';

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema?: object }>>;
}
interface Operation {
  readonly summary?: string;
  readonly deprecated?: boolean;
  readonly requestBody?: Content;
  readonly responses?: Readonly<Record<string, Content>>;
}

/** One interface per named shape, and `Operations`: body and answer of every operation by method and path. */
export const clientTypes = (description: Description): Promise<string> =>
  compiledTypes(description, operationsSchema(description));

/** The named shapes of the document as interfaces, and the schema as `Operations`. */
export async function compiledTypes(description: Description, operations: object): Promise<string> {
  const schemas = (description.components?.schemas ?? {}) as Readonly<Record<string, object>>;
  const root = withDefinitions({ ...operations, definitions: schemas });
  const text = await compile(root as JSONSchema, 'Operations', {
    bannerComment: '/* Made from the OpenAPI document of the bridge; do not edit. */',
    unreachableDefinitions: true,
    ignoreMinAndMaxItems: true,
    format: true,
    style: { singleQuote: true, printWidth: 120 },
  });
  return text
    .replace(/^ \* This interface was referenced by .*\n \* via the `definition` .*\n/gm, '')
    .replace(/\/\*\*\n \*\/\n/g, '');
}

function operationsSchema({ paths }: Description): object {
  const properties = Object.entries(paths as Record<string, Record<string, Operation>>).flatMap(([path, operations]) =>
    Object.entries(operations).map(
      ([method, operation]) => [`${method.toUpperCase()} ${path}`, typed(operation)] as const,
    ),
  );
  return objectOf(Object.fromEntries(properties));
}

function typed({ summary, deprecated, requestBody, responses }: Operation): object {
  const body = jsonOf(requestBody);
  const answer = jsonOf(responses?.['200'] ?? responses?.['202']);
  return {
    ...objectOf({ ...(body ? { body } : {}), ...(answer ? { answer } : {}) }),
    description: deprecated ? `${summary}\n@deprecated` : summary,
  };
}

export const objectOf = (properties: Readonly<Record<string, object>>) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});

const jsonOf = (content: Content | undefined): object | undefined => content?.content?.['application/json']?.schema;

/** The compiler of types knows the older word for components. */
const withDefinitions = (schema: object): object =>
  JSON.parse(JSON.stringify(schema).replaceAll('#/components/schemas/', '#/definitions/'));
