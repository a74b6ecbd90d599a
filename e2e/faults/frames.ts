/**
 * `npm run fuzz:frames -- [--frames N] [--seed N] [--json FILE]`: the long run of spoilt frames of which `npm test` runs a
 * part. Nothing may throw, hang or grow, and after every batch the next good frame is understood; exit code 1 otherwise.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isMainThread, Worker, workerData } from 'node:worker_threads';
import {
  damagedFrame,
  goodMessages,
  type Random,
  randomFrom,
  TRANSPORTS,
  type Transport,
  victim,
} from '../../drivers/zvt/framing/frameFuzz.fixture.ts';

const { values } = parseArgs({
  options: {
    frames: { type: 'string', default: '10000000' },
    seed: { type: 'string', default: '1' },
    json: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  },
});
if (values.help) {
  console.log(`npm run fuzz:frames -- [--frames N] [--seed N] [--json FILE]
  N spoilt terminal messages (default 10000000, seed 1); --json writes the figures`);
  process.exit(0);
}

const BATCH = 100;
/** A frame that takes this long counts as one that hangs, ms of processor time. */
const HANGS = 2_000;
/** Milliseconds without a frame after which one counts as endless. */
const NEVER_ENDS = 60_000;
/** Bytes by which the heap may differ between two collections. */
const SLACK = 16 << 20;
/** Frames before the heap is measured for the first time: compiled code and tables are there. */
const WARM_UP = 200_000;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
const good = goodMessages();

/** How many frames were sent, for whoever watches. */
const counter: Int32Array = workerData ?? new Int32Array(1);

interface Result {
  readonly seed: number;
  readonly frames: number;
  readonly bytes: number;
  readonly messages: number;
  readonly batches: number;
  readonly seconds: number;
  readonly processorSeconds: number;
  /** Milliseconds of processor time of the slowest frame, and how many bytes it had. */
  readonly slowest: { readonly ms: number; readonly bytes: number };
  readonly heapFirst: number;
  readonly heapLast: number;
  readonly failures: readonly Failure[];
}

interface Failure {
  readonly transport: Transport;
  readonly what: string;
  /** The bytes that do it, as few as were found. */
  readonly hex: string;
}

if (isMainThread) watch();
else report(run(Number(values.frames), Number(values.seed)));

/** The frames run on a thread of their own, so that one that never ends is seen from here. */
function watch(): void {
  const sent = new Int32Array(new SharedArrayBuffer(4));
  const thread = new Worker(new URL(import.meta.url), { argv: process.argv.slice(2), workerData: sent });
  let before = -1;
  const timer = setInterval(() => {
    if (sent[0] === before) stop(`frame ${before} of seed ${values.seed} never ends`);
    before = sent[0]!;
    console.error(`${before} frames`);
  }, NEVER_ENDS);
  thread.once('error', error => stop(error.stack ?? String(error)));
  thread.once('exit', code => {
    clearInterval(timer);
    process.exitCode = code;
  });
}

function stop(why: string): never {
  console.error(why);
  process.exit(1);
}

function report(result: Result): void {
  console.log(JSON.stringify(result, undefined, 2));
  if (values.json) writeFileSync(values.json, JSON.stringify(result, undefined, 2));
  const grown = result.heapLast - result.heapFirst;
  if (grown > SLACK) console.error(`the heap grew by ${grown} bytes`);
  process.exitCode = grown > SLACK || result.failures.length > 0 || result.slowest.ms > HANGS ? 1 : 0;
}

function run(frames: number, seed: number): Result {
  const random = randomFrom(seed);
  const begun = performance.now();
  const failures: Failure[] = [];
  const sum = { frames: 0, bytes: 0, messages: 0, batches: 0, slowest: { ms: 0, bytes: 0 } };
  let heapFirst = 0;
  while (sum.frames < frames && failures.length < 20) {
    const transport = TRANSPORTS[sum.batches % TRANSPORTS.length]!;
    const failure = batch(transport, Math.min(BATCH, frames - sum.frames), sum, random);
    if (failure) failures.push(failure);
    sum.batches += 1;
    if (heapFirst === 0 && sum.frames >= Math.min(WARM_UP, frames / 2)) heapFirst = heapNow();
  }
  const seconds = (performance.now() - begun) / 1000;
  const { user, system } = process.threadCpuUsage();
  const processorSeconds = (user + system) / 1e6;
  return { seed, ...sum, seconds, processorSeconds, heapFirst, heapLast: heapNow(), failures };
}

type Sum = { -readonly [K in 'frames' | 'bytes' | 'messages' | 'slowest']: Result[K] };

/** One line: spoilt frames, then good ones. */
function batch(transport: Transport, frames: number, sum: Sum, random: Random): Failure | undefined {
  const line = victim(transport);
  const sent: Buffer[] = [];
  try {
    for (let left = frames; left > 0; left--) {
      const bytes = damagedFrame(good, transport, random);
      sent.push(bytes);
      sum.frames += 1;
      counter[0] = sum.frames;
      sum.bytes += bytes.length;
      const begin = process.threadCpuUsage();
      line.take(bytes, random);
      const { user, system } = process.threadCpuUsage(begin);
      const ms = (user + system) / 1000;
      if (ms > sum.slowest.ms) sum.slowest = { ms, bytes: bytes.length };
    }
    sum.messages += line.messages;
    return line.recovers(random) ? undefined : failed(transport, 'the next good frame was not understood', sent);
  } catch (error) {
    return failed(transport, String(error), sent);
  }
}

function failed(transport: Transport, what: string, sent: readonly Buffer[]): Failure {
  return { transport, what, hex: smallest(Buffer.concat(sent), bytes => breaks(transport, bytes)).toString('hex') };
}

function breaks(transport: Transport, bytes: Buffer): boolean {
  const line = victim(transport);
  const random = randomFrom(1);
  try {
    line.take(bytes, random);
    return !line.recovers(random);
  } catch {
    return true;
  }
}

/** Leaves away ever smaller parts as long as the rest still breaks something. */
function smallest(bytes: Buffer, stillBreaks: (bytes: Buffer) => boolean): Buffer {
  let left = bytes;
  for (let size = left.length >> 1; size > 0; size >>= 1) {
    for (let at = 0; at < left.length; ) {
      const shorter = Buffer.concat([left.subarray(0, at), left.subarray(at + size)]);
      if (stillBreaks(shorter)) left = shorter;
      else at += size;
    }
  }
  return left;
}

function heapNow(): number {
  collect();
  return process.memoryUsage().heapUsed;
}
