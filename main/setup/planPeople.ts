/** Plans the people and the clients of the API. */

import { shownNameFault, usernameFault } from '../domain/accountNames.ts';
import { addClient, changeClient, DEFAULT_SCOPES } from '../masterData/clients.ts';
import { addPerson, changePerson, isWorkingManager, NO_PIN, pinFault } from '../masterData/people.ts';
import type { ClientSecrets } from '../services/auth/clientSecrets.ts';
import type { Pins } from '../services/auth/pins.ts';
import type { StaffRow } from '../store/accounts.ts';
import type { SetupDraft } from '../wire/setup.ts';
import { screenClientId } from '../world/demoIds.ts';
import { hashToken, newToken } from '../world/secrets.ts';
import type { PlanBook } from './planBook.ts';
import type { ShopState } from './shopState.ts';

/** The hash of every PIN that is new, by user name in small letters; a PIN that is the stored one has none. */
export type PinHashes = ReadonlyMap<string, string>;

/** Takes a tenth of a second for each person. */
export async function hashPins(
  { people }: Pick<ShopState, 'people'>,
  parts: SetupDraft,
  pins: Pick<Pins, 'hash' | 'matches'>,
): Promise<PinHashes> {
  const hashes = new Map<string, string>();
  for (const { username, pin } of parts.people ?? []) {
    if (typeof pin !== 'string' || pinFault(pin) !== null) continue;
    const stored = personIn(people, username)?.pinHash ?? NO_PIN;
    if (stored === NO_PIN || !(await pins.matches(pin, stored)))
      hashes.set(username.toLowerCase(), await pins.hash(pin));
  }
  return hashes;
}

/** The hash of every secret of a client that is new, by its id; one that is the stored one has none. */
export type SecretHashes = ReadonlyMap<string, string>;

/** Takes a tenth of a second for each secret that a person chose. */
export async function hashSecrets(
  { clients }: Pick<ShopState, 'clients'>,
  parts: SetupDraft,
  secrets: Pick<ClientSecrets, 'hash' | 'matches'>,
): Promise<SecretHashes> {
  const hashes = new Map<string, string>();
  for (const { id, secret } of parts.clients ?? []) {
    if (typeof secret !== 'string') continue;
    const stored = clients.find(client => client.id === id)?.secretHash;
    if (stored === undefined || !(await secrets.matches(secret, stored))) hashes.set(id, await secrets.hash(secret));
  }
  return hashes;
}

const personIn = (people: readonly StaffRow[], username: string) =>
  people.find(person => person.username.toLowerCase() === username.toLowerCase());

export function planPeople(book: PlanBook, state: ShopState, { people = [] }: SetupDraft, hashes: PinHashes): void {
  book.refuseTwice(
    'people',
    people.map(({ username }) => username),
  );
  for (const [index, { pin, ...wanted }] of people.entries()) {
    const path = `people[${index}]`;
    const { username } = wanted;
    const problem = typeof pin === 'string' ? pinFault(pin) : null;
    if (problem) book.fault(`${path}.pin`, problem.de, problem.en);
    const wrongName = usernameFault(username);
    if (wrongName) book.fault(`${path}.username`, wrongName.de, wrongName.en);
    const wrongShown = shownNameFault(wanted.name);
    if (wrongShown) book.fault(`${path}.name`, wrongShown.de, wrongShown.en);
    if (state.personElsewhere(username))
      book.fault(`${path}.username`, `${username} ist vergeben.`, `${username} is taken.`);
    const hash = hashes.get(username.toLowerCase()) ?? null;
    const before = personIn(state.people, username);
    if (!before) {
      const words = hash === null ? [' ohne PIN', ' without a PIN'] : ['', ''];
      book.add(
        'people',
        `${username} (${wanted.role}) wird angelegt${words[0]}.`,
        `${username} (${wanted.role}) is made${words[1]}.`,
        ({ data, change }) => addPerson(data, change, wanted, hash ?? NO_PIN),
      );
      continue;
    }
    const changes = before.name !== wanted.name || before.role !== wanted.role || before.username !== username;
    if (!changes && hash === null) continue;
    const what = [changes ? 'name or role' : '', hash === null ? '' : 'PIN'].filter(Boolean).join(' and ');
    const was = [changes ? 'Name oder Rolle' : '', hash === null ? '' : 'PIN'].filter(Boolean).join(' und ');
    book.add('people', `${username}: ${was} wird geändert.`, `${username}: ${what} is changed.`, ({ data, change }) =>
      changePerson(data, change, before, wanted, hash),
    );
  }
  refuseNoManager(book, state, people, hashes);
}

