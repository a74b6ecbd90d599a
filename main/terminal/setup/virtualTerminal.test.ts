/** The virtual terminal takes no money: a live shop neither pairs it nor pays at it, unless somebody insists and every slip says so. */
import { afterEach, describe, expect, it } from 'vitest';
import { freePort } from '../../../drivers/doubles/freePort.ts';
import { startVirtualOpi } from '../../../drivers/simulator/opi/start.ts';
import { TRAINING_MARK } from '../../domain/trainingMark.ts';
import { type Client, item, ok, type Settings, sale, type TestBridge } from '../../doubles/bridge.fixture.ts';
import { liveDirectory, liveIds, liveSignIn } from '../../doubles/liveShop.fixture.ts';
import {
  closeLater,
  closeTerminals,
  newestVirtual,
  realBridge,
  virtualTerminal,
} from '../../doubles/pairedTerminals.fixture.ts';
import type { PairAnswer } from '../../wire/terminals.ts';
import type { SmartTransaction } from '../../wire/transactions.ts';

afterEach(closeTerminals);

const REFUSED = [405, 1079];

const liveShop = async (config: Settings['config'] = {}): Promise<TestBridge> =>
  realBridge({ data: await liveDirectory(), config: { demo: false, terminals: [], ...config } });

const pair = (client: Client, body: object) =>
  client.ask<PairAnswer & { code: number }>('POST', '/bridge/v1/terminals', { body });

const paySale = async (client: Client) => {
  const { id } = await client.create(sale([item(77_777)]));
  return client.post<SmartTransaction & { code: number }>(`/${id}/start/cashless`);
};

describe('a live shop', () => {
  it.each(['generic', 'card-complete', 'ccv-a920', 'old', 'feig-cvend'])(
    'does not pair a virtual ZVT terminal that plays %s',
    async profile => {
      const manager = await liveSignIn(await liveShop(), 'manager');
      const connection = await virtualTerminal({ profile });
      const { status, body } = await pair(manager, { connection, password: '000000' });
      expect([status, body.code]).toEqual(REFUSED);
      const { data } = ok(await manager.ask<{ data: object[] }>('GET', '/bridge/v1/terminals'));
      expect(data).toEqual([]);
    },
  );

  it('does not pair a virtual O.P.I. terminal', async () => {
    const manager = await liveSignIn(await liveShop(), 'manager');
    const virtual = await startVirtualOpi({});
    closeLater(virtual);
    const connection = { type: 'tcp', host: '127.0.0.1', port: virtual.port };
    const { status, body } = await pair(manager, { connection, protocol: 'opi' });
    expect([status, body.code]).toEqual(REFUSED);
  });

  it.each(['generic', 'old'])(
    'does not pay at %s that stands in its configuration: no payment is sent',
    async profile => {
      const connection = await virtualTerminal({ profile });
      const terminals = [{ protocol: 'zvt', device: liveIds.terminal, connection }] as const;
      const cashier = await liveSignIn(await liveShop({ terminals: [...terminals] }), 'cashier');
      const { status, body } = await paySale(cashier);
      expect([status, body.code]).toEqual(REFUSED);
      expect(newestVirtual().terminal.memory.bookings).toEqual([]);
    },
  );

  it.each([true, false])('does not pay at a virtual O.P.I. terminal in its configuration (login: %s)', async login => {
    const devicePort = await freePort();
    const virtual = await startVirtualOpi({ till: { host: '127.0.0.1', port: devicePort }, needsLogin: login });
    closeLater(virtual);
    const connection = { type: 'tcp', host: '127.0.0.1', port: virtual.port } as const;
    const options = { devicePort, deviceHost: '127.0.0.1', login };
    const terminals = [{ protocol: 'opi', device: liveIds.terminal, connection, options }] as const;
    const cashier = await liveSignIn(await liveShop({ terminals: [...terminals] }), 'cashier');
    const { status, body } = await paySale(cashier);
    expect([status, body.code]).toEqual(REFUSED);
    expect(virtual.terminal.memory.bookings).toEqual([]);
  });

  it('that insists pays there, and every slip says that no money is real', async () => {
    const bridge = await liveShop({ virtualTerminals: true });
    const manager = await liveSignIn(bridge, 'manager');
    const connection = await virtualTerminal();
    const tills = [liveIds.till];
    const paired = ok(await pair(manager, { connection, password: '000000', device: liveIds.terminal, tills }));
    expect(JSON.stringify(paired.receipt)).toContain(TRAINING_MARK.de);
    const paid = ok(await paySale(await liveSignIn(bridge, 'cashier')));
    expect(paid.status).toBe('ok');
    const { text } = await manager.ask('GET', `/bridge/v1/sales/${paid.id}`);
    expect(text).toContain(TRAINING_MARK.de);
  });
});
