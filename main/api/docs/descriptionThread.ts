/**
 * Makes the OpenAPI document and the clients in a thread of its own: each takes seconds, in which the till would answer nobody. One
 * after the other, each once.
 */
import { Worker } from 'node:worker_threads';
import { createSerialQueue } from '../../world/serialQueue.ts';
import type { Declarations, DescriptionText, DescriptionWork } from './description.ts';

export type DescriptionTexts = (name: DescriptionText) => Promise<Buffer>;

/** `declarations` is asked when a text is wanted for the first time: then all routes are there. */
export function descriptionTexts(declarations: () => Declarations): DescriptionTexts {
  const made = new Map<DescriptionText, Promise<Buffer>>();
  const serially = createSerialQueue();
  const workFor = async (name: DescriptionText): Promise<DescriptionWork> =>
    name === 'json' || name === 'yaml'
      ? { format: name, declarations: declarations() }
      : { file: name, document: await textOf('json') };
  function textOf(name: DescriptionText): Promise<Buffer> {
    const text = made.get(name) ?? workFor(name).then(work => serially('description', () => madeBeside(work)));
    made.set(name, text);
    // The next one tries again.
    text.catch(() => made.delete(name));
    return text;
  }
  return textOf;
}

/** A bundle has the thread beside itself. */
const THREAD = new URL(
  import.meta.url.endsWith('.ts') ? './descriptionWorker.ts' : './descriptionWorker.js',
  import.meta.url,
);

function madeBeside(work: DescriptionWork): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(THREAD, { workerData: work, execArgv: [] });
    worker.unref();
    worker.once('message', (text: Uint8Array<ArrayBuffer>) => resolve(Buffer.from(text.buffer)));
    worker.once('error', reject);
    worker.once('exit', code => reject(new Error(`the thread that describes the API ended with ${code}`)));
  });
}
