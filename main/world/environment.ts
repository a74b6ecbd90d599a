/** Values that come from the environment of the process. */
import { readFileSync } from 'node:fs';
import { likelyName } from '../domain/likelyName.ts';
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

/**
 * Throws `ConfigRefusal` for a variable that begins with `prefix` and is none of those: a misspelt one would be as if it were not
 * there. Variables that begin with `others` belong to another program.
 */
export function refuseUnknownVariables(
  environment: Environment,
  known: readonly string[],
  prefix: string,
  others: string | null = null,
): void {
  const unknown = Object.keys(environment).find(
    name => name.startsWith(prefix) && !known.includes(name) && !(others !== null && name.startsWith(others)),
  );
  if (unknown === undefined) return;
  const plain = (name: string) => name.slice(prefix.length);
  const near = likelyName(plain(unknown), known.map(plain));
  throw new ConfigRefusal(
    near === null
      ? `Environment: there is no variable ${unknown}. There are: ${known.join(', ')}.`
      : `Environment: there is no variable ${unknown}; did you mean ${prefix}${near}?`,
  );
}
