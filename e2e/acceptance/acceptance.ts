/** Plays the cases against a register, one after the other, each with a fresh sale at a calm counter. */
import { randomBytes } from 'node:crypto';
import { type Case, cases } from './cases.ts';
import type { Counter } from './counter.ts';
import { type Register, RegisterFault, Unsupported } from './register.ts';
import { openScene } from './scene.ts';

export interface CaseResult {
  readonly name: string;
  readonly duty: string;
  /** Address of the guide at the bridge. */
  readonly guide: string;
  readonly state: 'passed' | 'failed' | 'skipped';
  /** The duties it broke, or why it was skipped. */
  readonly findings: readonly string[];
  readonly ms: number;
}

export interface AcceptanceOptions {
  /** Names of cases; every case when left out. */
  readonly only?: readonly string[];
  /** The longest that a step may take, ms. */
  readonly limit: number;
}

/** @throws where `only` names no case. */
export function chosenCases(only: readonly string[] | undefined): readonly Case[] {
  if (only === undefined) return cases;
  const missing = only.find(name => !cases.some(known => known.name === name));
  if (missing !== undefined)
    throw new RangeError(`there is no case ${missing}; there are: ${cases.map(({ name }) => name).join(', ')}`);
  return cases.filter(({ name }) => only.includes(name));
}

export async function* playAll(
  counter: Counter,
  register: Register,
  { only, limit }: AcceptanceOptions,
): AsyncGenerator<CaseResult> {
  // References of two runs at the same register differ.
  const run = randomBytes(3).toString('hex');
  for (const [index, one] of chosenCases(only).entries()) {
    await counter.calm();
    // Every amount stands once, so that each booking of the terminal belongs to one case.
    const order = { reference: `acceptance-${run}-${one.name}`, amount: 1000 + 10 * index, currency: 'EUR' };
    const scene = openScene(counter, register, order, limit);
    const begun = performance.now();
    const skipped = await play(one, scene, scene.findings);
    yield {
      name: one.name,
      duty: one.duty,
      guide: counter.url + one.guide,
      state: skipped !== null ? 'skipped' : scene.findings.length > 0 ? 'failed' : 'passed',
      findings: skipped !== null ? [skipped] : [...scene.findings],
      ms: Math.round(performance.now() - begun),
    };
  }
}

/** The reason why the case was skipped, or null; a register that does not answer has failed the case. */
async function play(one: Case, scene: Parameters<Case['play']>[0], findings: string[]): Promise<string | null> {
  try {
    await one.play(scene);
    return null;
  } catch (error) {
    if (error instanceof Unsupported && one.needs !== undefined) return error.message;
    if (!(error instanceof Unsupported) && !(error instanceof RegisterFault)) throw error;
    findings.push(error.message);
    return null;
  }
}
