/** The bridge's calls for people and API clients. They reject like the calls of the screen. */

import type { AuditEntry } from '../../../main/wire/audit.ts';
import type {
  ClientChanges,
  ClientInput,
  Client as ClientView,
  ClientWithSecret,
  PushSecret,
  PushSecretWithSecret,
  SecretInput,
} from '../../../main/wire/clients.ts';
import type { PeopleImport, Person, PersonChanges, PersonInput, PinReset } from '../../../main/wire/people.ts';
import type { BridgeClient } from '../../bridge/client.ts';
import type { Versioned } from '../../bridge/connection.ts';
import type { Rows } from '../../data/useRows.ts';

export type { ClientView };

/** A till that a client can stand for. */
export interface TillChoice {
  readonly id: string;
  readonly description: string;
}

/** With what was changed about it so far, the newest first. */
export interface Opened<T> extends Versioned<T> {
  readonly history: readonly AuditEntry[];
}

export type PersonState = Person['state'] | 'all';

export interface AccountsClient {
  /** By name, from `offset` on. */
  people(search: string, state: PersonState, offset: number): Promise<Rows<Person>>;
  person(id: string): Promise<Opened<Person>>;
  addPerson(input: PersonInput): Promise<Person>;
  /** `query`: how the file is read, and whether it is only looked at. */
  importPeople(file: Blob, query: string): Promise<PeopleImport>;
  exported(): Promise<Blob>;
  /** Refused with 412 where somebody else changed the person since `version`. */
  changePerson(id: string, input: PersonChanges, version: string | null): Promise<Person>;
  setPin(id: string, input: PinReset): Promise<Person>;
  lock(id: string, reason: string): Promise<Person>;
  unlock(id: string): Promise<Person>;
  leave(id: string, reason: string): Promise<Person>;
  bringBack(id: string): Promise<Person>;
  clients(): Promise<Rows<ClientView>>;
  client(id: string): Promise<Opened<ClientView>>;
  addClient(input: ClientInput): Promise<ClientWithSecret>;
  changeClient(id: string, input: ClientChanges, version: string | null): Promise<ClientView>;
  rotate(id: string, input: SecretInput): Promise<ClientWithSecret>;
  pushSecret(id: string): Promise<PushSecret>;
  rotatePushSecret(id: string, input: SecretInput): Promise<PushSecretWithSecret>;
  revoke(id: string, reason: string): Promise<ClientView>;
  tills(): Promise<readonly TillChoice[]>;
}

export const PAGE = 50;

type Calls = Pick<BridgeClient, 'ask' | 'exchange' | 'file' | 'versioned'>;

export function createAccountsClient({ ask, exchange, file, versioned }: Calls): AccountsClient {
  const changed = async <T>(path: string, input: unknown, version: string | null) =>
    (await versioned<T>('PUT', path, input, version)).value;
  const opened = async <T>(path: string, id: string): Promise<Opened<T>> => {
    const q = encodeURIComponent(`subject:${id.replace(/[^\w.-]/g, '')}`);
    const [found, { data }] = await Promise.all([
      versioned<T>('GET', path),
      ask<Rows<AuditEntry>>('GET', `/bridge/v1/audit?count=20&q=${q}`),
    ]);
    return { ...found, history: data };
  };
  return {
    people: (search, state, offset) =>
      ask('GET', `${PEOPLE}?sort=name:asc&count=${PAGE}&offset=${offset}${queryOf(search, state)}`),
    person: id => opened(`${PEOPLE}/${id}`, id),
    addPerson: input => ask('POST', PEOPLE, input),
    importPeople: async (content, query) => {
      const headers = { 'Content-Type': 'application/octet-stream' };
      return (await exchange<PeopleImport>('POST', `${PEOPLE}/import?${query}`, { body: content, headers })).value;
    },
    exported: () => file(`${PEOPLE}/export`),
    changePerson: (id, input, version) => changed(`${PEOPLE}/${id}`, input, version),
    setPin: (id, input) => ask('POST', `${PEOPLE}/${id}/pin`, input),
    lock: (id, reason) => ask('POST', `${PEOPLE}/${id}/lock`, { reason }),
    unlock: id => ask('POST', `${PEOPLE}/${id}/unlock`, {}),
    leave: (id, reason) => ask('POST', `${PEOPLE}/${id}/leave`, reason === '' ? {} : { reason }),
    bringBack: id => ask('POST', `${PEOPLE}/${id}/return`, {}),
    clients: () => ask('GET', `${CLIENTS}?count=1000`),
    client: id => opened(`${CLIENTS}/${encodeURIComponent(id)}`, id),
    addClient: input => ask('POST', CLIENTS, input),
    changeClient: (id, input, version) => changed(`${CLIENTS}/${encodeURIComponent(id)}`, input, version),
    rotate: (id, input) => ask('POST', `${CLIENTS}/${encodeURIComponent(id)}/secret`, input),
    pushSecret: id => ask('GET', `${CLIENTS}/${encodeURIComponent(id)}/push-secret`),
    rotatePushSecret: (id, input) => ask('POST', `${CLIENTS}/${encodeURIComponent(id)}/push-secret`, input),
    revoke: (id, reason) => ask('POST', `${CLIENTS}/${encodeURIComponent(id)}/revoke`, { reason }),
    tills: async () => {
      const { data } = await ask<Rows<TillChoice & { type: string }>>('GET', DEVICES);
      return data.filter(({ type }) => type === 'cashier');
    },
  };
}

const PEOPLE = '/bridge/v1/people';
const CLIENTS = '/bridge/v1/clients';
const DEVICES = '/api/v2/Smart/Devices?count=1000&fields=id,description,type';

/** Characters that the query language reads as signs are left out: they are in no name that is found by them. */
function queryOf(search: string, state: PersonState): string {
  const words = search.split(/[^\p{L}\p{N}_.@]+/u).filter(word => word !== '');
  const conditions = [
    ...words.map(word => `(name:*${word}* OR username:*${word}*)`),
    ...(state === 'all' ? [] : [`state:${state}`]),
  ];
  return conditions.length === 0 ? '' : `&q=${encodeURIComponent(conditions.join(' AND '))}`;
}
