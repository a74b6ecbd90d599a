/** The parts of the store that changes of master data work with. */
import type { MasterData } from '../masterData/masterData.ts';
import type { Tables } from './tables.ts';

export function masterDataOf(tables: Tables, now: () => number): MasterData {
  const {
    merchants,
    shopStore,
    agreements,
    shops,
    devices,
    terminals,
    accounts,
    loyalty,
    audit,
    queue,
    sales,
    articles,
  } = tables;
  return {
    ...{ merchants, shopStore, agreements, shops, devices, terminals, accounts, loyalty, audit, articles, queue, now },
    nextNumber: sales.nextNumber,
  };
}
