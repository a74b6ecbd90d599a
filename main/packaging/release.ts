/** The signed description of a release, beside its packages: tills that update themselves believe nothing else. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { descriptionOf, type Manifest, signatureOf } from '../update/manifest.ts';

export interface Release extends Pick<Manifest, 'product' | 'channel' | 'version' | 'share'> {
  /** The package. */
  readonly file: string;
  readonly architecture: string;
  /** File of the private key, PEM. */
  readonly key: string;
}

/** Packages of other processors of the same version stay in the description. */
export function writeRelease({ file, product, channel, version, share, architecture, key }: Release): void {
  const bytes = readFileSync(file);
  const place = join(dirname(file), descriptionOf(product, channel));
  const before: Partial<Manifest> = existsSync(place) ? JSON.parse(readFileSync(place, 'utf8')) : {};
  const entry = {
    name: basename(file),
    size: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  };
  const others = before.version === version ? before.packages : {};
  const manifest: Manifest = {
    ...{ product, channel, version, share },
    packages: { ...others, [architecture]: entry },
  };
  const text = `${JSON.stringify(manifest, null, 2)}\n`;
  writeFileSync(place, text);
  writeFileSync(`${place}.sig`, signatureOf(text, readFileSync(key, 'utf8')));
}

/** Kind and processor, as the signed description names a package: `AppImage-x64`. */
export interface DesktopPackage {
  readonly name: string;
  readonly kind: string;
}

/** One a kind and processor; the builder names no processor where it is x64. */
export function desktopPackages(names: readonly string[], version: string): readonly DesktopPackage[] {
  return names.flatMap(name => {
    const ending = /\.(AppImage|deb|rpm|exe)$/.exec(name)?.[1];
    const isOfVersion = name.split(/[-_ ]/).some(part => part === version || part.startsWith(`${version}.`));
    if (ending === undefined || !isOfVersion) return [];
    return [{ name, kind: `${ending}-${/arm64|aarch64/.test(name) ? 'arm64' : 'x64'}` }];
  });
}
