/** Fetches the signed description of a channel and its package; a package counts once every byte of it has been compared. */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { descriptionOf, type Manifest, manifestOf, type Package, type Product, UpdateRefusal } from './manifest.ts';

export interface Feed {
  /** Address of the folder that holds the files. */
  readonly url: string;
  readonly channel: string;
  /** Of the publisher, PEM. */
  readonly publicKey: string;
  readonly product: Product;
}

const ANSWERS_WITHIN = 30_000;
const LOADS_WITHIN = 1_800_000;
/** A description is a few hundred bytes. */
const LARGEST = 100_000;

/** Throws `UpdateRefusal`. */
export async function offered(feed: Feed): Promise<Manifest> {
  const name = descriptionOf(feed.product, feed.channel);
  const [text, signature] = await Promise.all([textAt(feed.url, name), textAt(feed.url, `${name}.sig`)]);
  return manifestOf(text, signature, feed);
}

async function textAt(url: string, name: string): Promise<string> {
  const answer = await answerOf(url, name, ANSWERS_WITHIN);
  const letters = new TextDecoder();
  let text = '';
  for await (const part of answer) {
    text += letters.decode(part, { stream: true });
    if (text.length > LARGEST) throw new UpdateRefusal(`${name} is too large for a description of an update.`);
  }
  return text + letters.decode();
}

async function answerOf(url: string, name: string, limit: number): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const address = new URL(name, url.endsWith('/') ? url : `${url}/`);
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(limit), redirect: 'error' });
    if (answer.ok && answer.body) return answer.body as ReadableStream<Uint8Array<ArrayBuffer>>;
    throw new Error(`it answers ${answer.status}`);
  } catch (cause) {
    const { message, cause: inner } = cause as Error & { readonly cause?: Error };
    throw new UpdateRefusal(`The update server does not give ${address} (${inner?.message ?? message}).`, { cause });
  }
}

/** Puts the package at `file`, where it is not already. Throws `UpdateRefusal`. */
export async function fetchPackage({ url }: Feed, wanted: Package, file: string): Promise<void> {
  mkdirSync(dirname(file), { recursive: true });
  if (existsSync(file) && (await fits(file, wanted))) return;
  const part = `${file}.part`;
  const bytes = await answerOf(url, wanted.name, LOADS_WITHIN);
  let left = wanted.size;
  const bounded = async function* (source: AsyncIterable<Uint8Array>) {
    for await (const chunk of source) {
      left -= chunk.length;
      if (left < 0) throw new UpdateRefusal(`${wanted.name} is larger than its description says.`);
      yield chunk;
    }
  };
  try {
    await pipeline(Readable.fromWeb(bytes), bounded, createWriteStream(part, { mode: 0o600, flush: true }));
    await refuseOther(part, wanted);
    renameSync(part, file);
  } catch (error) {
    // Half of it would take the room that the till needs to sell.
    rmSync(part, { force: true });
    throw error;
  }
}

/** Throws the file away where it is not the wanted one. Throws `UpdateRefusal`. */
export async function refuseOther(file: string, wanted: Package): Promise<void> {
  if (await fits(file, wanted)) return;
  rmSync(file, { force: true });
  throw new UpdateRefusal(`${wanted.name} is not what its signed description says: it was thrown away.`);
}

/** Every byte of the file is what the signed description says. */
async function fits(file: string, { size, sha256 }: Package): Promise<boolean> {
  if (statSync(file, { throwIfNoEntry: false })?.size !== size) return false;
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex') === sha256;
}
