/** Checks values against JSON schemas, and says in one sentence what is wrong with a value. */
import { createRequire } from 'node:module';
import type { Ajv, ErrorObject, ValidateFunction } from 'ajv';

/** A JSON schema; the `description` of a property completes the sentence "… must be". */
export type Schema = Readonly<Record<string, unknown>>;

/** The sentence of the first fault, or undefined for a value that fits. */
export type SchemaCheck = (value: unknown) => string | undefined;

/** Compiles the schema at the first use: a virtual terminal needs few of them, and starts sooner. */
export function schemaCheck(schema: Schema): SchemaCheck {
  let validate: ValidateFunction | undefined;
  return value => {
    validate ??= compiler().compile(schema);
    return validate(value) ? undefined : sentenceOf(validate.errors![0]!);
  };
}

const require = createRequire(import.meta.url);
let ajv: Ajv | undefined;

/** Nothing is coerced or filled in: the value is checked as it was sent. */
function compiler(): Ajv {
  ajv ??= new (require('ajv') as typeof import('ajv')).Ajv({ verbose: true, strict: false });
  return ajv;
}

function sentenceOf({ keyword, instancePath, params, parentSchema = {} }: ErrorObject): string {
  const { properties = {}, description, title } = parentSchema as ObjectSchema;
  if (keyword === 'additionalProperties')
    return `there is no ${title} ${params.additionalProperty}; there are: ${Object.keys(properties).join(', ')}`;
  if (keyword === 'required')
    return `${params.missingProperty} must be ${properties[params.missingProperty]?.description}`;
  return `${instancePath.slice(1) || 'the body'} must be ${description}`;
}

interface ObjectSchema {
  readonly title?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, { readonly description?: string }>>;
}
