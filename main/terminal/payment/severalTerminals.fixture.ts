/** Two tills and two terminals, for the tests of tills that work at several terminals. */
import { expect } from 'vitest';
import type { PaymentTerminal } from '../../../drivers/terminal.ts';
import type { Refusal } from '../../checkout/payments.fixture.ts';
import { type Client, item, ok, sale, startBridge, until } from '../../doubles/bridge.fixture.ts';
import { hold } from '../../doubles/hold.ts';
import { terminalDouble } from '../../doubles/terminalDouble.ts';
import { type TerminalMemory, terminalMemory } from '../../doubles/terminalMemory.ts';
import type { TillView } from '../../wire/till.ts';
import type { SmartTransaction } from '../../wire/transactions.ts';
import { demoIds } from '../../world/demoIds.ts';

export const at = (device: string, port: number) =>
  ({ protocol: 'twin', device, connection: { type: 'tcp', host: '127.0.0.1', port }, shared: 'no' }) as const;

/** Two tills at terminal A, and terminal B, which is in no routing: who pays there names it. Or B is the second till's. */
export async function shop(secondTills: 'A' | 'B' = 'A') {
  const first = await startBridge();
  const client = await first.client();
  const made = async (body: object) =>
    ok(await client.ask<{ id: string }>('POST', '/api/v2/Smart/Devices', { body })).id;
  const b = await made({ type: 'zvt', description: 'Terminal B', tid: '60009999' });
  const secondTill = await made({
    type: 'cashier',
    vendor: 'demo',
    vendor_uid: '/vendor/demo/till/2',
    description: 'Kasse 2',
  });
  const routing = ok(await client.ask<{ id: string }>('POST', '/api/v2/Smart/Routings')).id;
  for (const one of [secondTill, secondTills === 'A' ? demoIds.terminal : b])
    ok(await client.ask('POST', `/api/v2/Smart/Routings/${routing}/assign/${one}`));
  const { data } = first;
  await first.close();
  const [atA, atB] = [terminalMemory(), terminalMemory()];
  atB.terminalId = '60009999';
  /** Terminal A waits for `before` until it answers with its last transaction. */
  const asked = { before: async () => {} };
  const bridge = await startBridge({
    data,
    terminal: atA,
    config: { terminals: [at(demoIds.terminal, 1), at(b, 2)] as never },
    parts: {
      outcomeTimeout: 50,
      openTerminal: async ({ connection }) =>
        'port' in connection && connection.port === 2 ? terminalDouble(atB) : pausing(terminalDouble(atA), asked),
    },
  });
  return { bridge, atA, atB, asked, b, till: await bridge.client(), secondTill };
}
export type Shop = Awaited<ReturnType<typeof shop>>;

export function pausing(twin: PaymentTerminal, asked: { before(): Promise<void> }): PaymentTerminal {
  const { lastTransaction } = twin;
  return Object.assign(twin, { lastTransaction: () => asked.before().then(() => lastTransaction()) });
}

/** Somebody who has signed in at the second till. */
export async function atSecondTill(
  { bridge, secondTill }: Pick<Shop, 'bridge' | 'secondTill'>,
  who: 'cashier' | 'manager' = 'cashier',
): Promise<Client> {
  const body = {
    ...{ grant_type: 'appuser', username: `${who}@demo.example`, password: who === 'manager' ? '9999' : '1111' },
    device: secondTill,
    ...{ client_id: 'demo-client', client_secret: 'demo-secret' },
  };
  const { access_token: token } = ok(await bridge.ask<{ access_token: string }>('POST', '/oauth/token', { body }));
  const ask: Client['ask'] = (method, path, request = {}) => bridge.ask(method, path, { token, ...request });
  const post = <T>(path: string, body: unknown = {}) => ask<T>('POST', `/api/v2/Smart/Transactions${path}`, { body });
  return {
    token,
    ask,
    post: post as Client['post'],
    create: async (input = {}) => ok(await ask('POST', '/api/v2/Smart/Transactions', { body: input })),
    read: async id => ok(await ask('GET', `/api/v2/Smart/Transactions/${id}`)),
  };
}

export const view = async (till: Client) => ok(await till.ask<TillView>('GET', '/bridge/v1/till'));
export const abort = (till: Client) => till.ask<Refusal & { requested: boolean }>('POST', '/bridge/v1/till/abort');
export const decide = (till: Client, body: object) =>
  till.ask<TillView & Refusal>('POST', '/bridge/v1/till/late', { body });

/** A payment that has arrived at its terminal; without `terminal` at the one of the routing. */
export async function paying(till: Client, memory: TerminalMemory, amount: number, terminal?: string) {
  const { id } = await till.create(sale([item(amount)]));
  const before = memory.commands.length;
  const ended = till.post<SmartTransaction & Refusal>(
    `/${id}/start/cashless`,
    terminal === undefined ? {} : { terminal },
  );
  await until(() => memory.commands.length > before);
  return { id, ended };
}

/** Approved at B after the till had asked to stop. */
export async function lateAtB({ atB, b, till }: Shop, amount = 1000): Promise<string> {
  const { id } = await till.create(sale([item(amount)]));
  await late(till, atB, id, b);
  return id;
}

export async function late(till: Client, memory: TerminalMemory, id: string, terminal?: string): Promise<void> {
  const { arrived, release } = hold(memory);
  memory.endings.push('approveDespiteAbort');
  const ended = till.post<SmartTransaction>(`/${id}/start/cashless`, terminal === undefined ? {} : { terminal });
  await arrived;
  expect((await abort(till)).body).toEqual({ requested: true });
  release();
  expect(ok(await ended).status).toBe('ok');
}

/** The payment at its till, as the stream of events tells a new listener. */
export async function firstPayment({ url }: Pick<Shop['bridge'], 'url'>, { token }: Client): Promise<unknown> {
  const stopped = new AbortController();
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${url}/bridge/v1/events`, { headers, signal: stopped.signal });
  let received = '';
  for await (const part of response.body!.pipeThrough(new TextDecoderStream())) {
    received += part;
    if (received.includes('event: queue')) break;
  }
  stopped.abort();
  return JSON.parse(/(?<=event: payment\ndata: ).*/.exec(received)?.[0] ?? 'null');
}

/** The same shop with these terminals only. */
export async function reopened({ bridge, atA }: Shop, terminals: readonly object[]) {
  await bridge.close();
  return startBridge({ data: bridge.data, terminal: atA, config: { terminals: terminals as never } });
}
export const onlyA = [at(demoIds.terminal, 1)];
