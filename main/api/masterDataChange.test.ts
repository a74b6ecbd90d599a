/** The right to manage, as a job finds it: the request was admitted before somebody took the right away. */
import { expect, it } from 'vitest';
import type { ClientRow, StaffRow } from '../store/accounts.ts';
import type { Principal } from '../world/people.ts';
import { change, requireManage } from './masterDataChange.ts';

const boss = { id: 'USR_1', role: 'manager', lockedAt: null, leftAt: null } as StaffRow;
const client = { id: 'till', scope: 'smart manage', revokedAt: null } as ClientRow;

const asked = (person: StaffRow | null, held: ClientRow | null, signedIn = true) => {
  const staff = signedIn ? { id: 'USR_1', username: 'boss', name: 'Boss' } : null;
  const accounts = { staffById: () => person, client: () => held };
  return () => requireManage(accounts, { client: 'till', staff, role: 'integrator' } as Principal);
};

it('holds for a manager and for a client with manage', () => {
  expect(asked(boss, client)).not.toThrow();
  expect(asked(null, client, false)).not.toThrow();
});

it.each([
  ['locked', { ...boss, lockedAt: '2026-01-01' }, client],
  ['gone', { ...boss, leftAt: '2026-01-01' }, client],
  ['demoted', { ...boss, role: 'cashier' } as const, client],
  ['only reading', { ...boss, role: 'readOnly' } as const, client],
  ['not there', null, client],
  ['behind an ended client', boss, { ...client, revokedAt: '2026-01-01' }],
  ['behind a client that lost manage', boss, { ...client, scope: 'smart' }],
  ['behind no client', boss, null],
])('is lost by somebody who is %s', (_what, person, held) => {
  expect(asked(person, held)).toThrow(/taken away/);
});

it('is looked at inside the job of a change, which then changes nothing', async () => {
  const jobs: string[] = [];
  const accounts = {
    staffById: () => ({ ...boss, role: 'cashier' }),
    client: () => client,
    write: async (job: () => unknown) => job(),
  };
  const caller = { client: 'till', staff: { id: 'USR_1' }, role: 'manager' } as Principal;
  const services = { masterData: { accounts } } as unknown as Parameters<typeof change>[0];
  await expect(change(services, caller, () => jobs.push('changed'))).rejects.toThrow(/taken away/);
  expect(jobs).toEqual([]);
});
