/** The set-up file: read, checked against its schema, and its secrets fetched. */
import { createReadStream, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { maskCards } from '../../drivers/masking/cardMask.ts';
import { cardTexts } from '../masterData/csvFile.ts';
import type { InputFault } from '../masterData/shop.ts';
import { SETUP_VERSION, type SetupDraft, SetupFile } from '../wire/setup.ts';
import { shapeFaults } from '../world/shapeFaults.ts';
import { secretText } from '../world/targetSettings.ts';

/** Source of a set-up: a file with its secrets as text, or a finished draft. */
export interface SetupSource {
  readonly parts: SetupDraft;
  /** Opens a file that a part names. */
  open(name: string): AsyncIterable<Uint8Array>;
}

/** The set-up cannot be carried out; nothing was changed. One sentence for each fault. */
export class SetupRefusal extends Error {
  readonly faults: readonly InputFault[];

  constructor(faults: readonly InputFault[]) {
    super(faults.map(({ path, texts }) => (path === '' ? texts.en : `${path}: ${texts.en}`)).join('\n'));
    this.faults = faults;
  }
}

export const refusal = (path: string, de: string, en: string): SetupRefusal =>
  new SetupRefusal([{ path, texts: { de, en } }]);

/** The published schema. */
export const setupSchema = () => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Tillbridge set-up file',
  ...SetupFile,
});

/** Throws `SetupRefusal`. */
export function readSetupFile(path: string, environment: NodeJS.ProcessEnv): SetupSource {
  const folder = dirname(resolve(path));
  const content = parsed(path);
  refuseNewer(content);
  const faults = [...shapeFaults(SetupFile, content), ...cardNumbersIn(content, '')];
  if (faults.length > 0) throw new SetupRefusal(faults);
  const { $schema: _, $comment: __, version: ___, ...parts } = content as SetupFile;
  return {
    parts: withSecrets(parts, folder, environment),
    open: name => createReadStream(resolve(folder, name)),
  };
}

function parsed(path: string): unknown {
  let text: string;
  try {
    text = readFileSync(path, 'utf8').replace(/^\ufeff/, '');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw refusal(
      '',
      `Die Datei ${path} kann nicht gelesen werden (${code}).`,
      `The file ${path} cannot be read (${code}).`,
    );
  }
  try {
    const content: unknown = JSON.parse(text);
    if (typeof content === 'object' && content !== null && !Array.isArray(content)) return content;
  } catch (error) {
    const what = `${placeIn(text, (error as Error).message)}: ${(error as Error).message}`;
    throw refusal('', `${path} ist kein JSON, ${what}.`, `${path} is not JSON, ${what}.`);
  }
  throw refusal('', `${path} muss ein JSON-Objekt sein.`, `${path} must hold one JSON object.`);
}

/** The place of a fault as people count it. */
function placeIn(text: string, message: string): string {
  const position = Number(/position (\d+)/.exec(message)?.[1] ?? text.length);
  return `line ${text.slice(0, position).split('\n').length}`;
}

/** Lists of articles and cards are looked at line by line; a secret is no text that anybody reads. */
const LOOKED_AT = /^(?:articles|cards)\b|\.(?:pin|secret|password|client_id|client_secret)\b/;

/** Every text that holds the number of a payment card. */
function cardNumbersIn(value: unknown, path: string): readonly InputFault[] {
  if (LOOKED_AT.test(path)) return [];
  if (typeof value === 'string') return maskCards(value) === value ? [] : [{ path, texts: cardTexts(value) }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const inside = Array.isArray(value) ? `${path}[${name}]` : `${path}${path === '' ? '' : '.'}${name}`;
    return cardNumbersIn(member, inside);
  });
}

function refuseNewer(content: unknown): void {
  const { version } = content as { version?: unknown };
  if (typeof version !== 'number' || version <= SETUP_VERSION) return;
  throw refusal(
    'version',
    `Diese Datei ist für ein neueres Tillbridge (Form ${version}, dieses kennt ${SETUP_VERSION}). Bitte erst aktualisieren; geändert wurde nichts.`,
    `This file is for a newer Tillbridge (form ${version}, this one knows ${SETUP_VERSION}). Please update first; nothing was changed.`,
  );
}

/** Puts the text in the place of each secret; a file is looked for beside the set-up file. */
function withSecrets(parts: SetupDraft, folder: string, environment: NodeJS.ProcessEnv): SetupDraft {
  const faults: InputFault[] = [];
  const text = (secret: unknown, path: string): string => {
    const place = secret as string | { readonly file: string } | { readonly env: string };
    const found = typeof place === 'object' && 'file' in place ? { file: resolve(folder, place.file) } : place;
    try {
      return secretText(found, path, environment);
    } catch (error) {
      const sentence = `${(error as Error).message.slice(path.length + 2)}.`;
      faults.push({ path, texts: { de: sentence, en: sentence } });
      return '';
    }
  };
  const complete = mapSecrets(parts, text);
  if (faults.length > 0) throw new SetupRefusal(faults);
  return complete;
}

/** The same parts with another value in the place of each secret that is there. */
export function mapSecrets(parts: SetupDraft, change: (secret: unknown, path: string) => unknown): SetupDraft {
  const member = (list: readonly object[] | undefined, part: string, name: string) =>
    list?.map((one, index) => {
      const value = (one as Record<string, unknown>)[name];
      return value === undefined ? one : { ...one, [name]: change(value, `${part}[${index}].${name}`) };
    });
  const { people, clients, terminals, upstream } = parts;
  return {
    ...parts,
    ...(people ? { people: member(people, 'people', 'pin') } : {}),
    ...(clients ? { clients: member(clients, 'clients', 'secret') } : {}),
    ...(terminals ? { terminals: member(terminals, 'terminals', 'password') } : {}),
    ...(upstream && typeof upstream === 'object' ? { upstream: upstreamSecrets(upstream, change) } : {}),
  } as SetupDraft;
}

function upstreamSecrets(upstream: object, change: (secret: unknown, path: string) => unknown): object {
  const secrets = ['client_id', 'client_secret'].flatMap(name => {
    const value = (upstream as Record<string, unknown>)[name];
    return value === undefined ? [] : [[name, change(value, `upstream.${name}`)] as const];
  });
  return { ...upstream, ...Object.fromEntries(secrets) };
}
