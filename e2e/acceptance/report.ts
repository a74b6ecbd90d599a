/** The result of the acceptance, for people, for programs, and for the reports of a CI. */
import type { CaseResult } from './acceptance.ts';

const MARKS = { passed: 'pass', failed: 'FAIL', skipped: 'skip' } as const;

export function lineOf({ name, duty, state, findings, guide, ms }: CaseResult): string {
  const head = `${MARKS[state]}  ${name.padEnd(24)}${(ms / 1000).toFixed(1).padStart(6)} s  ${duty}`;
  const below = findings.map(finding => `        ${finding}`);
  return [head, ...below, ...(state === 'failed' ? [`        see ${guide}`] : [])].join('\n');
}

export function summaryOf(results: readonly CaseResult[]): string {
  const count = (state: CaseResult['state']) => results.filter(result => result.state === state).length;
  return `${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped`;
}

/** 0: every case passed that the register can play, and it played one. */
export function exitCodeOf(results: readonly CaseResult[]): number {
  const has = (state: CaseResult['state']) => results.some(result => result.state === state);
  return has('passed') && !has('failed') ? 0 : 1;
}

/** JUnit's form, which every CI reads; times in seconds. */
export function junitOf(results: readonly CaseResult[]): string {
  const testCases = results.map(({ name, state, findings, ms }) => {
    const inner =
      state === 'passed'
        ? ''
        : `<${state === 'failed' ? 'failure' : 'skipped'} message="${escaped(findings.join('; '))}"/>`;
    return `  <testcase classname="acceptance" name="${escaped(name)}" time="${ms / 1000}">${inner}</testcase>`;
  });
  const failures = results.filter(({ state }) => state === 'failed').length;
  const skipped = results.filter(({ state }) => state === 'skipped').length;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuite name="acceptance" tests="${results.length}" failures="${failures}" skipped="${skipped}">`,
    ...testCases,
    '</testsuite>',
    '',
  ].join('\n');
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
// biome-ignore lint/suspicious/noControlCharactersInRegex: XML has no place for them
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g;

const escaped = (text: string) =>
  text.replace(FORBIDDEN, ' ').replace(/[&<>"]/g, character => ENTITIES[character] ?? character);
