/** A bridge with tax rates for the tests of articles. */
import { afterAll, beforeAll, expect } from 'vitest';
import { type Answer, type Client, closeAll, startBridge, type TestBridge } from '../../doubles/bridge.fixture.ts';
import type { MasterArticle } from '../../wire/articles.ts';
import { demoIds } from '../../world/demoIds.ts';

export const path = '/bridge/v1/articles';

export const RATES = `INSERT OR IGNORE INTO tax_rate (merchant, key, valid_from, rate, name_de, name_en) VALUES
  ('${demoIds.merchant}', 'standard', '2021-01-01', 19, 'Regelsatz', 'Standard rate'),
  ('${demoIds.merchant}', 'reduced', '2021-01-01', 7, 'Ermäßigter Satz', 'Reduced rate')`;

export interface Shop {
  bridge: TestBridge;
  manager: Client;
}

/** One bridge for the tests of a file. */
export function articleShop(): Shop {
  const shop = {} as Shop;
  beforeAll(async () => {
    shop.bridge = await startBridge();
    shop.bridge.alter(RATES);
    shop.manager = await shop.bridge.staff('manager');
  });
  afterAll(closeAll);
  return shop;
}

export function ok<T>(answer: Answer<T>): T {
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}

/** A new article; numbers are counted on. */
let count = 0;
export const freshNumber = () => {
  count += 1;
  return `T-${count}`;
};

export async function create({ manager }: Shop, input: object = {}): Promise<MasterArticle> {
  const body = { number: freshNumber(), name: 'Testartikel', price: 290, tax: 'standard', ...input };
  return ok(await manager.ask<MasterArticle>('POST', path, { body }));
}
