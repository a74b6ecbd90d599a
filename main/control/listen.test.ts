/** `listen`, `trigger`, `resend` and `trace` as a developer uses them: real programs against a real demo. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_PUSH_SECRET } from '../demo/signIns.ts';
import { closeAll, temporaryDirectory, until } from '../doubles/bridge.fixture.ts';
import { CONTROL, HEADLESS } from '../doubles/programs.fixture.ts';
import { closeReceivers, type Received, receiver } from '../services/push/receiver.fixture.ts';
import { type BridgeCalls, bridgeCalls } from './bridgeCalls.ts';
import { trigger, triggers } from './triggers.ts';

const children = new Set<ChildProcess>();
const data = temporaryDirectory();
let bridge: Program;
let url: string;
let calls: BridgeCalls;

interface Program {
  readonly child: ChildProcess;
  out(): string;
  /** Lines as JSON. */
  lines(): Record<string, unknown>[];
  readonly ended: Promise<number | null>;
}

function program(args: readonly string[]): Program {
  const child = spawn(process.execPath, [...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  children.add(child);
  let out = '';
  child.stdout.on('data', part => {
    out += part;
  });
  child.stderr.on('data', part => {
    out += part;
  });
  const ended = once(child, 'close').then(([code]) => code as number | null);
  const lines = () => out.split('\n').flatMap(line => (line.startsWith('{') ? [JSON.parse(line)] : []));
  return { child, out: () => out, lines, ended };
}

const control = (...args: string[]) => program([...CONTROL, ...args, '--url', url]);

async function start(port: string): Promise<void> {
  bridge = program([...HEADLESS, '--demo', '--port', port, '--data', data]);
  url = await until(() => /ready (\S+)/.exec(bridge.out())?.[1], 60_000);
  calls = bridgeCalls({ url, client: 'demo-client', secret: 'demo-secret' });
}

beforeAll(() => start('0'), 90_000);
afterEach(closeReceivers);
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await closeAll();
});

const events = ({ received }: { readonly received: readonly Received[] }, sale: unknown) =>
  received.filter(({ body }) => body.data[0]?.id === sale).map(({ body }) => body.event);

describe('listen', () => {
  it('hands pushes on with their signature, says the answer, ends with the wanted event, and leaves nothing behind', async () => {
    const desk = await receiver();
    const listening = control('listen', '--forward', desk.url, '--until', 'sale.paid', '--timeout', '60', '--json');
    await until(() => listening.lines().some(line => line.listening), 30_000);
    const { sale } = (await trigger(calls, 'sale.paid')) as { sale: string };
    expect(await listening.ended).toBe(0);
    const paid = desk.received.find(({ body }) => body.event === 'sale.paid')!;
    expect(new Webhook(DEMO_PUSH_SECRET).verify(paid.text, paid.headers as Record<string, string>)).toEqual(paid.body);
    expect(paid.body).toMatchObject({ status: 'ok', outcome: { result: 'paid' }, data: [{ id: sale }] });
    expect(events(desk, sale)).toEqual(['sale.pending', 'sale.paid']);
    const said = listening.lines().find(({ push }) => (push as { event?: string } | undefined)?.event === 'sale.paid');
    expect(said).toMatchObject({ answered: 200 });
    expect((await calls.ask('GET', '/bridge/v1/pushes/receivers')).body).toEqual({ data: [] });
  });

  it('goes on where the bridge was killed and came back', async () => {
    const desk = await receiver();
    const listening = control('listen', '--forward', desk.url, '--events', 'sale.*', '--json');
    await until(() => listening.lines().some(line => line.listening), 30_000);
    bridge.child.kill('SIGKILL');
    await bridge.ended;
    await start(new URL(url).port);
    const { sale } = (await trigger(calls, 'sale.cancelled')) as { sale: string };
    await until(() => events(desk, sale).includes('sale.cancelled'), 30_000);
    expect(events(desk, sale)).toEqual(['sale.paid', 'sale.cancelled']);
    listening.child.kill('SIGTERM');
    expect(await listening.ended).toBe(0);
  });

  it('ends with 3 where nothing came in time, with 2 for wrong words, and with 1 where nobody is let in', async () => {
    const ends = [
      control('listen', '--until', 'sale.paid', '--events', 'sale.paid', '--timeout', '1'),
      control('listen', '--forward', 'nowhere'),
      control('listen', '--secret', 'wrong'),
    ];
    expect(await Promise.all(ends.map(({ ended }) => ended))).toEqual([3, 2, 1]);
  });
});

describe('trigger', () => {
  it('plays every event that it names, for real', async () => {
    const desk = await receiver();
    ok(await calls.ask('POST', '/bridge/v1/pushes/receivers', { url: desk.url, seconds: 600 }));
    for (const name of Object.keys(triggers)) {
      const { sale } = (await trigger(calls, name)) as { sale: string };
      const event = name === 'sale.late' ? 'sale.paid' : name;
      await until(() => desk.received.some(({ body }) => body.event === event && isAbout(body, sale, name)), 30_000);
    }
  });

  it('is a command, and so are resend and trace', async () => {
    const tracing = control('trace', '--json');
    const played = control('trigger', 'sale.declined');
    expect(await played.ended, played.out()).toBe(0);
    expect(JSON.parse(played.out())).toMatchObject({ triggered: 'sale.declined', status: 'failed' });
    await until(() => tracing.lines().length > 0, 30_000);
    const { data: pushes } = (await calls.ask('GET', '/bridge/v1/pushes?count=1')).body as { data: { id: string }[] };
    const again = control('resend', pushes[0]!.id);
    expect(await again.ended, again.out()).toBe(0);
    expect(await control('trigger', 'sale.nothing').ended).toBe(2);
  });
});

const ok = ({ ok: isGood, body }: { readonly ok: boolean; readonly body: object }) =>
  expect(isGood, JSON.stringify(body)).toBe(true);

/** Pushes of payments name the payment, not its sale. */
const isAbout = (body: Received['body'], sale: string, name: string): boolean =>
  name.startsWith('payment.') || body.data[0]?.id === sale;
