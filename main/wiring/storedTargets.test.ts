/** Where a shop sends its records, as its set-up stored it. */
import { afterAll, expect, it } from 'vitest';
import { closeAll, temporaryDirectory } from '../doubles/bridge.fixture.ts';
import { sqlFunctions } from '../query/comparable.ts';
import { openDatabase } from '../store/database.ts';
import { createShopStore } from '../store/shopFacts.ts';
import { configOf } from '../world/configReading.ts';
import { withStoredTargets } from './storedTargets.ts';

afterAll(closeAll);

it('an address without TLS beyond this machine is used, and the log warns of it', async () => {
  const data = temporaryDirectory();
  const db = openDatabase(data, sqlFunctions);
  const warned = async (backoffice: string, more: object = {}) => {
    await db.write(() => createShopStore(db).keepTarget('backoffice', backoffice));
    const lines: string[] = [];
    const used = withStoredTargets(configOf({ data, ...more }), db, (level, text) => lines.push(`${level} ${text}`));
    expect(used.backoffice).toBe(backoffice);
    return lines;
  };
  expect(await warned('http://office.example')).toEqual([
    'warn backoffice: called without TLS beyond this machine; secrets and sales can be read on the way',
  ]);
  expect(await warned('http://office.example', { plainHttp: true })).toEqual([]);
  expect(await warned('https://office.example')).toEqual([]);
  expect(await warned('http://127.0.0.1:8650')).toEqual([]);
  await db.close();
});
