/** `verify` finds what somebody changed in the file: counters set back, rights that nobody gave, and entries of the audit log. */
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { closeAll, item, ok, sale } from '../doubles/bridge.fixture.ts';
import { liveClient, liveSignIn, startLiveShop } from '../doubles/liveShop.fixture.ts';
import { verify } from './verify.ts';

let data: string;
let person: string;

beforeAll(async () => {
  const bridge = await startLiveShop();
  bridge.alter(`UPDATE client SET scope = scope || ' manage' WHERE id = '${liveClient.client_id}'`);
  const client = await liveSignIn(bridge);
  const { id } = await client.create(sale([item(100)]));
  ok(await client.post(`/${id}/start/cash`));
  const manager = await liveSignIn(bridge, 'manager');
  const ask = async (method: string, path: string, body: object) =>
    ok(await manager.ask<{ id: string }>(method, `/bridge/v1${path}`, { body, headers: { 'x-reason': 'x' } }));
  const facts = { username: 'anna@shop.example', name: 'Anna', role: 'cashier' };
  ({ id: person } = await ask('POST', '/people', { ...facts, pin: '834611' }));
  await ask('POST', '/clients', { id: 'register', scopes: ['smart'] });
  await bridge.close();
  data = bridge.data;
});
afterAll(closeAll);

/** The lines of `verify` while the file is changed so; afterwards the file is as it was. */
async function found(change: string, undo: string): Promise<{ readonly code: number; readonly text: string }> {
  const db = new Sqlite(join(data, 'tillbridge.db'));
  try {
    db.exec(change);
    const lines: string[] = [];
    const code = await verify(data, line => void lines.push(line));
    return { code, text: lines.join('\n') };
  } finally {
    db.exec(undo);
    db.close();
  }
}

it('says that everything is in order where nobody changed anything', async () => {
  expect(await found('SELECT 1', 'SELECT 1')).toEqual({ code: 0, text: expect.stringMatching(/^in order/) });
});

const COUNTER = "name LIKE 'receipt %'";
it.each([
  [
    `UPDATE counter SET value = 0 WHERE ${COUNTER}`,
    `UPDATE counter SET value = 1 WHERE ${COUNTER}`,
    /"receipt .*" stands at 0, and 1 was given/,
  ],
  [
    'UPDATE queue_till SET sequence = 0',
    'UPDATE queue_till SET sequence = 1',
    /"records of .*" stands at 0, and 1 was given/,
  ],
] as const)('finds a counter that was set back: %s', async (change, undo, text) => {
  expect(await found(change, undo)).toEqual({ code: 3, text: expect.stringMatching(text) });
});

it('finds a role, a lock and a leaving that nobody gave, and a person that nobody added', async () => {
  const at = `WHERE id = '${person}'`;
  const changes = [
    [
      `UPDATE staff SET role = 'manager' ${at}`,
      `UPDATE staff SET role = 'cashier' ${at}`,
      /Anna .* has the role manager; .* gave her cashier/,
    ],
    [
      `UPDATE staff SET left_at = '2026-01-01' ${at}`,
      `UPDATE staff SET left_at = NULL ${at}`,
      /Anna .* is left; the audit log says active/,
    ],
    [
      `INSERT INTO staff (id, merchant, username, name, role, pin_hash, created)
        SELECT 'USR_EVIL', merchant, 'evil', 'Eve', 'manager', pin_hash, created FROM staff ${at}`,
      "DELETE FROM staff WHERE id = 'USR_EVIL'",
      /Eve \(USR_EVIL\) was not added by this program/,
    ],
    [
      "UPDATE client SET scope = 'smart manage' WHERE id = 'register'",
      "UPDATE client SET scope = 'smart' WHERE id = 'register'",
      /the client register may smart manage; the audit log gave it smart/,
    ],
  ] as const;
  for (const [change, undo, text] of changes)
    expect(await found(change, undo)).toEqual({ code: 3, text: expect.stringMatching(text) });
});

it('finds an audit log that was changed along with the rights', async () => {
  const change = (from: string, to: string) => `DROP TRIGGER IF EXISTS audit_unchanged;
    UPDATE audit_entry SET document = replace(document, '"role":"${from}"', '"role":"${to}"') WHERE query_subject = lower('${person}')`;
  const { code, text } = await found(change('cashier', 'manager'), change('manager', 'cashier'));
  expect([code, text]).toEqual([3, expect.stringMatching(/the entry AUD_.* of the audit log was changed/)]);
});
