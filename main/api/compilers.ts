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
  app.setValidatorCompiler<TSchema>(({ schema }) => {
    let compiled: Validate | null = null;
    const validate: Validate = data => {
      compiled ??= validators(schema);
      const valid = compiled(data);
      validate.errors = compiled.errors ?? null;
      return valid;
    };
    return validate;
  });
  app.setSerializerCompiler<TSchema>(({ schema }) => {
    let serialise: ((data: unknown) => string) | null = null;
    return data => {
      serialise ??= serialisers(schema);
      return serialise(data);
    };
  });
}

/** Contracts never change: compiled once, they serve every bridge of this process. */
function once<T>(compile: (schema: object) => T): (schema: object) => T {
  const compiled = new Map<string, T>();
  return schema => {
    const text = JSON.stringify(schema);
    const known = compiled.get(text) ?? compile(schema);
    compiled.set(text, known);
    return known;
  };
}

let ajv: Ajv | null = null;
const validators = once<Validate>(schema => {
  ajv ??= newAjv();
  return ajv.compile(schema);
});
const serialisers = once(schema => require('fast-json-stringify')(schema) as (data: unknown) => string);

function newAjv(): Ajv {
  const made = new (require('ajv').default)(AJV);
  require('ajv-formats').default(made);
  return made;
}
