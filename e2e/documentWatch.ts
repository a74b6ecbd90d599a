/** Every answer of every server that a test starts is held against the published document of that server. */
import { afterAll, afterEach } from 'vitest';
import { documentFaults, watchServers } from '../main/doubles/documentCheck.ts';

declare global {
  var documentWatch: true | undefined;
}

// Test files share their process, and this file is read anew with each of them.
if (!globalThis.documentWatch) watchServers();
globalThis.documentWatch = true;

async function noFaults(): Promise<void> {
  const faults = await documentFaults();
  if (faults.length > 0) throw new Error(`not in the published document:\n${faults.join('\n')}`);
}
afterEach(noFaults);
afterAll(noFaults);
