/** Operations that the table of rights calls audited, without master data: the entry says who did it, and what stood there before and after. */
import { afterEach, expect, it } from 'vitest';
import { piecesOf } from '../../cash/cash.fixture.ts';
import { type Client, item, ok, sale, startBridge, type TestBridge, until } from '../../doubles/bridge.fixture.ts';
import { OfficeDouble } from '../../doubles/officeDouble.ts';
import { closeTerminals, realBridge, virtualTerminal } from '../../doubles/pairedTerminals.fixture.ts';
import type { AuditEntry, AuditKind } from '../../wire/audit.ts';
import type { CountAnswer } from '../../wire/cash.ts';
import type { QueuedRecordList } from '../../wire/queue.ts';
import type { PairAnswer } from '../../wire/terminals.ts';
import { demoIds } from '../../world/demoIds.ts';

afterEach(closeTerminals);

const because = { 'x-reason': 'so entschieden' };

/** Entries of a kind, the oldest first: who, what, and both sides. */
async function entries(bridge: TestBridge, kind: AuditKind) {
  const manager = await bridge.staff('manager');
  const { data } = ok(
    await manager.ask<{ data: AuditEntry[] }>('GET', `/bridge/v1/audit?q=kind:${kind}&sort=created&count=50`),
  );
  const rows = bridge.rows<{ id: string }>('SELECT id FROM audit_entry ORDER BY number').map(({ id }) => id);
  return data
    .toSorted((one, other) => rows.indexOf(one.id) - rows.indexOf(other.id))
    .map(({ actor, action, before, after }) => ({ name: actor.name, action, before, after }));
}

const call = async <T>(client: Client, method: string, path: string, body?: object) =>
  ok(await client.ask<T>(method, `/bridge/v1/${path}`, { headers: because, ...(body ? { body } : {}) }));

it('terminals: paired, changed and taken out of use', async () => {
  const bridge = await realBridge();
  const manager = await bridge.staff('manager');
  const connection = await virtualTerminal();
  const { terminal } = await call<PairAnswer>(manager, 'POST', 'terminals', {
    ...{ connection, password: '000000', description: 'Theke' },
  });
  await call(manager, 'PUT', `terminals/${terminal.device}`, { description: 'Keller', shared: true });
  await call(manager, 'DELETE', `terminals/${terminal.device}`);
  const found = await entries(bridge, 'terminal');
  expect(found).toMatchObject([
    { name: 'Leitung', action: 'created', before: null, after: { description: 'Theke', connection } },
    { action: 'changed', before: { description: 'Theke' }, after: { description: 'Keller' } },
    { action: 'removed', before: { description: 'Keller', connection }, after: null },
  ]);
  expect(JSON.stringify(found)).not.toContain('000000');
});

it('the time of the end-of-day, and the tokens of a device', async () => {
  const bridge = await startBridge();
  const client = await bridge.client();
  await call(client, 'PUT', 'day-ends/schedule', { at: '22:00' });
  expect(await entries(bridge, 'schedule')).toEqual([
    { name: 'demo-client', action: 'changed', before: { at: null }, after: { at: '22:00' } },
  ]);
  await call(client, 'DELETE', `devices/${demoIds.till}/tokens`);
  expect(await entries(bridge, 'till')).toMatchObject([{ name: 'demo-client', action: 'revoked' }]);
});

it('cash: counted, put in, taken out, and the drawer opened', async () => {
  const bridge = await startBridge();
  const manager = await bridge.staff('manager');
  const { shift } = await call<CountAnswer>(manager, 'POST', 'shifts', { pieces: piecesOf(10_000) });
  await call(manager, 'POST', 'cash-movements', { direction: 'out', kind: 'bank', amount: 4000, reason: 'zur Bank' });
  await call(manager, 'POST', 'drawer-openings', { reason: 'Wechseln' });
  await call(manager, 'POST', `shifts/${shift.id}/close`, { pieces: piecesOf(5900) });
  expect(await entries(bridge, 'cash')).toMatchObject([
    { name: 'Leitung', action: 'counted', before: { expected: null }, after: { counted: 10_000 } },
    { action: 'booked', before: { expected: 10_000 }, after: { expected: 6000, movement: 'bank', sum: -4000 } },
    { action: 'opened', after: { state: 'open' } },
    { action: 'counted', before: { expected: 6000 }, after: { counted: 5900, difference: -100 } },
  ]);
});

it('the decision of a person about a payment', async () => {
  const bridge = await startBridge({ parts: { outcomeTimeout: 50 } });
  const till = await bridge.client();
  bridge.terminal.endings.push('approveOther');
  const { id } = await till.create(sale([item(300)]));
  ok(await till.post(`/${id}/start/cashless`));
  await until(() => bridge.rows('SELECT 1 FROM intent WHERE person = 1').length > 0);
  await call(await bridge.staff('manager'), 'POST', `transactions/${id}/verdict`, { paid: false });
  expect(await entries(bridge, 'verdict')).toMatchObject([
    { name: 'Leitung', action: 'decided', before: { state: 'unknown', sum: 300 }, after: { state: 'notPaid' } },
  ]);
});

it('the link to the back office: joined, key changed, left', async () => {
  const office = await new OfficeDouble().listen();
  const bridge = await startBridge();
  try {
    const manager = await bridge.staff('manager');
    await call(manager, 'POST', 'queue/office/enrolment', { code: 'DEMO-TILL', address: office.address });
    await call(manager, 'POST', 'queue/office/key');
    await call(manager, 'DELETE', 'queue/office/enrolment?despite_waiting=true');
    const found = await entries(bridge, 'office');
    expect(found).toMatchObject([
      { name: 'Leitung', action: 'created', before: null, after: { address: office.address, state: 'asking' } },
      { action: 'secretRotated' },
      { action: 'removed', before: { state: 'enrolled' }, after: { state: 'left' } },
    ]);
    expect(JSON.stringify(found)).not.toContain('DEMO-TILL');
  } finally {
    await office.close();
  }
});

it('what a manager decides about records for the head office', async () => {
  const bridge = await startBridge({ config: { upstream: 'http://127.0.0.1:9' } });
  const manager = await bridge.staff('manager');
  const { id } = await manager.create(sale([item(100)]));
  ok(await manager.post(`/${id}/start/cash`));
  bridge.alter("UPDATE upstream_delivery SET state = 'parked', attempts = 5 WHERE number = 1");
  const { data } = await call<QueuedRecordList>(manager, 'GET', 'queue/records');
  await call(manager, 'POST', `queue/records/${data[0]?.id}/discard`, { target: 'upstream' });
  expect(await entries(bridge, 'queue')).toMatchObject([
    {
      name: 'Leitung',
      action: 'decided',
      before: { target: 'upstream', state: 'parked' },
      after: { state: 'discard' },
    },
  ]);
});

it('the receivers of pushes', async () => {
  const bridge = await startBridge();
  const client = await bridge.client();
  const { id } = await call<{ id: string }>(client, 'POST', 'pushes/receivers', { url: 'http://127.0.0.1:8099/x' });
  await call(client, 'DELETE', `pushes/receivers/${id}`);
  expect(await entries(bridge, 'receiver')).toMatchObject([
    { name: 'demo-client', action: 'created', before: null, after: { address: 'http://127.0.0.1:8099/x' } },
    { action: 'removed', before: { address: 'http://127.0.0.1:8099/x' }, after: null },
  ]);
});
