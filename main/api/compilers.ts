/**
 * Validators and serialisers are compiled from the contracts at their first use: a till is ready sooner, and most of its
 * days it uses a few of them.
 */
import { createRequire } from 'node:module';
import type { Options } from 'ajv';
import type { FastifyInstance, FastifySchemaValidationError } from 'fastify';
import type { TSchema } from 'typebox';

const require = createRequire(import.meta.url);

/** Nothing is coerced, removed or filled in: what a caller sent is what is checked. */
const AJV: Options = {
  coerceTypes: false,
  removeAdditional: false,
  useDefaults: false,
  allErrors: false,
  strict: false,
};

type Validate = { (data: unknown): boolean; errors?: FastifySchemaValidationError[] | null };
type Ajv = { compile(schema: object): Validate };

/** For the framework's options: given no others, it loads compilers of its own with all they need, at every start. */
export const notItsOwn = { buildValidator: unused, buildSerializer: unused };

function unused(): never {
  throw new Error('the compilers of compileAtFirstUse are set before the first route');
}

export function compileAtFirstUse(app: FastifyInstance): void {
  let ajv: Ajv | null = null;
  app.setValidatorCompiler<TSchema>(({ schema }) => {
    let compiled: Validate | null = null;
    const validate: Validate = data => {
      ajv ??= newAjv();
      compiled ??= ajv.compile(schema);
      const valid = compiled(data);
      validate.errors = compiled.errors ?? null;
      return valid;
    };
    return validate;
  });
  app.setSerializerCompiler<TSchema>(({ schema }) => {
    let serialise: ((data: unknown) => string) | null = null;
    return data => {
      serialise ??= require('fast-json-stringify')(schema) as (data: unknown) => string;
      return serialise(data);
    };
  });
}

function newAjv(): Ajv {
  const ajv = new (require('ajv').default)(AJV);
  require('ajv-formats').default(ajv);
  return ajv;
}
