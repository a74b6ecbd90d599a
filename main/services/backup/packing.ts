/** One file of a backup: written compressed and sealed, and read back. */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { sealed, unsealed } from './sealing.ts';

/** How a file is sealed; null: it is only compressed. */
export type Sealing = { readonly key: Buffer; readonly bound: string } | null;

export interface Packed {
  readonly bytes: number;
  /** Of the plain content. */
  readonly sha256: string;
}

/** A third of the size in half the time of the best level. */
const LEVEL = 4;

type Bytes = AsyncIterable<Buffer>;

/** Counts and hashes what passes; more than `most` bytes are none of its file. */
function digest(most = Number.POSITIVE_INFINITY) {
  const hash = createHash('sha256');
  let bytes = 0;
  return {
    async *through(source: Bytes): AsyncGenerator<Buffer> {
      for await (const part of source) {
        hash.update(part);
        bytes += part.length;
        if (bytes > most) throw new Error(`the file unpacks to more than ${most} bytes`);
        yield part;
      }
    },
    result: (): Packed => ({ bytes, sha256: hash.digest('hex') }),
  };
}

const asItIs = (source: Bytes): Bytes => source;

/** Writes `file` as `stored` and waits for the disk. */
export async function pack(file: string, stored: string, sealing: Sealing): Promise<Packed> {
  const plain = digest();
  const seal = sealing ? sealed(sealing.key, sealing.bound) : asItIs;
  const out = createWriteStream(stored, { mode: 0o600, flags: 'wx' });
  await pipeline(createReadStream(file), plain.through, createGzip({ level: LEVEL }), seal, out);
  await flush(stored);
  return plain.result();
}

/**
 * Reads `stored` into `file`; null: it is read and thrown away, to see that it can be read. Throws where it is damaged, or unpacks to
 * more than `bytes`.
 */
export async function unpack(stored: string, file: string | null, sealing: Sealing, bytes: number): Promise<Packed> {
  const plain = digest(bytes);
  const unseal = sealing ? unsealed(sealing.key, sealing.bound) : asItIs;
  const out = file === null ? nowhere() : createWriteStream(file, { mode: 0o600, flags: 'wx' });
  await pipeline(createReadStream(stored), unseal, createGunzip(), plain.through, out);
  if (file !== null) await flush(file);
  return plain.result();
}

const nowhere = () => new Writable({ write: (_part, _encoding, done) => done() });

/** A stick that is pulled out after the backup has it. Some file systems of shares refuse; what was read back counts then. */
export async function flush(file: string): Promise<void> {
  const handle = await open(file, 'r');
  try {
    await handle.sync();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EINVAL' && (error as NodeJS.ErrnoException).code !== 'EPERM')
      throw error;
  } finally {
    await handle.close();
  }
}
