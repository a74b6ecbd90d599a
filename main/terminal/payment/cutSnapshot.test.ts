/** The questions before a command, at the virtual ZVT terminal over TCP, while the line breaks for a moment. */
import { connect, createServer, type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { openTerminal } from '../../../drivers/index.ts';
import { startVirtualTerminal } from '../../../drivers/simulator/zvt/start.ts';
import { flow } from '../../checkout/flow.ts';
import { item, sale } from '../../doubles/bridge.fixture.ts';
import { cashier, testWorld } from '../../doubles/world.fixture.ts';
import { demoIds } from '../../world/demoIds.ts';

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

const TIMERS = { retryFirst: 20, retryMost: 100, settle: 200, stop: 300, drain: 50 };
const REPEAT_RECEIPT = Buffer.from([0x06, 0x20]);

/** A line that breaks at the next `cuts` questions for the last transaction, and refuses so many attempts to open it again. */
async function breakingLine(port: number) {
  const line = { cuts: 0, refusals: 0, port: 0 };
  const sockets = new Set<Socket>();
  const server = createServer(till => {
    if (line.refusals > 0 && line.cuts === 0) {
      line.refusals -= 1;
      return void till.destroy();
    }
    const terminal = connect(port, '127.0.0.1');
    const end = () => {
      till.destroy();
      terminal.destroy();
    };
    for (const socket of [till, terminal]) {
      sockets.add(socket);
      socket.on('error', end).on('close', end);
    }
    till.on('data', bytes => {
      if (line.cuts === 0 || !bytes.includes(REPEAT_RECEIPT)) return void terminal.write(bytes);
      line.cuts -= 1;
      end();
    });
    terminal.on('data', bytes => till.write(bytes));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  line.port = (server.address() as { port: number }).port;
  cleanups.push(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise(resolve => server.close(resolve));
  });
  return line;
}

it('is asked again once the line is back, so that the payment does not leave without a snapshot', async () => {
  const virtual = await startVirtualTerminal({ delay: 0, behaviour: 'approve' });
  cleanups.push(() => virtual.close());
  const line = await breakingLine(virtual.port);
  const connection = { type: 'tcp', host: '127.0.0.1', port: line.port } as const;
  const terminal = await openTerminal({ protocol: 'zvt', connection, options: { timers: TIMERS } });
  cleanups.push(() => terminal.close());
  const { world, db } = await testWorld({ terminal });
  cleanups.push(() => db.close());
  const pay = async () => {
    const { id } = await flow.create(world, cashier, sale([item(1000)]));
    return flow.start(world, cashier, id, 'cashless', {});
  };
  expect((await pay()).status).toBe('ok');
  Object.assign(line, { cuts: 1, refusals: 2 });
  virtual.terminal.behaviour = 'reverse-unacknowledged';
  expect((await pay().catch(error => error)).status ?? 405).not.toBe('pending');
  expect(line).toMatchObject({ cuts: 0, refusals: 0 });
  const [newest] = world.intents.ofSale(world.intents.newestSent(demoIds.terminal)!.sale!);
  expect(newest?.snapshotBefore.last).toMatchObject({ receipt: 1, amount: 1000 });
  expect(newest).toMatchObject({ state: 'declined', needsPerson: false });
  expect(virtual.terminal.totals().amount).toBe(1000);
});
