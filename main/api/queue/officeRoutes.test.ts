import { afterAll, afterEach, expect, it } from 'vitest';
import { sayMayReplace } from '../../dataDirectory/mayReplace.ts';
import { closeAll, coffee, ok, sale, startBridge, until } from '../../doubles/bridge.fixture.ts';
import { OfficeDouble } from '../../doubles/officeDouble.ts';
import type { QueueView } from '../../wire/events.ts';
import type { OfficeLinkView } from '../../wire/officeLink.ts';
import type { ReplacementView } from '../../wire/queue.ts';

const offices = new Set<OfficeDouble>();
const openOffice = async () => {
  const office = await new OfficeDouble().listen();
  offices.add(office);
  return office;
};
afterEach(async () => {
  await Promise.all([...offices].map(office => office.close()));
  offices.clear();
});
afterAll(closeAll);

const path = '/bridge/v1/queue/office';

it('enrols a demo by its configuration, and every sale arrives with its document', async () => {
  const office = await openOffice();
  const bridge = await startBridge({ config: { backoffice: office.address } });
  const till = await bridge.client();
  const { id } = await till.create(sale([coffee(300)]));
  ok(await till.post(`/${id}/start/cash`));
  await until(() => office.records().length > 0);
  expect(office.records().at(-1)).toMatchObject({
    kind: 'sale',
    event: 'closed',
    object: id,
    sum: 300,
    document: { id, status: 'ok' },
  });
  await until(() => office.heartbeats.length > 0);
  expect(office.heartbeats[0]?.terminals).toHaveLength(1);
});

it('enrols from the screen, changes its key, and forgets the back office, by a manager alone', async () => {
  const office = await openOffice();
  const bridge = await startBridge();
  const manager = await bridge.staff('manager');
  const cashier = await bridge.staff('cashier');
  const post = async (below: string, body?: object) =>
    ok(await manager.ask<OfficeLinkView>('POST', `${path}${below}`, body ? { body } : {}));
  expect((await cashier.ask('GET', path)).status).toBe(403);
  expect(ok(await manager.ask<OfficeLinkView>('GET', path))).toMatchObject({ state: 'none', address: null });
  expect((await manager.ask('POST', `${path}/enrolment`, { body: { code: 'ABCDEFGHJK' } })).status).toBe(500);
  const refused = await post('/enrolment', { code: 'ABCDEFGHJK', address: office.address });
  expect(refused).toMatchObject({ state: 'asking', condition: { state: 'refused', reason: { code: 'codeRefused' } } });
  const enrolled = await post('/enrolment', { code: 'DEMO-TILL', address: office.address });
  expect(enrolled).toMatchObject({ state: 'enrolled', store: 'Store', condition: { state: 'up' } });
  const light = async () => (await manager.ask<QueueView>('GET', '/bridge/v1/queue')).body.targets.office;
  expect(await until(light)).toMatchObject({ address: office.address, state: 'up' });
  expect(await (await bridge.client('other')).ask('POST', `${path}/try`)).toMatchObject({ body: { code: 1255 } });
  await post('/key');
  expect(office.keys.size).toBe(2);
  expect(await post('/try')).toMatchObject({ waiting: 0, refused: 0, condition: { state: 'up' } });
  expect(ok(await manager.ask<OfficeLinkView>('DELETE', `${path}/enrolment`))).toMatchObject({ state: 'left' });
  await until(async () => (await light()) === null);
});

it('says what the back office lacks and asks before it is left, and before an update', async () => {
  const office = await openOffice();
  const bridge = await startBridge();
  const manager = await bridge.staff('manager');
  const body = { code: 'DEMO-TILL', address: office.address };
  ok(await manager.ask('POST', `${path}/enrolment`, { body }));
  const replacement = async () => ok(await manager.ask<ReplacementView>('GET', '/bridge/v1/queue/replacement'));
  expect(await replacement()).toMatchObject({ may_update: true, may_give_up: true, targets: [] });
  await office.close();
  const { id } = await manager.create(sale([coffee(300)]));
  ok(await manager.post(`/${id}/start/cash`));
  expect(await replacement()).toMatchObject({
    ...{ may_update: false, may_give_up: false },
    targets: [{ target: 'office', waiting: 1, parked: 0, sum: 300 }],
  });
  const refused = await manager.ask<{ code: number }>('DELETE', `${path}/enrolment`);
  expect(refused).toMatchObject({ status: 405, body: { code: 1210, waiting: 1, refused: 0 } });
  expect(refused.text).toMatch(
    /back office has not confirmed 1 records, the oldest since .*, sales of 300 minor units/,
  );
  const elsewhere = { ...body, address: 'http://127.0.0.1:9' };
  expect((await manager.ask('POST', `${path}/enrolment`, { body: elsewhere })).status).toBe(405);
  expect(ok(await manager.ask('GET', path))).toMatchObject({ state: 'enrolled', address: office.address });
  const lines: string[] = [];
  expect(sayMayReplace(bridge.data, line => void lines.push(line))).toBe(3);
  expect(lines).toEqual([
    expect.stringMatching(/^waits: the back office has not confirmed 1 records/),
    expect.stringMatching(/^not now/),
  ]);
  ok(await manager.ask('DELETE', `${path}/enrolment?despite_waiting=true`));
  expect(await replacement()).toMatchObject({ may_update: true, may_give_up: true });
  expect(sayMayReplace(bridge.data, () => undefined)).toBe(0);
  expect(bridge.rows('SELECT number FROM queue_record')).toHaveLength(1);
});

it('sends nothing from a training', async () => {
  const office = await openOffice();
  const bridge = await startBridge({ config: { demo: false, training: true, backoffice: office.address } });
  const manager = await bridge.staff('manager');
  const body = { code: 'DEMO-TILL', address: office.address };
  expect((await manager.ask('POST', `${path}/enrolment`, { body })).status).toBe(405);
  expect(await manager.ask('POST', `${path}/try`)).toMatchObject({ status: 405, body: { code: 1254 } });
  expect(office.keys.size).toBe(0);
});
