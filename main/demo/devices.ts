/** Till and terminal of each demo merchant, and the routing that joins them. */

import { createDevices } from '../store/devices.ts';
import { newDevice } from '../terminal/setup/deviceDocument.ts';
import { timestamp } from '../world/clock.ts';
import { demoIds } from '../world/demoIds.ts';
import { fixedId } from '../world/ids.ts';
import type { Seeding } from './seeding.ts';

const SHOPS = [
  {
    merchant: demoIds.merchant,
    store: { object: 'general.stores', id: demoIds.store, name: 'Marktplatz' },
    terminal: { id: demoIds.terminal, description: 'Terminal 1', tid: '60001234' },
    till: { id: demoIds.till, description: 'Kasse 1', uuid: '/vendor/demo/till/1' },
    routing: fixedId('SRT', 'demo'),
  },
  {
    merchant: demoIds.other,
    store: null,
    terminal: { id: demoIds.otherTerminal, description: 'Terminal', tid: '60009999' },
    till: { id: demoIds.otherTill, description: 'Kasse', uuid: '/vendor/other/till/1' },
    routing: fixedId('SRT', 'other'),
  },
] as const;

export function seedDevices({ db, now }: Seeding): void {
  const { devices, routings } = createDevices(db, { append: () => undefined });
  for (const { merchant, store, terminal, till, routing } of SHOPS) {
    const facts = { store, contract: null, now: timestamp(now) };
    const { description, tid } = terminal;
    const both = [
      newDevice(terminal.id, merchant, '', { type: 'zvt', vendor: 'virtual', description, tid }, facts),
      newDevice(
        till.id,
        merchant,
        till.uuid,
        { type: 'cashier', vendor: 'tillbridge', description: till.description },
        facts,
      ),
    ];
    for (const device of both)
      devices.insert(merchant, { ...device, routing: { object: 'smart.routings', id: routing } });
    routings.insert(merchant, {
      object: 'smart.routings',
      id: routing,
      merchant: { object: 'general.merchants', id: merchant },
      store,
      description: till.description,
      assign: both.map(({ object, id, type, description: name }) => ({ object, id, type, description: name })),
      created: timestamp(now),
      updated: timestamp(now),
    });
  }
}
