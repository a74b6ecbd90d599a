/** `npm run zvt -- find` and `pair`: finds terminals, and makes the configuration of a terminal. */

import { type FoundTerminal, findTerminals } from '../discovery/findTerminals.ts';
import { localNetworks, NetworkError } from '../discovery/networks.ts';
import { introduceTerminal } from '../protocols.ts';
import type { TerminalSettings } from '../terminal.ts';
import type { Trace } from '../trace.ts';
import { namesSharedUse, readConfigFile, writeTerminalEntry } from './configFile.ts';

export interface FindOptions {
  /** CIDR; without `subnets` and `ports`: the networks of this machine. */
  readonly subnets: readonly string[];
  readonly ports: boolean;
  readonly json: boolean;
}

/** The lock of a terminal is visible on one machine: a payment by a till on another machine cannot be seen. */
const OTHER_TILLS =
  'note: terminals that tills on other machines use cannot be seen as taken from here; nobody should be paying at them now';

const NOT_ANSWERED =
  'note: who else takes cards at it is not answered, which counts as shared: --shared no (only tills of this bridge), tillbridge (another bridge) or others (other programs, people at its keys)';

const EXIT = { done: 0, wrongUse: 2, nothing: 3 } as const;

/** Prints a line for every terminal when it is found; returns the exit code. */
export async function find({ subnets, ports, json }: FindOptions, signal?: AbortSignal): Promise<number> {
  const everywhere = subnets.length === 0 && !ports;
  console.error(OTHER_TILLS);
  try {
    const found = await findTerminals({
      ports: ports || everywhere,
      subnets: everywhere ? localNetworks() : subnets,
      onFound: terminal => console.log(json ? JSON.stringify(terminal) : sentence(terminal)),
      onUnopened: error => console.error(`note: ${error.message}`),
      ...(signal ? { signal } : {}),
    });
    if (found.length === 0 && !json) console.log('no terminal answered');
    return found.length === 0 ? EXIT.nothing : EXIT.done;
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error;
    console.error(error.message);
    return EXIT.wrongUse;
  }
}

/**
 * Introduces itself to the terminal and writes an entry into the configuration file; without a file it prints the entry
 * without the password. Throws `ConfigFileError`, before it asks the terminal, for a file that is no configuration.
 */
export async function pair(
  given: TerminalSettings,
  shared: string | undefined,
  file: string | undefined,
  log: Trace | undefined,
): Promise<number> {
  if (file !== undefined) await readConfigFile(file);
  if (given.connection.type !== 'serial') console.error(OTHER_TILLS);
  const { introduction, settings: met } = await introduceTerminal(given, log ? { log } : {});
  const settings = { ...met, ...(shared === undefined ? {} : { shared }) };
  const { status, terminalId, softwareVersion, diagnosis } = introduction;
  if (status.kind === 'unreachable') {
    console.error(`${status.reason.code}: ${status.reason.text}`);
    return EXIT.nothing;
  }
  console.error(`terminal ${terminalId ?? '(no id)'} ${softwareVersion ?? ''} ${status.kind}`);
  if (diagnosis && diagnosis.kind !== 'done') console.error(`diagnosis: ${diagnosis.reason.text}`);
  if (file !== undefined) {
    const how = await writeTerminalEntry(file, settings);
    if (!(await namesSharedUse(file, settings))) console.error(NOT_ANSWERED);
    console.log(`${how} in ${file}: the bridge uses it from its next start on`);
    return EXIT.done;
  }
  if (settings.password !== undefined)
    console.error(
      'the password is not printed; --config FILE writes the whole entry into the configuration of the bridge',
    );
  if (shared === undefined) console.error(NOT_ANSWERED);
  console.log(
    JSON.stringify({ ...settings, ...(settings.password === undefined ? {} : { password: '******' }) }, null, 2),
  );
  return EXIT.done;
}

function sentence({ endpoint, software, terminalId, holder }: FoundTerminal): string {
  return [endpoint, holder ?? [terminalId, software].filter(text => text !== null).join(' ')].join('  ').trim();
}
