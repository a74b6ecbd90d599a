/** The signed description of a release, beside its packages: tills that update themselves believe nothing else. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type Manifest, PRODUCT, signatureOf } from '../update/manifest.ts';

export interface Release extends Pick<Manifest, 'channel' | 'version' | 'share'> {
  /** The package. */
  readonly file: string;
  readonly architecture: string;
  /** File of the private key, PEM. */
  readonly key: string;
}

/** Packages of other processors of the same version stay in the description. */
export function writeRelease({ file, channel, version, share, architecture, key }: Release): void {
  const bytes = readFileSync(file);
  const place = join(dirname(file), `${channel}.json`);
  const before: Partial<Manifest> = existsSync(place) ? JSON.parse(readFileSync(place, 'utf8')) : {};
  const entry = {
    name: basename(file),
    size: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  };
  const others = before.version === version ? before.packages : {};
  const manifest: Manifest = {
    ...{ product: PRODUCT, channel, version, share },
    packages: { ...others, [architecture]: entry },
  };
  const text = `${JSON.stringify(manifest, null, 2)}\n`;
  writeFileSync(place, text);
  writeFileSync(`${place}.sig`, signatureOf(text, readFileSync(key, 'utf8')));
}
