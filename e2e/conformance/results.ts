/** Reads the tests that ran from the reports of vitest and Playwright. */
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Statement } from '../../main/doubles/specifies.ts';
import type { ProvingTest } from './report.ts';

/** Name of the annotations of a story that state `heading: statement`. */
const ANNOTATION = 'specifies';

interface UnitReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly meta?: { readonly specifies?: readonly Statement[] };
    }[];
  }[];
}

/** `root`: the folder of the project, which the names of files are relative to. */
export function unitTests(file: string, root: string): readonly ProvingTest[] {
  const { testResults } = JSON.parse(readFileSync(file, 'utf8')) as UnitReport;
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, status, meta }) => ({
      file: relative(root, name),
      title: fullName,
      passed: status === 'passed',
      specifies: meta?.specifies ?? [],
    })),
  );
}

interface StoryReport {
  readonly suites: readonly Suite[];
}

interface Suite {
  readonly suites?: readonly Suite[];
  readonly specs: readonly {
    readonly title: string;
    readonly file: string;
    readonly ok: boolean;
    readonly tests: readonly {
      readonly annotations: readonly { readonly type: string; readonly description?: string }[];
    }[];
  }[];
}

export function stories(file: string): readonly ProvingTest[] {
  const { suites } = JSON.parse(readFileSync(file, 'utf8')) as StoryReport;
  return suites.flatMap(storiesOf);
}

/** `Authentication: the statement`; a heading with a colon stands for tests of vitest alone. */
function statementIn(description: string): Statement {
  const [section = '', ...rest] = description.split(': ');
  return { section, statement: rest.join(': ') };
}

function storiesOf({ specs, suites = [] }: Suite): readonly ProvingTest[] {
  const direct = specs.map(({ title, file, ok, tests }) => ({
    file: `e2e/${file}`,
    title,
    passed: ok,
    specifies: tests
      .flatMap(({ annotations }) => annotations)
      .filter(({ type }) => type === ANNOTATION)
      .map(({ description = '' }) => statementIn(description)),
  }));
  return [...direct, ...suites.flatMap(storiesOf)];
}
