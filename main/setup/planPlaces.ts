/** Plans the terminals and the tills. */
import { checkSettings, endpointOf, protocolNames, SettingsError } from '../../drivers/index.ts';
import { canonicalJson } from '../domain/canonicalJson.ts';
import { sharingOf } from '../domain/terminalSharing.ts';
import { addTerminal, addTill, changeTerminal, changeTill, freeUuid, type NewTerminal } from '../masterData/tills.ts';
import { settingsOf } from '../terminal/setup/pairedSettings.ts';
import type { SetupDraft } from '../wire/setup.ts';
import type { ShopFacts } from '../wire/shop.ts';
import type { Applying, PlanBook } from './planBook.ts';
import type { KnownTerminal, ShopState } from './shopState.ts';

type WantedTerminal = NonNullable<SetupDraft['terminals']>[number];

export async function planTerminals(book: PlanBook, state: ShopState, { terminals = [] }: SetupDraft): Promise<void> {
  book.refuseTwice(
    'terminals',
    terminals.map(({ name }) => name),
  );
  const endpoints = new Map<string, string>();
  for (const [index, wanted] of terminals.entries()) {
    const path = `terminals[${index}]`;
    const before = state.terminals.find(({ name }) => name.toLowerCase() === wanted.name.toLowerCase());
    const next = newTerminal(wanted, before);
    await refuseSettings(book, path, next);
    refuseSharedEndpoint(book, path, next, state, before?.device ?? null, endpoints);
    if (next.sharedWith === null)
      book.warn(
        `${path}.shared`,
        'Nicht gesagt: Das Terminal gilt als geteilt.',
        'Not said: the terminal counts as shared.',
      );
    if (!before)
      book.add(
        'terminals',
        `Terminal ${next.name} wird angelegt.`,
        `Terminal ${next.name} is made.`,
        ({ data, change, terminals: made }) => made.set(key(next.name), addTerminal(data, change, next)),
      );
    else if (differs(next, before))
      book.add(
        'terminals',
        `Terminal ${next.name} wird geändert.`,
        `Terminal ${next.name} is changed.`,
        ({ data, change }) => changeTerminal(data, change, before.device, next),
      );
  }
}

export const key = (name: string): string => name.toLowerCase();

/** A member that the file leaves out stays as it is, for example the settings that pairing found out. */
function newTerminal(
  { name, tid, password, ...wanted }: WantedTerminal,
  before: KnownTerminal | undefined,
): NewTerminal {
  const row = before?.row ?? null;
  return {
    name,
    tid: tid ?? null,
    protocol: wanted.protocol ?? row?.protocol ?? 'zvt',
    connection: wanted.connection as NewTerminal['connection'],
    password: typeof password === 'string' ? password : (row?.password ?? null),
    currency: wanted.currency ?? row?.currency ?? null,
    profile: wanted.profile ?? row?.profile ?? null,
    options: wanted.options ?? row?.options ?? {},
    sharedWith: wanted.shared === undefined ? (row?.sharedWith ?? null) : sharingOf(wanted.shared),
    handOver: wanted.handOver ?? row?.handOver ?? false,
  };
}

function differs({ name, tid, ...settings }: NewTerminal, { row, name: before, tid: known }: KnownTerminal): boolean {
  if (row === null || name !== before || (tid !== null && tid !== known)) return true;
  const stored = { ...row, ...settings };
  return canonicalJson(stored) !== canonicalJson(row);
}

async function refuseSettings(
  book: PlanBook,
  path: string,
  { name: _, tid: __, ...settings }: NewTerminal,
): Promise<void> {
  const { protocol, password } = settings;
  if (!protocolNames.includes(protocol)) {
    const list = protocolNames.join(', ');
    return book.fault(
      `${path}.protocol`,
      `${protocol} gibt es nicht; es gibt: ${list}.`,
      `${protocol} is not known; there are: ${list}.`,
    );
  }
  if (password !== null && !/^\d{6}$/.test(password))
    return book.fault(`${path}.password`, 'Ein Kassenpasswort hat sechs Ziffern.', 'A till password has six digits.');
  const unstored = { device: '', merchant: '', terminalId: null, software: null, pairedAt: 0 };
  try {
    await checkSettings(settingsOf({ ...unstored, ...settings }) as Parameters<typeof checkSettings>[0]);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    book.fault(path, `${error.message}.`, `${error.message}.`);
  }
}

