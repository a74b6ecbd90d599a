/** Reports and X report from stored figures say what the records say, also after a crash, a start and a check of the directory. */
import { afterEach, expect, it } from 'vitest';
import { cashOf } from '../../cash/cash.fixture.ts';
import { forgetFigures } from '../../dataDirectory/figures.ts';
import { verify } from '../../dataDirectory/verify.ts';
import {
  type Client,
  cards,
  closeAll,
  coffee,
  item,
  ok,
  sale,
  startBridge,
  type TestBridge,
} from '../../doubles/bridge.fixture.ts';
import type { ReportAnswer, ReportList } from '../../wire/office/reports.ts';

afterEach(closeAll);

const path = '/bridge/v1/reports';
const TABLES = ['span', 'sale', 'item', 'tax', 'tender', 'loyalty', 'receipt', 'tally'];

const tillOf = (client: Client) => ({
  async sell(method: string, products: object[], card?: string) {
    const { id } = await client.create(sale(products, card));
    if (card !== undefined) ok(await client.post(`/${id}/preTransaction`));
    ok(await client.post(`/${id}/start/${method}`));
    return id;
  },
  cancel: async (id: string) => ok(await client.post(`/${id}/cancel`)),
});

/** Every report by every key, with and without the filters that go with it, and the X report but its time. */
async function answers(client: Client) {
  const { data } = ok(await client.ask<ReportList>('GET', path));
  const queries = data.flatMap(({ name, by, filters }) =>
    by.flatMap(({ name: key }) =>
      ['', '&cashier=Grace', '&cashier=', '&till=none', own[key] ?? '']
        .filter(filter => filter === '' || filters.some(known => filter.startsWith(`&${known}=`)))
        .map(filter => `${path}/${name}?by=${key}${filter}`),
    ),
  );
  const all: Record<string, unknown> = {};
  for (const query of queries) all[query] = ok(await client.ask<ReportAnswer>('GET', query));
  const { made: _, receipt: __, ...x } = await cashOf(client).x();
  return { ...all, x };
}
const WAIT = { timeout: 30_000, interval: 20 };
/** Filters by the key itself. */
const own: Readonly<Record<string, string>> = { article: '&article=1001', method: '&method=cash', tax: '&tax=19' };

const counted = (bridge: TestBridge) =>
  bridge.rows<{ last: number; changes: number }>(
    'SELECT max(last) AS last, sum(changes) AS changes FROM figure_span',
  )[0];
const newest = (bridge: TestBridge) =>
  bridge.rows<{ number: number }>('SELECT max(number) AS number FROM queue_record')[0]?.number ?? 0;

async function soldUp() {
  const bridge = await startBridge();
  const manager = await bridge.staff('manager');
  const cash = cashOf(manager);
  const { sell, cancel } = tillOf(manager);
  const { shift } = await cash.open(10_000).then(cash.current);
  await sell('cash', [item(1190, { tax: 19 }), item(-107, { tax: 7 })]);
  await sell('cashless', [item(500, { tax: 19 })]);
  await sell('cash', [coffee(1000)], cards.some);
  await cancel(await sell('cash', [item(300)]));
  await cancel(await sell('cashless', [item(444, { tax: 7 })]));
  await cash.move('expense', 'out', 250);
  await cash.close(shift!.id, (await cash.expected()) ?? 0);
  await cash.z({ despite: ['terminals'], reason: 'a day' });
  bridge.clock.pass(86_400_000);
  const later = await bridge.staff('manager');
  for (let sold = 0; sold < 100; sold += 1)
    await tillOf(later).sell(sold % 9 === 0 ? 'cashless' : 'cash', [item(100 + sold, { tax: sold % 2 ? 7 : 19 })]);
  await tillOf(later).cancel(await tillOf(later).sell('cash', [coffee(700)], cards.some));
  return { bridge, manager: later };
}

/** The lines that a command for the data directory prints. */
async function said(command: (data: string, say: (line: string) => void) => Promise<number>, data: string) {
  const lines: string[] = [];
  await command(data, line => lines.push(line));
  return lines.join('\n');
}

it('says the same from figures and from records, after a crash, a start and a change of what was counted, and the check of the directory holds them against each other', async () => {
  const { bridge, manager } = await soldUp();
  await expect.poll(() => counted(bridge)?.last, WAIT).toBeGreaterThanOrEqual(100);
  // A later cancellation is counted by its own record: nothing that was counted changes.
  expect(counted(bridge)?.changes).toBe(0);
  const ofFigures = await answers(manager);
  const crashed = await bridge.crashCopy();
  const there = await crashed.staff('manager');
  expect(await answers(there)).toEqual(ofFigures);
  crashed.alter(TABLES.map(table => `DELETE FROM figure_${table};`).join(''));
  expect(await answers(there)).toEqual(ofFigures);
  const again = await crashed.restart();
  await expect.poll(() => counted(again)?.last, WAIT).toBeGreaterThanOrEqual(100);
  expect(newest(again) - (counted(again)?.last ?? 0)).toBeLessThan(100);
  expect(await answers(await again.staff('manager'))).toEqual(ofFigures);
  again.alter("UPDATE queue_record SET business_day = '2020-01-01' WHERE kind = 'sale' AND number < 50");
  const moved = await answers(await again.staff('manager'));
  const remade = await again.restart();
  await expect.poll(() => counted(remade)?.changes, WAIT).toBe(0);
  expect(await answers(await remade.staff('manager'))).toEqual(moved);
  expect(moved).not.toEqual(ofFigures);
  await remade.close();
  expect(await said(verify, remade.data)).not.toContain('figures');
  remade.alter('UPDATE figure_sale SET turnover = turnover + 1');
  expect(await said(verify, remade.data)).toContain('are not those of its records; npm run data -- figures');
  await said(forgetFigures, remade.data);
  expect(await said(verify, remade.data)).not.toContain('figures');
});
