/** Says at a test which statements of the interface specification it proves; the conformance report is made from them. */

declare module 'vitest' {
  interface TaskMeta {
    specifies?: readonly Statement[];
  }
}

export interface Statement {
  /** Heading of the specification, for example `Endpoints: General Stores`. */
  readonly section: string;
  /** The statement, in a few words. */
  readonly statement: string;
}

/** Name of the annotation of a story in the browser. */
export const ANNOTATION = 'specifies';

/**
 * Options of a test, by heading: `it('…', specifies({ Receipt: 'space is an empty line' }), () => …)`. Every statement
 * has an assertion in the test; of `it.each` and `describe` all tests have to pass.
 */
export function specifies(statements: Readonly<Record<string, string | readonly string[]>>) {
  const all: readonly Statement[] = Object.entries(statements).flatMap(([section, of]) =>
    [of].flat().map(statement => ({ section, statement })),
  );
  return {
    meta: { specifies: all },
    annotation: all.map(statement => ({ type: ANNOTATION, description: JSON.stringify(statement) })),
  };
}
