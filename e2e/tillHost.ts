/**
 * The program beside a worker of stories. It opens a bridge and a virtual terminal for each story, in a data directory of its
 * own, and further terminals where a story wants them. It spares every story but the first the time in which a program loads
 * and is compiled.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { startVirtualOpi } from '../drivers/simulator/opi/start.ts';
import { startVirtualTerminal } from '../drivers/simulator/zvt/start.ts';
import { listenTcp } from '../drivers/transport/tcp.ts';
import { documentFaults, watchServers } from '../main/doubles/documentCheck.ts';
import { madeOnce } from '../main/doubles/madeOnce.ts';
import { startHost } from '../main/host.ts';
import { type KeptDirectory, keepDirectory, makeDirectory } from '../main/store/directoryCopy.fixture.ts';
import {
  bridgeEnvironment,
  bridgeOptions,
  type HostedOpening,
  type HostedTerminal,
  type HostedTill,
  type Opened,
  type Order,
  type OrderAnswer,
  type TerminalOpening,
} from './tillOrders.ts';

/** By the address of the bridge or of the terminal. */
const closings = new Map<string, () => Promise<void>>();

/**
 * The address of the first bridge. Each bridge after it takes the same one, so that the worker's browser keeps the code of the
 * screen compiled.
 */
let usual: string | null = null;

/** The demo data of a new bridge. Every story begins with a copy. */
let demoData: KeptDirectory | null = null;

watchServers();

process.on('message', (order: Order) => {
  const answer = (result: { done: Opened } | { failed: string }) =>
    process.send?.({ call: order.call, ...result } satisfies OrderAnswer);
  carryOut(order).then(
    done => answer({ done }),
    (error: Error) => answer({ failed: error.stack ?? error.message }),
  );
});
process.on('disconnect', () => process.exit());

async function carryOut(order: Order): Promise<Opened> {
  if ('open' in order) return openTill(order.open);
  if ('openTerminal' in order) return openTerminal(order.openTerminal);
  await closings.get(order.close)?.();
  closings.delete(order.close);
  return null;
}

async function openTill(opening: HostedOpening): Promise<HostedTill> {
  demoData ??= deserialize(
    await madeOnce('demo data of stories', async () => serialize(await newDemoData())),
  ) as KeptDirectory;
  const data = temporaryDirectory();
  makeDirectory(data, demoData);
  const { behaviour, delay, serial } = opening;
  const line = serial ? { serial: serial.terminal } : {};
  const terminal = await startVirtualTerminal({ control: 0, behaviour, delay, ...line });
  const environment = bridgeEnvironment(terminal.port, opening);
  const host = await startHost(bridgeOptions(data, await usualPort()), environment);
  const { url } = host.bridge;
  usual ??= url;
  closings.set(url, async () => {
    await host.close();
    await terminal.close();
    rmSync(data, { recursive: true, force: true });
    const faults = await documentFaults();
    if (faults.length > 0) throw new Error(`not in the published document:\n${faults.join('\n')}`);
  });
  return { url, data, control: terminal.control! };
}

/** 0, any free one, where the usual one is taken. */
async function usualPort(): Promise<number> {
  if (usual === null || closings.has(usual)) return 0;
  const port = Number(new URL(usual).port);
  try {
    await (await listenTcp({ host: '127.0.0.1', port }, transport => transport.close())).close();
    return port;
  } catch {
    return 0;
  }
}

async function openTerminal(opening: TerminalOpening): Promise<HostedTerminal> {
  const terminal = opening.protocol === 'opi' ? await startVirtualOpi(opening) : await openZvt(opening);
  const { address, port } = terminal;
  closings.set(address, () => terminal.close());
  return { address, port, control: 'control' in terminal ? (terminal.control ?? '') : '' };
}

const openZvt = (opening: TerminalOpening & { readonly protocol?: 'zvt' }) =>
  startVirtualTerminal({ control: 0, ...opening });

async function newDemoData(): Promise<KeptDirectory> {
  const data = temporaryDirectory();
  const terminal = await startVirtualTerminal();
  const environment = bridgeEnvironment(terminal.port, { terminalOptions: {}, settings: {} });
  const host = await startHost(bridgeOptions(data), environment);
  await host.close();
  await terminal.close();
  const kept = keepDirectory(data);
  rmSync(data, { recursive: true, force: true });
  return kept;
}

const temporaryDirectory = () => mkdtempSync(join(tmpdir(), 'tillbridge-e2e-'));
