/**
 * Makes a published description whole: names of operations and shapes, headers, answers, descriptions and examples. It is
 * made once, at the first visit, from what the routes declare and the tables beside this file.
 */
import { type Description, type NamedShapes, withComponents } from './components.ts';
import {
  answerComponents,
  answerHeaders,
  commonAnswersOf,
  headerParameters,
  headersOf,
  headersOfAnswer,
} from './headers.ts';
import { operationId } from './operationIds.ts';
import { type Answer, type Media, mapOperations, type Operation, type Parameter } from './operations.ts';
import { parameterFacts } from './parameters.ts';
import { withPlainSchemas } from './plainSchemas.ts';
import { withExamples } from './samples.ts';

/** Facts that the document has beside the routes. */
export interface Surroundings {
  readonly shapes: NamedShapes;
  /** Does the path stand for one resource whose answers have an ETag? */
  readonly isVersioned: (path: string) => boolean;
  /** Values of path parameters that have a closed set of them, by path and name. */
  readonly choices: Readonly<Record<string, readonly string[]>>;
}

export function wholeDocument(bare: Description, { shapes, isVersioned, choices }: Surroundings): Description {
  const paths = mapOperations(bare.paths, (method, path, operation) =>
    wholeOperation(operation, {
      method,
      path,
      open: operation.security?.length === 0,
      versioned: isVersioned(path),
      tagged: isVersioned(path) || method !== 'get' || ONE.test(path),
      waits: '200' in operation.responses && '202' in operation.responses,
      choices,
    }),
  );
  const components = {
    ...bare.components,
    parameters: headerParameters(),
    headers: answerHeaders,
    responses: answerComponents(Object.keys(bare.paths).some(path => !path.startsWith('/office/'))),
  };
  const named = withComponents({ ...bare, paths, components }, shapes);
  return withExamples(withPlainSchemas(named));
}

/** Reads one resource of the specification. */
const ONE = /^\/api\/v2\/.*\{/;

interface Facts extends Pick<Surroundings, 'choices'> {
  readonly method: string;
  readonly path: string;
  readonly open: boolean;
  readonly versioned: boolean;
  readonly tagged: boolean;
  readonly waits: boolean;
}

function wholeOperation(operation: Operation, facts: Facts): Operation {
  const { method, path, choices } = facts;
  const parameters = (operation.parameters ?? []).map(parameter => ({
    ...parameter,
    ...parameterFacts(path, parameter),
    ...valuesOf(choices[`${path} ${parameter.name}`]),
  }));
  const body = operation.requestBody;
  return {
    operationId: operationId(method, path),
    ...operation,
    description: operation.description ?? `${operation.summary}.`,
    parameters: [...parameters, ...(headersOf(facts) as Parameter[])],
    ...(body
      ? { requestBody: { ...body, content: withPlainForm(body.content), required: isNeeded(body.content) } }
      : {}),
    responses: wholeAnswers(operation, facts),
  };
}

const valuesOf = (choices: readonly string[] | undefined) =>
  choices ? { schema: { type: 'string', enum: choices } } : {};

/** A body that may be null may be left out. */
const isNeeded = (content: Readonly<Record<string, Media>>): boolean =>
  !Object.values(content).some(({ schema }) =>
    ((schema as { anyOf?: readonly { type?: string }[] } | undefined)?.anyOf ?? []).some(({ type }) => type === 'null'),
  );

const FORM = 'application/x-www-form-urlencoded';

/** A form has no way to write null, and generators of clients write forms from members alone. */
function withPlainForm(content: Readonly<Record<string, Media>>): Readonly<Record<string, Media>> {
  const choices = (content[FORM]?.schema as { anyOf?: readonly { type?: string }[] } | undefined)?.anyOf ?? [];
  const [form, ...others] = choices.filter(({ type }) => type !== 'null');
  return form && others.length === 0 ? { ...content, [FORM]: { ...content[FORM], schema: form } } : content;
}

/** The declaration of the operation itself counts more than the text that many operations share. */
function wholeAnswers(
  { responses, summary = '', deprecated = false }: Operation,
  facts: Facts,
): Operation['responses'] {
  const own = Object.entries(responses).map(([status, answer]): [string, Answer] => {
    const described = answer.description === 'Default Response' ? textOf(status, summary) : answer.description;
    const headers = { ...headersOfAnswer({ ...facts, deprecated }, status), ...answer.headers };
    return [status, { ...answer, description: described, headers }];
  });
  return { ...commonAnswersOf({ ...facts, deprecated }), ...Object.fromEntries(own) } as Operation['responses'];
}

const textOf = (status: string, summary: string): string =>
  status.startsWith('2') ? `Done: ${summary}.` : 'The request was refused; code and error_details of the body say why.';
