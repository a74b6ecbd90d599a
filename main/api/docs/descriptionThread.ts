/**
 * Makes the OpenAPI document and the clients in a thread of its own: each takes seconds, in which the till would answer nobody. One
 * after the other, each once.
 */
import { createHash } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import { createSerialQueue } from '../../world/serialQueue.ts';
import type { Declarations, DescriptionText, DescriptionWork } from './description.ts';

export type DescriptionTexts = (name: DescriptionText) => Promise<Buffer>;

/** Texts by what they are made from, so that a bridge that starts again in its process makes none anew. */
const made = new Map<string, Promise<Buffer>>();
const serially = createSerialQueue();

/** `declarations` is asked when a text is wanted for the first time: then all routes are there. */
export function descriptionTexts(declarations: () => Declarations): DescriptionTexts {
  let source: string | null = null;
  const workFor = async (name: DescriptionText): Promise<DescriptionWork> =>
    name === 'json' || name === 'yaml'
      ? { format: name, declarations: declarations() }
      : { file: name, document: await textOf('json') };
  function textOf(name: DescriptionText): Promise<Buffer> {
    source ??= createHash('sha256').update(JSON.stringify(declarations())).digest('base64');
    const key = `${name} ${source}`;
    const text = made.get(key) ?? workFor(name).then(work => serially('description', () => maker.make(work, key)));
    made.set(key, text);
    // The next one tries again.
    text.catch(() => made.delete(key));
    return text;
  }
  return textOf;
}

/** A bundle has the thread beside itself. */
const THREAD = new URL(
  import.meta.url.endsWith('.ts') ? './descriptionWorker.ts' : './descriptionWorker.js',
  import.meta.url,
);

/** The key says which text it is. Processes of a test put a maker here that shares what it has made. */
export const maker: { make(work: DescriptionWork, key: string): Promise<Buffer> } = { make: madeBeside };

function madeBeside(work: DescriptionWork): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(THREAD, { workerData: work, execArgv: [] });
    worker.unref();
    worker.once('message', (text: Uint8Array<ArrayBuffer>) => resolve(Buffer.from(text.buffer)));
    worker.once('error', reject);
    worker.once('exit', code => reject(new Error(`the thread that describes the API ended with ${code}`)));
  });
}
