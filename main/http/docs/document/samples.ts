/** Examples of bodies and answers: values that the schemas name, and else values that fit them. */
import { bodyExamples } from './bodyExamples.ts';
import type { Description, Schema } from './components.ts';
import { type Media, mapOperations, type Operation } from './operations.ts';
import { sampleMembers, sampleTexts } from './sampleValues.ts';

export function withExamples(description: Description): Description {
  const schemas = (description.components?.schemas ?? {}) as Readonly<Record<string, Schema>>;
  const examples: Record<string, object> = {};
  const sampler = createSampler(schemas);
  /** Answers of one shape share its example. */
  const ofAnswer = (schema: Schema): object => {
    const name = nameOf(schema);
    if (name === null) return { example: sampler(schema, 'all') };
    examples[name] ??= { summary: name, value: sampler(schema, 'all') };
    return { examples: { [name]: { $ref: `#/components/examples/${name}` } } };
  };
  const paths = mapOperations(description.paths, (_method, _path, operation) => ({
    ...operation,
    ...(operation.requestBody ? { requestBody: bodyWithExample(operation, sampler) } : {}),
    responses: Object.fromEntries(
      Object.entries(operation.responses).map(([status, answer]) => [
        status,
        status.startsWith('2') && answer.content ? { ...answer, content: mapJson(answer.content, ofAnswer) } : answer,
      ]),
    ),
  }));
  return { ...description, paths, components: { ...description.components, examples } };
}

type Sampler = (schema: Schema, which: 'all' | 'needed') => unknown;

function bodyWithExample({ operationId = '', requestBody }: Operation, sampler: Sampler) {
  const made = bodyExamples[operationId];
  const example = (schema: Schema) => ({ example: made ?? sampler(schema, 'needed') });
  return requestBody && { ...requestBody, content: mapJson(requestBody.content, example) };
}

const mapJson = (
  content: Readonly<Record<string, Media>>,
  exampleOf: (schema: Schema) => object,
): Record<string, Media> =>
  Object.fromEntries(
    Object.entries(content).map(([type, media]) => [
      type,
      media.schema && /json|urlencoded/.test(type) && !media.example && !media.examples
        ? { ...media, ...exampleOf(media.schema as Schema) }
        : media,
    ]),
  );

/** The name of a schema; of a choice the first one is shown. */
function nameOf(schema: Schema): string | null {
  const [first] = (schema.anyOf as readonly Schema[] | undefined) ?? [schema];
  const reference = first?.$ref;
  return typeof reference === 'string' ? (reference.split('/').at(-1) ?? null) : null;
}

interface ListSchema {
  readonly prefixItems?: readonly Schema[];
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
}

/** Deeper members of answers are left out where they may be. */
const DEEPEST = 6;

function createSampler(schemas: Readonly<Record<string, Schema>>): Sampler {
  function sample(schema: Schema, which: 'all' | 'needed', name: string, depth: number): unknown {
    const { $ref, anyOf } = schema;
    if (typeof $ref === 'string') return sample(schemas[$ref.split('/').at(-1) ?? ''] ?? {}, which, name, depth);
    const shown = (schema.examples as readonly unknown[] | undefined)?.[0] ?? schema.example ?? schema.default;
    if (shown !== undefined) return shown;
    if ('const' in schema) return schema.const;
    if (Array.isArray(schema.enum)) return schema.enum[0];
    if (Array.isArray(anyOf)) return sample(bestOf(anyOf), which, name, depth);
    const [type] = [schema.type].flat();
    if (type === 'object' || schema.properties) return objectOf(schema, which, depth);
    if (type === 'array') return arrayOf(schema, which, name, depth);
    return simple(schema, type, name);
  }
  function objectOf(schema: Schema, which: 'all' | 'needed', depth: number): object {
    const properties = (schema.properties ?? {}) as Readonly<Record<string, Schema>>;
    const required = (schema.required ?? []) as readonly string[];
    const isWhole = which === 'all' ? depth < DEEPEST : required.length === 0 && depth < 2;
    const names = Object.keys(properties)
      .filter(name => required.includes(name) || isWhole)
      .slice(0, (schema.maxProperties as number | undefined) ?? undefined);
    return Object.fromEntries(names.map(name => [name, sample(properties[name] ?? {}, which, name, depth + 1)]));
  }
  function arrayOf(schema: Schema, which: 'all' | 'needed', name: string, depth: number): unknown[] {
    const { prefixItems, items = {}, minItems = 0, maxItems = 1 } = schema as ListSchema;
    if (prefixItems) return prefixItems.map(one => sample(one, which, name, depth + 1));
    const length = Math.max(minItems, depth < DEEPEST ? Math.min(1, maxItems) : 0);
    return Array.from({ length }, () => sample(items, which, name, depth + 1));
  }
  return (schema, which) => sample(schema, which, '', 0);
}

/** A shape says more than a simple value, and anything more than null. */
const bestOf = (choices: readonly Schema[]): Schema =>
  choices.find(({ $ref, type }) => $ref !== undefined || type === 'object') ??
  choices.find(({ type }) => type !== 'null') ??
  {};

function simple(schema: Schema, type: unknown, name: string): unknown {
  const known = sampleMembers[name];
  if (type === 'boolean') return typeof known === 'boolean' ? known : false;
  if (type === 'integer' || type === 'number') return numberOf(schema, known);
  if (type === 'null') return null;
  if (type !== 'string') return known ?? {};
  return textFor(schema, [...(typeof known === 'string' ? [known] : []), ...sampleTexts]);
}

function numberOf({ minimum = 0, maximum = Number.MAX_SAFE_INTEGER }: Schema, known: unknown): number {
  const wanted = typeof known === 'number' ? known : 1;
  return Math.min(Math.max(wanted, Number(minimum)), Number(maximum));
}

const FORMATS: Readonly<Record<string, string>> = {
  'date-time': '2026-11-23T09:15:00+01:00',
  date: '2026-11-23',
  uri: 'https://shop.example/',
  email: 'erika@shop.example',
  binary: '',
};

/** The first of the texts that the schema admits. */
function textFor(schema: Schema, texts: readonly string[]): string {
  const {
    format,
    pattern,
    minLength = 0,
    maxLength = 1_000_000,
  } = schema as {
    format?: string;
    pattern?: string;
    minLength?: number;
    maxLength?: number;
  };
  if (format !== undefined && FORMATS[format] !== undefined) return FORMATS[format];
  const prefix = /^\^([A-Z]{3})_\[A-Z0-9\]\{30\}\$$/.exec(pattern ?? '')?.[1];
  if (prefix !== undefined) return `${prefix}_${'0'.repeat(30)}`;
  const rule = pattern === undefined ? null : new RegExp(pattern, 'u');
  const fits = (text: string) => text.length >= minLength && text.length <= maxLength && (rule?.test(text) ?? true);
  return texts.find(fits) ?? '';
}
