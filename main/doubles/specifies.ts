/** Says in a test which statements of the interface specification it proves; the conformance report is made from them. */
import { TestRunner } from 'vitest';

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

/**
 * First line of a test, by heading: `specifies({ Receipt: 'space is an empty line' })`. The test has an assertion for every
 * statement; of `it.each` all rows have to pass.
 */
export function specifies(statements: Readonly<Record<string, string | readonly string[]>>): void {
  const test = TestRunner.getCurrentTest();
  if (!test) throw new Error('specifies() belongs inside a test');
  test.meta.specifies = Object.entries(statements).flatMap(([section, of]) =>
    [of].flat().map(statement => ({ section, statement })),
  );
}
