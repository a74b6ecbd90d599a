/** The operations of a description as the clients need them. */
import type { Description, Schema } from '../../../http/docs/document/components.ts';
import type { Media, Operation, Parameter } from '../../../http/docs/document/operations.ts';

export interface ClientOperation {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly deprecated: boolean;
  /** Understands an Idempotency-Key. */
  readonly keyed: boolean;
  /** Parameters of path and query. */
  readonly parameters: readonly ClientParameter[];
  /** Null: no body is declared. */
  readonly body: { readonly schema: Schema; readonly required: boolean } | null;
  readonly answer: { readonly kind: 'json'; readonly schema: Schema } | { readonly kind: 'text' | 'bytes' | 'none' };
}

export interface ClientParameter {
  readonly name: string;
  readonly required: boolean;
  readonly schema: Schema;
  readonly description: string;
}

export const clientOperations = ({ paths }: Description): readonly ClientOperation[] =>
  Object.entries(paths as Readonly<Record<string, Readonly<Record<string, Described>>>>).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => clientOperation(method, path, operation)),
  );

type Described = Operation & { readonly deprecated?: boolean };

function clientOperation(method: string, path: string, operation: Described): ClientOperation {
  const { operationId = '', summary = '', deprecated = false, parameters = [], requestBody, responses } = operation;
  const body = jsonOf(requestBody?.content);
  const success = responses['200'] ?? responses['202'];
  return {
    name: operationId,
    method: method.toUpperCase(),
    path,
    summary,
    deprecated,
    keyed: parameters.some(parameter => (parameter as { $ref?: string }).$ref?.endsWith('/IdempotencyKey')),
    parameters: parameters.filter(({ in: place }) => place === 'path' || place === 'query').map(clientParameter),
    body: body ? { schema: body, required: requestBody?.required === true } : null,
    answer: answerOf(success?.content),
  };
}

const clientParameter = (parameter: Parameter): ClientParameter => ({
  name: parameter.name,
  required: parameter.in === 'path',
  schema: (parameter.schema ?? {}) as Schema,
  description: parameter.description ?? '',
});

function answerOf(content: Readonly<Record<string, Media>> | undefined): ClientOperation['answer'] {
  const [type] = Object.keys(content ?? {});
  const schema = jsonOf(content);
  if (schema) return { kind: 'json', schema };
  if (type === undefined) return { kind: 'none' };
  return { kind: type.startsWith('text/') ? 'text' : 'bytes' };
}

const jsonOf = (content: Readonly<Record<string, Media>> | undefined): Schema | null =>
  (content?.['application/json']?.schema as Schema | undefined) ?? null;

const BEGIN = /^(?:\/\*|#) operations: replaced by those of the OpenAPI document.*\n/m;
const END = /^(?:\/\*|#) end of operations.*\n/m;

/** The text of a client with the operations of the document in their place. */
export function withOperations(client: string, operations: string): string {
  const [begin, end] = [BEGIN.exec(client), END.exec(client)];
  if (!begin || !end) throw new Error('the client has no place for the operations');
  return client.slice(0, begin.index) + operations + client.slice(end.index + end[0].length);
}
