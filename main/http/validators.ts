/**
 * Validators are compiled from the contracts at their first use: a till is ready sooner, and most of its days it uses a
 * few of them. Answers are written as they are made: a serialiser for the unions of a sale took most of a second to
 * compile, which the first customer of the day waited.
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
  // Polishing the validator of a sale takes longer than it saves on any day.
  code: { optimize: false },
  // The contracts are our own, and a test checks the published document; to compile the rules of JSON Schema takes longer than a contract.
  meta: false,
  validateSchema: false,
};

type Validate = { (data: unknown): boolean; errors?: FastifySchemaValidationError[] | null };
type Ajv = { compile(schema: object): Validate };

/** For the framework's options: given no others, it loads compilers of its own with all they need, at every start. */
export const noOwnCompilers = { buildValidator: unused, buildSerializer: unused };

function unused(): never {
  throw new Error('the compilers of compileAtFirstUse are set before the first route');
}

export function compileAtFirstUse(app: FastifyInstance): void {
  app.setValidatorCompiler<TSchema>(({ schema }) => {
    let validator: Validate | null = null;
    const validate: Validate = data => {
      validator ??= validatorOf(schema);
      const valid = validator(data);
      validate.errors = validator.errors ?? null;
      return valid;
    };
    return validate;
  });
  app.setSerializerCompiler(() => JSON.stringify);
}

const compiled = new Map<string, Validate>();
let ajv: Ajv | null = null;

/** Contracts never change: compiled once, they serve every bridge of this process. */
function validatorOf(schema: object): Validate {
  const text = JSON.stringify(schema);
  ajv ??= newAjv();
  const validator = compiled.get(text) ?? ajv.compile(schema);
  compiled.set(text, validator);
  return validator;
}

function newAjv(): Ajv {
  const made = new (require('ajv').default)(AJV);
  require('ajv-formats').default(made);
  return made;
}
