/** The TypeScript client: `assets/clients/typescript.ts` with the operations and shapes of the document, and the same as JavaScript. */
import { stripTypeScriptTypes } from 'node:module';
import type { Description, Schema } from '../../../http/docs/document/components.ts';
import { type ClientOperation, clientOperations, withOperations } from './clientOperations.ts';
import { compiledTypes, objectOf } from './clientTypes.ts';

export async function typescriptClient(source: string, description: Description): Promise<string> {
  const operations = clientOperations(description);
  const types = await compiledTypes(description, objectOf(Object.fromEntries(operations.map(typed))));
  return withOperations(source, `${types.replace(/^.*do not edit.*\n/, '')}\n${tableOf(operations)}`);
}

/** Without types, and without what is only there for them. */
export const javascriptClient = (source: string, description: Description): string =>
  stripTypeScriptTypes(withOperations(source, tableOf(clientOperations(description))))
    .replace(/[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n');

const tableOf = (
  operations: readonly ClientOperation[],
): string => `/** Method, path, and whether the operation has an Idempotency-Key. */
const OPERATIONS: Readonly<Record<string, readonly [method: string, path: string, keyed: 0 | 1]>> = {
${operations.map(({ name, method, path, keyed }) => `  ${name}: ['${method}', '${path}', ${keyed ? 1 : 0}],\n`).join('')}};
`;

function typed({ name, summary, deprecated, parameters, body, answer }: ClientOperation): readonly [string, object] {
  const properties = Object.fromEntries(
    parameters.map(({ name: own, schema, description }) => [own, { ...schema, description }]),
  );
  const required = parameters.filter(one => one.required).map(one => one.name);
  const whole = {
    ...objectOf({
      parameters: { type: 'object', properties, required, additionalProperties: false },
      body: body ? bodyOf(body) : { tsType: 'undefined' },
      answer: answer.kind === 'json' ? answer.schema : { tsType: ANSWERS[answer.kind] },
    }),
    description: deprecated ? `${summary}\n@deprecated` : summary,
  };
  return [name, body && !body.required ? { ...whole, required: ['parameters', 'answer'] } : whole];
}

const bodyOf = ({ schema }: { readonly schema: Schema }): Schema => schema;

const ANSWERS = { text: 'string', bytes: 'ArrayBuffer', none: 'unknown' } as const;
