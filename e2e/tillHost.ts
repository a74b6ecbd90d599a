/**
 * The program beside a worker of stories. It opens a bridge and a virtual terminal for each story, in a data directory of its
 * own, and spares every story but the first the time in which a program loads and is compiled.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startVirtualTerminal } from '../drivers/simulator/zvt/start.ts';
import { startHost } from '../main/host.ts';
import { type KeptDirectory, keepDirectory, makeDirectory } from '../main/store/directoryCopy.fixture.ts';
import {
  bridgeEnvironment,
  bridgeOptions,
  type HostedOpening,
  type HostedTill,
  type Order,
  type OrderAnswer,
} from './tillOrders.ts';

/** By the address of the bridge. */
const closings = new Map<string, () => Promise<void>>();

/** The demo data of a new bridge. Every story begins with a copy. */
let demoData: KeptDirectory | null = null;

process.on('message', (order: Order) => {
  const answer = (result: { done: HostedTill | null } | { failed: string }) =>
    process.send?.({ call: order.call, ...result } satisfies OrderAnswer);
  carryOut(order).then(
    done => answer({ done }),
    (error: Error) => answer({ failed: error.stack ?? error.message }),
  );
});
process.on('disconnect', () => process.exit());

async function carryOut(order: Order): Promise<HostedTill | null> {
  if ('open' in order) return openTill(order.open);
  await closings.get(order.close)?.();
  closings.delete(order.close);
  return null;
}

async function openTill({ behaviour, delay, terminalOptions }: HostedOpening): Promise<HostedTill> {
  demoData ??= await newDemoData();
  const data = temporaryDirectory();
  makeDirectory(data, demoData);
  const terminal = await startVirtualTerminal({ control: 0, behaviour, delay });
  const host = await startHost(bridgeOptions(data), environmentAt(terminal.port, terminalOptions));
  const { url } = host.bridge;
  closings.set(url, async () => {
    await host.close();
    await terminal.close();
    rmSync(data, { recursive: true, force: true });
  });
  return { url, data, control: terminal.control! };
}

async function newDemoData(): Promise<KeptDirectory> {
  const data = temporaryDirectory();
  const terminal = await startVirtualTerminal();
  const host = await startHost(bridgeOptions(data), environmentAt(terminal.port, {}));
  await host.close();
  await terminal.close();
  const kept = keepDirectory(data);
  rmSync(data, { recursive: true, force: true });
  return kept;
}

const temporaryDirectory = () => mkdtempSync(join(tmpdir(), 'tillbridge-e2e-'));

const environmentAt = (port: number, options: HostedOpening['terminalOptions']) =>
  bridgeEnvironment({ type: 'tcp', host: '127.0.0.1', port }, options);
