/** The offer of a channel: one signed file that names a version and its packages. Nothing in it is believed before its signature was. */
import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import Type, { type Static } from 'typebox';
import { Value } from 'typebox/value';

/** Each product has its own description in the folder of a channel; the headless one has its name from the time when it was alone. */
export const PRODUCTS = { 'tillbridge-headless': '', 'tillbridge-desktop': 'desktop-' } as const;
export type Product = keyof typeof PRODUCTS;

export const descriptionOf = (product: Product, channel: string): string => `${PRODUCTS[product]}${channel}.json`;

/** One file of a release. */
const Package = Type.Object({
  /** Beside the manifest. */
  name: Type.String({ pattern: '^[A-Za-z0-9._+~-]{1,200}$' }),
  size: Type.Integer({ minimum: 1, maximum: 2_000_000_000 }),
  sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
});

export type Package = Static<typeof Package>;

const Manifest = Type.Object({
  product: Type.Enum(Object.keys(PRODUCTS) as Product[]),
  channel: Type.String(),
  version: Type.String({ pattern: '^\\d{1,6}(\\.\\d{1,6}){1,3}$' }),
  /** Percent of the machines that take it; it grows as the release proves itself. */
  share: Type.Integer({ minimum: 0, maximum: 100 }),
  /** By the architecture, as Debian names it; of the desktop by ending and processor (`AppImage-x64`). */
  packages: Type.Record(Type.String(), Package),
});
export type Manifest = Static<typeof Manifest>;

/** The sentence is for whoever looks after the till. */
export class UpdateRefusal extends Error {}

/** Throws `UpdateRefusal`. */
export function manifestOf(
  text: string,
  signature: string,
  { publicKey, channel, product }: { readonly publicKey: string; readonly channel: string; readonly product: Product },
): Manifest {
  if (!verify(null, Buffer.from(text), keyOf(publicKey), Buffer.from(signature.trim(), 'base64')))
    throw new UpdateRefusal(
      'The signature of the update does not fit the key of this till: nothing of it was used. Somebody changed the files on the way, or the publisher has a new key.',
    );
  const manifest = parsed(text);
  if (!Value.Check(Manifest, manifest))
    throw new UpdateRefusal(
      'The description of the update is signed and cannot be read: this version is too old for it.',
    );
  if (manifest.channel !== channel)
    throw new UpdateRefusal(`The description is of the channel ${manifest.channel}, and this till follows ${channel}.`);
  if (manifest.product !== product)
    throw new UpdateRefusal(`The description is of ${manifest.product}, and this till runs ${product}.`);
  return manifest;
}

export const signatureOf = (text: string, privateKey: string): string =>
  `${sign(null, Buffer.from(text), createPrivateKey(privateKey)).toString('base64')}\n`;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function keyOf(pem: string): KeyObject {
  try {
    const key = createPublicKey(pem);
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch {
    // The sentence says what it should be.
  }
  throw new UpdateRefusal('The key of the publisher is no public Ed25519 key in PEM.');
}
