import { until } from '../../doubles/bridge.fixture.ts';
import type { DayEnd } from '../../wire/dayEnds.ts';
import { dayEnds, type Refused, type TestShop } from './dayEnd.fixture.ts';

export const newest = async (shop: TestShop): Promise<DayEnd> => {
  const [first] = (await shop.list()).data;
  if (!first) throw new Error('there is no end-of-day');
  return first;
};
export const settled = (shop: TestShop) =>
  until(async () => {
    const found = await newest(shop);
    return found.state === 'unknown' || found.state === 'running' ? null : found;
  });
export const decide = (shop: TestShop, id: string, took_place: boolean) =>
  shop.till.ask<DayEnd & Refused>('POST', `${dayEnds}/${id}/verdict`, { body: { took_place } });

/** The terminal works on for itself when the line has broken. */
export function occupyDuring({ bridge: { terminal } }: TestShop): void {
  terminal.during = () => {
    terminal.occupied = true;
  };
}
