/**
 * Every answer of every server that a test of the API starts is held against the published document of that server; with `LONG`
 * those of all other tests, too, whose made-up data is not always what the document promises.
 */
import { afterAll, afterEach, expect } from 'vitest';
import { documentFaults, forgetAnswers, watchServers } from '../main/doubles/documentCheck.ts';

declare global {
  var documentWatch: true | undefined;
}

// Test files share their process, and this file is read anew with each of them.
if (!globalThis.documentWatch) watchServers();
globalThis.documentWatch = true;

async function noFaults(): Promise<void> {
  const isHeld = process.env.LONG !== undefined || /[\\/]main[\\/]api[\\/]/.test(expect.getState().testPath ?? '');
  const faults = isHeld ? await documentFaults() : forgetAnswers();
  if (faults.length > 0) throw new Error(`not in the published document:\n${faults.join('\n')}`);
}
afterEach(noFaults);
afterAll(noFaults);
