/** What a row of the conformance table is: one statement of the specification and the test that proves it. */
export interface Row {
  /** Heading of the specification, for example `Endpoints: General Stores`. */
  readonly section: string;
  /** The statement, in a few words. */
  readonly statement: string;
  /** File of the test from the root of the project, and the test's own title or a part of it. */
  readonly proof: readonly [file: string, title: string];
}
