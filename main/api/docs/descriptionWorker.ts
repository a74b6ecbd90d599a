/** The thread of `descriptionThread.ts`: one text, then it ends. */
import { parentPort, workerData } from 'node:worker_threads';
import { type DescriptionWork, descriptionText } from './description.ts';

const bytes = new TextEncoder().encode(await descriptionText(workerData as DescriptionWork));
parentPort?.postMessage(bytes, [bytes.buffer]);
