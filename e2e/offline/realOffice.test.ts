/** The link against the back office itself, on a server where there is one: the embedded database takes twice the time. */

import { rmSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { closeAll, temporaryDirectory, until } from '../../main/doubles/bridge.fixture.ts';
import { buildOfficeServer } from '../../main/office/api/server.ts';
import { type Cluster, noPostgres, startCluster } from '../../main/office/database/cluster.fixture.ts';
import { revoke } from '../../main/office/enrolment/bridges.ts';
import { makeCode } from '../../main/office/enrolment/codes.ts';
import { merchant, openTestOffice, stores, type TestOffice } from '../../main/office/office.fixture.ts';
import { type LinkOnDisk, openLinkOnDisk } from '../../main/officeLink/linkOnDisk.fixture.ts';

let cluster: Cluster | null = null;
let office: TestOffice;
let app: Awaited<ReturnType<typeof buildOfficeServer>>;
let till: LinkOnDisk;
/** The next answer to this path is lost after it took its effect. */
let losing: string | null = null;

beforeAll(async () => {
  if (noPostgres === null && !process.env.LONG) cluster = await startCluster();
  office = await openTestOffice(cluster?.database() ?? null);
  office.clock.set(Date.now());
  app = await buildOfficeServer(office);
  app.server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    if (request.url !== losing) return;
    losing = null;
    response.end = () => {
      request.socket.destroy();
      return response;
    };
  });
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  const enrol = await makeCode(office.database, stores.first, null, office.clock.now());
  losing = '/office/v1/enrolments';
  till = openLinkOnDisk(temporaryDirectory(), address, { settings: { address, enrol }, limit: 20_000 });
  await till.link.begin();
});

afterAll(async () => {
  await till.close();
  await app.close();
  await office.database.close();
  cluster?.remove();
  rmSync(office.data, { recursive: true });
  await closeAll();
});

const turnover = async () => {
  const [row] = await office.database.query<{ sales: number; turnover: number }>(
    'SELECT coalesce(sum(sales), 0)::int AS sales, coalesce(sum(turnover), 0)::int AS turnover FROM figure_sale',
  );
  return row;
};

it('enrols by a one-time code although the answer was lost', async () => {
  await until(() => till.link.enrolment()?.state === 'enrolled');
  expect(losing).toBeNull();
  expect(till.link.enrolment()?.answer?.store.id).toBe(stores.first);
});

it('sends every sale once, although answers were lost', async () => {
  losing = '/office/v1/batches';
  await till.sell(1200);
  await until(till.isDrained);
  expect(losing).toBeNull();
  expect(await turnover()).toEqual({ sales: 1200, turnover: 1200 * 1290 });
});

it('sends everything again when the office was restored from an older dump', async () => {
  await office.database.script(`TRUNCATE till_head, document, sale, sale_line, sale_tax, tender,
    figure_sale, figure_tender, figure_item, figure_tax`);
  expect(await turnover()).toEqual({ sales: 0, turnover: 0 });
  till.link.changed();
  await until(async () => (await turnover())?.sales === 1200, 40_000);
  expect(await turnover()).toEqual({ sales: 1200, turnover: 1200 * 1290 });
});

it('changes its key, and goes on with the new one', async () => {
  const before = till.link.enrolment()?.answer?.key;
  losing = '/office/v1/keys';
  await till.link.rotate();
  await until(() => till.link.enrolment()?.nextKey === null && losing === null);
  expect(till.link.enrolment()?.answer?.key).not.toBe(before);
  await till.sell(10);
  await until(till.isDrained);
  expect((await turnover())?.sales).toBe(1210);
});

it('keeps everything while it is revoked, and goes on with a new code', async () => {
  await revoke(office.database, merchant, till.link.enrolment()?.answer?.bridge ?? '');
  await till.sell(5);
  await until(() => till.targets.condition('office').state === 'refused');
  expect(till.link.enrolment()?.state).toBe('revoked');
  const code = await makeCode(office.database, stores.first, null, office.clock.now());
  await till.link.enrol(till.link.address ?? '', code, 'MRC_1');
  await until(till.isDrained);
  expect(await turnover()).toEqual({ sales: 1215, turnover: 1215 * 1290 });
});