/** Without a manager who can sign in, nobody could ever change anything. */
function refuseNoManager(
  book: PlanBook,
  state: ShopState,
  people: NonNullable<SetupDraft['people']>,
  hashes: PinHashes,
): void {
  const roleOf = (person: StaffRow) =>
    people.find(one => one.username.toLowerCase() === person.username.toLowerCase())?.role ?? person.role;
  const stays = state.people.some(person => isWorkingManager({ ...person, role: roleOf(person) }));
  const isLocked = (username: string) => (personIn(state.people, username)?.lockedAt ?? null) !== null;
  const comes = people.some(
    ({ username, role }) => role === 'manager' && hashes.has(username.toLowerCase()) && !isLocked(username),
  );
  if (stays || comes) return;
  const index = people.findIndex(({ role }) => role === 'manager');
  if (index < 0)
    book.fault('people', 'Eine Person mit der Rolle manager fehlt.', 'A person with the role manager is missing.');
  else if (people[index]?.pin == null)
    book.fault(
      `people[${index}].pin`,
      'fehlt: Ohne sie kann sich keine Leitung anmelden.',
      'is missing: without it no manager can sign in.',
    );
}

export function planClients(
  book: PlanBook,
  state: ShopState,
  { clients = [] }: SetupDraft,
  hashes: SecretHashes,
): void {
  book.refuseTwice(
    'clients',
    clients.map(({ id }) => id),
  );
  for (const [index, { id, secret, scopes }] of clients.entries()) {
    if (id === screenClientId || state.clientElsewhere(id))
      book.fault(`clients[${index}].id`, `${id} ist vergeben.`, `${id} is taken.`);
    const given = typeof secret === 'string' ? secret : null;
    const before = state.clients.find(client => client.id === id);
    if (given !== null && given.length < LEAST_SECRET)
      refuseShort(book, `clients[${index}].secret`, before !== undefined && !hashes.has(id));
    if (!before) {
      const words = given === null ? [' ohne Geheimnis', ' without a secret'] : ['', ''];
      book.add(
        'clients',
        `Zugang ${id} wird angelegt${words[0]}.`,
        `Client ${id} is made${words[1]}.`,
        ({ data, change }) =>
          // A client without a secret gets one that nobody knows, until a manager makes another one.
          addClient(data, change, { id, scopes: scopes ?? DEFAULT_SCOPES }, hashes.get(id) ?? hashToken(newToken())),
      );
      continue;
    }
    const rotated = hashes.get(id) ?? null;
    const wanted = scopes ?? before.scope.split(' ');
    if (rotated === null && wanted.join(' ') === before.scope) continue;
    book.add('clients', `Zugang ${id} wird geändert.`, `Client ${id} is changed.`, ({ data, change }) =>
      changeClient(data, change, before, wanted, rotated),
    );
  }
}

/** Characters. A long secret is compared during any number of wrong ones, because it cannot be found. */
const LEAST_SECRET = 16;

/** `isHeld`: an earlier version took it, and the client goes on with it. */
function refuseShort(book: PlanBook, field: string, isHeld: boolean): void {
  if (isHeld)
    book.warn(
      field,
      'Das Geheimnis ist kurz; besser sind 32 zufällige Zeichen.',
      'The secret is short; 32 random characters are better.',
    );
  else
    book.fault(
      field,
      `ist zu kurz: mindestens ${LEAST_SECRET} Zeichen, am besten 32 zufällige.`,
      `is too short: at least ${LEAST_SECRET} characters, best 32 random ones.`,
    );
}
