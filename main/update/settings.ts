/** The settings of updates that both products share: folder on a web server, key of the publisher, channel. */
import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import Type, { type Static, type TObject } from 'typebox';
import { Value } from 'typebox/value';
import { ConfigRefusal } from '../world/config.ts';
import type { Feed } from './feed.ts';
import type { Product } from './manifest.ts';

export const feedMembers = {
  url: Type.String({ pattern: '^https?://' }),
  /** A file. */
  publicKey: Type.String({ minLength: 1 }),
  channel: Type.String({ default: 'stable', pattern: '^[a-z]{1,20}$' }),
};
export const FeedSettings = Type.Object(feedMembers, { additionalProperties: false });

/** Throws `ConfigRefusal`. */
export function settingsIn<T extends TObject>(file: string, shape: T): Static<T> {
  try {
    const settings = Value.Default(shape, JSON.parse(readFileSync(file, 'utf8')));
    if (Value.Check(shape, settings)) return settings;
    const [first] = Value.Errors(shape, settings);
    throw new ConfigRefusal(`${file}: ${first?.instancePath ?? ''} ${first?.message ?? 'is wrong'}.`);
  } catch (error) {
    if (error instanceof ConfigRefusal) throw error;
    throw new ConfigRefusal(`${file} cannot be read: ${(error as Error).message}.`, { cause: error });
  }
}

/** The key is found from the folder of the settings. */
export function feedOf(product: Product, file: string, { url, publicKey, channel }: Static<typeof FeedSettings>): Feed {
  return { product, url, channel, publicKey: readFileSync(resolve(dirname(file), publicKey), 'utf8') };
}
