/** Values that come from the environment of the process. */
import { readFileSync } from 'node:fs';
import { ConfigRefusal } from './config.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The value itself, or the file that `NAME_FILE` names. */
export function secretOf(environment: Environment, name: string): string | null {
  const file = environment[`${name}_FILE`];
  if (file === undefined) return environment[name] ?? null;
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (cause) {
    throw new ConfigRefusal(`${name}_FILE names ${file}, which cannot be read.`, { cause });
  }
}
