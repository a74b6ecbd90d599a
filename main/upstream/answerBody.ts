/** The text of an answer, whatever way the service has packed it. */
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { UpstreamError } from './failures.ts';

/** The largest answer that is read, bytes, packed or not. */
export const LARGEST = 8 * 1024 * 1024;

export interface BodyFacts {
  /** `content-encoding` and `content-type`. */
  readonly encoding: string | null;
  readonly type: string | null;
}

/** No packed answer is asked for; some gateways send one all the same. */
const unpacked: Readonly<Record<string, (packed: Buffer) => Promise<Buffer>>> = {
  gzip: packed => promisify(gunzip)(packed, { maxOutputLength: LARGEST }),
  'x-gzip': packed => promisify(gunzip)(packed, { maxOutputLength: LARGEST }),
  deflate: packed => promisify(inflate)(packed, { maxOutputLength: LARGEST }),
  br: packed => promisify(brotliDecompress)(packed, { maxOutputLength: LARGEST }),
};

/** Without the mark that some servers put before it. Throws `UpstreamError` where nobody can read it. */
export async function textOf(chunks: readonly Buffer[], { encoding, type }: BodyFacts): Promise<string> {
  const sent = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
  const packing = encoding?.trim().toLowerCase() ?? 'identity';
  if (sent.length === 0 || packing === 'identity' || packing === '') return decoded(sent, type);
  const unpack = unpacked[packing];
  if (!unpack) throw unreadable(packing);
  return decoded(await unpack(sent).catch(() => Promise.reject(unreadable(packing))), type);
}

/** JSON is UTF-8, but for servers that say otherwise. A byte that fits nowhere becomes the sign for it. */
function decoded(bytes: Buffer, type: string | null): string {
  const charset = /;\s*charset="?([^\s;"]+)/i.exec(type ?? '')?.[1] ?? 'utf-8';
  if (/^utf-?8$/i.test(charset)) return new TextDecoder().decode(bytes);
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    throw unreadable(charset);
  }
}

const unreadable = (packing: string): UpstreamError =>
  new UpstreamError({
    kind: 'lost',
    texts: {
      de: `Die Antwort des Dienstes ist nicht lesbar gepackt (${packing.slice(0, 40)}). Was sie sagte, wird nachgesehen.`,
      en: `The answer of the service is packed in a way that cannot be read (${packing.slice(0, 40)}). What it said is looked up.`,
    },
  });