/** Two names for one terminal would both speak to it. */
function refuseSharedEndpoint(
  book: PlanBook,
  path: string,
  { name, connection }: NewTerminal,
  { terminals }: ShopState,
  own: string | null,
  endpoints: Map<string, string>,
): void {
  const endpoint = endpointOf(connection);
  const stored = terminals.find(({ row, device }) => row && device !== own && endpointOf(row.connection) === endpoint);
  const other = endpoints.get(endpoint) ?? stored?.name;
  if (other !== undefined && other !== name)
    book.fault(`${path}.connection`, `${endpoint} ist schon ${other}.`, `${endpoint} is ${other} already.`);
  endpoints.set(endpoint, name);
}

export function planTills(book: PlanBook, state: ShopState, parts: SetupDraft, shop: ShopFacts | null): void {
  const tills = parts.tills ?? [];
  book.refuseTwice(
    'tills',
    tills.map(({ name }) => name),
  );
  book.refuseTwice(
    'tills',
    tills.flatMap(({ uuid }) => uuid ?? []),
  );
  const names = new Map([...state.terminals, ...(parts.terminals ?? [])].map(({ name }) => [key(name), name]));
  for (const [index, { name, uuid, terminal }] of tills.entries()) {
    if (terminal != null && !names.has(key(terminal)))
      book.fault(
        `tills[${index}].terminal`,
        `Ein Terminal ${terminal} gibt es nicht.`,
        `There is no terminal ${terminal}.`,
      );
    planTill(book, state, `tills[${index}]`, { name, uuid, terminal });
  }
  if (tills.length > 0 || state.tills.length > 0) return;
  // Nobody sells without a till.
  const name = shop?.language === 'en' ? 'Till 1' : 'Kasse 1';
  planTill(book, state, 'tills', { name, uuid: undefined, terminal: [...names.values()][0] ?? null });
}

interface WantedTill {
  readonly name: string;
  readonly uuid: string | undefined;
  readonly terminal: string | null | undefined;
}

function planTill(book: PlanBook, state: ShopState, path: string, wanted: WantedTill): void {
  const { name, uuid, terminal } = wanted;
  const byUuid = uuid === undefined ? undefined : state.tills.find(till => till.uuid === uuid);
  const before = byUuid ?? state.tills.find(till => key(till.name) === key(name));
  const known = (named: string) => state.terminals.find(one => key(one.name) === key(named))?.device;
  const deviceOf = (named: string | null | undefined, { terminals }: Applying) =>
    named == null ? null : (known(named) ?? terminals.get(key(named)) ?? null);
  if (uuid !== undefined && state.tills.some(till => till.uuid === uuid && till.id !== before?.id))
    book.fault(`${path}.uuid`, `${uuid} ist vergeben.`, `${uuid} is taken.`);
  if (!before) {
    book.add('tills', `Kasse ${name} wird angelegt.`, `Till ${name} is made.`, applying => {
      const { data, change } = applying;
      const own = uuid ?? freeUuid(data, change.merchant, name);
      addTill(data, change, { name, uuid: own, terminal: deviceOf(terminal, applying) });
    });
    return;
  }
  const stays =
    terminal === undefined || (terminal === null ? before.terminal === null : known(terminal) === before.terminal?.id);
  if (stays && before.name === name && (uuid === undefined || uuid === before.uuid)) return;
  book.add('tills', `Kasse ${name} wird geändert.`, `Till ${name} is changed.`, applying => {
    const given = {
      ...(uuid === undefined ? {} : { uuid }),
      ...(stays ? {} : { terminal: deviceOf(terminal, applying) }),
    };
    changeTill(applying.data, applying.change, before.id, { name, ...given });
  });
}
