/** The end of a thread waits until its native module is loaded. */
import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { endOf } from './nativeThread.ts';

/** Says that it is loaded once the test allows it, and lives on until it is ended. */
const LOADING = `
const { parentPort, workerData } = require('node:worker_threads');
Atomics.wait(workerData, 0, 0);
parentPort.postMessage('loaded');
setInterval(() => {}, 1000);`;

it('of a thread that is still loading comes behind its first message, and ends it then', async () => {
  const gate = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(LOADING, { eval: true, workerData: gate, execArgv: [] });
  const order: string[] = [];
  worker.once('message', () => order.push('loaded'));
  worker.once('exit', () => order.push('ended'));
  const ended = endOf(worker)();
  await new Promise(setImmediate);
  expect(order).toEqual([]);
  Atomics.store(gate, 0, 1);
  Atomics.notify(gate, 0);
  await ended;
  expect(order).toEqual(['loaded', 'ended']);
});

it('of a thread that failed while it loaded comes at once', async () => {
  const worker = new Worker('throw new Error()', { eval: true, execArgv: [] });
  worker.on('error', () => undefined);
  await endOf(worker)();
});
