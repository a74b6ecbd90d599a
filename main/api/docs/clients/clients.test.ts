/** The published clients compile, and pay: approved, declined, answer lost, stopped, answered at once, events, signed pushes. */
import { type ChildProcessByStdio, execFileSync, spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type * as ClientModule from '../../../../assets/clients/typescript.ts';
import { type Client, closeAll, item, startBridge, type TestBridge, until } from '../../../doubles/bridge.fixture.ts';

const root = join(import.meta.dirname, '..', '..', '..', '..');
const folder = mkdtempSync(join(tmpdir(), 'tillbridge-clients-'));

let bridge: TestBridge;
let tester: Client;
let client: typeof ClientModule;
beforeAll(async () => {
  bridge = await startBridge({ config: { strict: 'all' } });
  tester = await bridge.client();
  for (const name of ['typescript.ts', 'typescript.js', 'python.py']) {
    const answer = await fetch(`${bridge.url}/docs/clients/${name}`);
    expect(answer.status, name).toBe(200);
    writeFileSync(join(folder, name === 'python.py' ? 'tillbridge.py' : name), await answer.text());
  }
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  client = (await import(/* @vite-ignore */ join(folder, 'typescript.js'))) as typeof ClientModule;
  // The types of all operations are made here, which takes its time on a machine that others use.
}, 240_000);
beforeEach(() => {
  bridge.terminal.endings.length = 0;
});
afterAll(async () => {
  await closeAll();
  rmSync(folder, { recursive: true });
});

interface Sale {
  readonly id: string;
  readonly outcome: ClientModule.Outcome;
}
type Calls = Readonly<Record<string, (call?: object) => Promise<Sale>>>;

const till = (more: object = {}) =>
  new client.Tillbridge({ url: bridge.url, clientId: 'demo-client', clientSecret: 'demo-secret', pause: 5, ...more });
const call = (of: ClientModule.Tillbridge) => of.api as unknown as Calls;
const created = (of: ClientModule.Tillbridge) =>
  call(of).createSmartTransaction?.({ body: { basket: { products: [item(1000)] } } }) as Promise<Sale>;

/** The next call of this kind is carried out, and its answer is lost. */
const loseAnswer = (operation: string) =>
  tester.ask('POST', '/bridge/v1/control/faults', { body: { operation, cut: 'after', times: 1 } });

const commands = () => bridge.terminal.commands.filter(({ name }) => name === 'pay').length;

describe('the TypeScript client', () => {
  it('compiles under strict, and knows bodies, answers and parameters', () => {
    writeFileSync(
      join(folder, 'use.ts'),
      `import { Tillbridge } from './typescript.ts';
export async function use(till: Tillbridge): Promise<string> {
  const sale = await till.api.createSmartTransaction({ body: { basket: { products: [{ ean: '1', priceOne: 1, tax: 7 }] } } });
  await till.api.startSmartTransaction({ id: sale.id, method: 'cashless', body: {} });
  await till.api.getOwnTill();
  // @ts-expect-error the id is missing
  await till.api.getSmartTransaction();
  // @ts-expect-error there is no such method
  await till.api.startSmartTransaction({ id: sale.id, method: 'bitcoin' });
  // @ts-expect-error a basket is no text
  await till.api.createSmartTransaction({ body: { basket: 'coffee' } });
  return sale.outcome.result;
}
`,
    );
    const options = '--ignoreConfig --noEmit --strict --target es2022 --module nodenext --allowImportingTsExtensions';
    const compiler = join(root, 'node_modules', 'typescript', 'lib', 'tsc.js');
    const libraries = ['--lib', 'es2023,dom,dom.iterable,dom.asynciterable'];
    const outcome = () =>
      execFileSync(process.execPath, [compiler, ...options.split(' '), ...libraries, join(folder, 'use.ts')], {
        cwd: folder,
        encoding: 'utf8',
      });
    expect(outcome).not.toThrow();
  });

  it('pays, with one token for calls at the same time', async () => {
    const tokens: string[] = [];
    const own = till({
      fetch: (address: string, init: RequestInit) => {
        if (address.endsWith('/oauth/token')) tokens.push(address);
        return fetch(address, init);
      },
    });
    const sales = await Promise.all([created(own), created(own), created(own)]);
    expect(tokens.length).toBe(1);
    expect((await own.pay(sales[0]?.id ?? '', 'cashless')).outcome).toMatchObject({ result: 'paid', paid: 1000 });
  });

  it('gets a new token where the old one is refused', async () => {
    const own = till();
    let refused = 0;
    const again = till({
      fetch: (address: string, init: RequestInit) => {
        const isFirst = refused === 0 && !address.endsWith('/oauth/token');
        if (!isFirst) return fetch(address, init);
        refused += 1;
        return fetch(address, { ...init, headers: { ...(init.headers as object), authorization: 'Bearer over' } });
      },
    });
    expect((await created(again)).outcome.result).toBe((await created(own)).outcome.result);
    expect(refused).toBe(1);
  });

  it('says why a card was declined', async () => {
    const own = till({ language: 'en' });
    bridge.terminal.endings.push('decline');
    const error = await own.pay((await created(own)).id, 'cashless').catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(client.TillbridgeError);
    const { status, code, reason, supportId, outcome } = error as ClientModule.TillbridgeError;
    expect([status, code]).toEqual([405, expect.any(Number)]);
    expect(reason?.texts.en).toMatch(/\w/);
    expect(supportId).toMatch(/\w/);
    expect(outcome?.result).toBe('not_paid');
  });

  it('repeats a payment whose answer was lost under the same key: it is paid once', async () => {
    const own = till();
    const { id } = await created(own);
    const before = commands();
    await loseAnswer('POST /api/v2/Smart/Transactions/*/start/cashless');
    expect((await own.pay(id, 'cashless')).outcome.result).toBe('paid');
    expect(commands()).toBe(before + 1);
  });

  it('names the operation and its key where no answer comes at all', async () => {
    const own = till({ url: 'http://127.0.0.1:9', token: 'given', retries: 1 });
    const error = await call(own)
      .createSmartTransaction?.({ body: {}, key: 'mine' })
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(client.NoAnswerError);
    expect(error).toMatchObject({ operation: 'createSmartTransaction', key: 'mine' });
  });

  it('stops a payment that runs', async () => {
    const own = till();
    const { id } = await created(own);
    bridge.terminal.endings.push('untilAborted');
    const before = commands();
    const paying = own.pay(id, 'cashless').catch((thrown: unknown) => thrown);
    await until(() => commands() > before);
    await call(own).abortSmartTransaction?.({ id, body: {} });
    expect(await paying).toMatchObject({ name: 'TillbridgeError', status: 405 });
  });

  it('is answered at once and follows', async () => {
    const own = till();
    const { id } = await created(own);
    expect((await own.pay(id, 'cashless', { async: true })).outcome).toMatchObject({ result: 'paid', final: true });
  });

  it('waits for no person: an outcome that only a person can say comes back with the call that says it', async () => {
    bridge.terminal.endings.push('loseOtherAmount');
    const own = till();
    const { id } = await created(own);
    const { outcome } = await own.pay(id, 'cashless');
    expect(outcome).toMatchObject({ result: 'unknown', next: { method: 'POST' } });
    await own.next(outcome.next as ClientModule.NextCall, { body: { paid: false } });
    expect((await own.follow(id)).outcome).toMatchObject({ result: 'not_paid', final: true });
  });

  it('reads the events of its sales, and resumes after the last one', async () => {
    const own = till();
    const stop = new AbortController();
    const view = (await call(own).getOwnTill?.()) as unknown;
    const { lastEventId } = view as { lastEventId: string };
    const { id } = await created(own);
    for await (const { name, data, id: number } of own.events({ after: lastEventId, signal: stop.signal })) {
      if (name !== 'transaction' || (data as { id: string }).id !== id) continue;
      expect(Number(number)).toBeGreaterThan(Number(lastEventId));
      stop.abort();
    }
    expect(stop.signal.aborted).toBe(true);
  });

  it('takes a push with the right signature and no other', async () => {
    const { headers, body, secret } = signedPush();
    expect(await client.verifyPush(secret, headers, body)).toEqual({ object: 'event.pushes' });
    expect(await client.verifyPush(['whsec_b3RoZXI=', secret], new Headers(headers), body)).toBeTruthy();
    await expect(client.verifyPush(secret, headers, `${body} `)).rejects.toThrow(/signature/);
    await expect(client.verifyPush('whsec_b3RoZXI=', headers, body)).rejects.toThrow(/signature/);
    await expect(client.verifyPush(secret, headers, body, Date.now() + 301_000)).rejects.toThrow(/old/);
    await expect(client.verifyPush(secret, {}, body)).rejects.toThrow(/not signed/);
  });
});

/** As Standard Webhooks signs. */
function signedPush() {
  const [raw, body] = [Buffer.from('a secret of the shop'), '{"object":"event.pushes"}'];
  const sent = String(Math.floor(Date.now() / 1000));
  const signature = createHmac('sha256', raw).update(`evt_1.${sent}.${body}`).digest('base64');
  const headers = { 'webhook-id': 'evt_1', 'webhook-timestamp': sent, 'webhook-signature': `v1,${signature}` };
  return { headers, body, secret: `whsec_${raw.toString('base64')}` };
}

function pythonVersion(): string | null {
  try {
    return execFileSync('python3', ['-c', 'import sys; print(sys.version_info >= (3, 11))'], {
      encoding: 'utf8',
    }).trim();
  } catch {
    return null;
  }
}

describe.skipIf(pythonVersion() !== 'True')('the Python client (skipped where there is no Python 3.11)', () => {
  // One Python for all programs: its start and the import of the client take longer than a payment.
  let runner: ChildProcessByStdio<Writable, Readable, null>;
  let printed: AsyncIterator<string>;
  beforeAll(() => {
    runner = spawn('python3', ['-u', '-c', RUNNER, bridge.url], { cwd: folder, stdio: ['pipe', 'pipe', 'inherit'] });
    printed = createInterface({ input: runner.stdout })[Symbol.asyncIterator]();
  });
  afterAll(() => runner.kill());
  const RUNNER = `import json, sys, traceback
for line in sys.stdin:
    try:
        exec(json.loads(line), {})
    except Exception:
        print(json.dumps({"raised": traceback.format_exc()}))
`;
  const python = async (program: string): Promise<unknown> => {
    runner.stdin.write(`${JSON.stringify(HEAD + program)}\n`);
    const { value, done } = await printed.next();
    if (done) throw new Error('Python ended');
    return JSON.parse(value);
  };
  const HEAD = `import json, sys, threading
from tillbridge import *
till = Tillbridge(sys.argv[1], client_id="demo-client", client_secret="demo-secret", pause=0.01, language="en")
sale = till.api.create_smart_transaction(body={"basket": {"products": [${JSON.stringify(item(1000))}]}})
`;

  it('pays', async () => {
    const paid = await python('print(json.dumps(till.pay(sale["id"], "cashless")["outcome"]))');
    expect(paid).toMatchObject({ result: 'paid', paid: 1000 });
  });

  it('is answered at once and follows', async () => {
    const paid = await python('print(json.dumps(till.pay(sale["id"], "cashless", follow=True)["outcome"]))');
    expect(paid).toMatchObject({ result: 'paid', final: true });
  });

  it('waits for no person', async () => {
    bridge.terminal.endings.push('loseOtherAmount');
    const [unclear, decided] = (await python(`unclear = till.pay(sale["id"], "cashless")["outcome"]
till.next(unclear["next"], {"paid": False})
print(json.dumps([unclear, till.follow(sale["id"])["outcome"]]))`)) as Sale['outcome'][];
    expect(unclear).toMatchObject({ result: 'unknown', next: { method: 'POST' } });
    expect(decided).toMatchObject({ result: 'not_paid', final: true });
  });

  it('says why a card was declined', async () => {
    bridge.terminal.endings.push('decline');
    const declined = await python(`try:
    till.pay(sale["id"], "cashless")
except TillbridgeError as error:
    print(json.dumps([error.status, error.reason["texts"]["en"], error.support_id, error.outcome["result"]]))
`);
    expect(declined).toEqual([405, expect.stringMatching(/\w/), expect.stringMatching(/\w/), 'not_paid']);
  });

  it('repeats a payment whose answer was lost under the same key: it is paid once', async () => {
    const before = commands();
    await loseAnswer('POST /api/v2/Smart/Transactions/*/start/cashless');
    const paid = await python('print(json.dumps(till.pay(sale["id"], "cashless")["outcome"]["result"]))');
    expect([paid, commands()]).toEqual(['paid', before + 1]);
  });

  it('stops a payment that runs', async () => {
    bridge.terminal.endings.push('untilAborted');
    const status = await python(`def stop():
    while till.api.get_own_till()["payment"] is None:
        pass
    till.api.abort_running_payment()
threading.Thread(target=stop).start()
till.api.put_sale_on_own_till(body={"transaction": sale["id"]})
try:
    till.pay(sale["id"], "cashless")
except TillbridgeError as error:
    print(json.dumps(error.status))
`);
    expect(status).toBe(405);
  });

  it('reads the events of its sales', async () => {
    const name = await python(`last = till.api.get_own_till()["lastEventId"]
other = till.api.create_smart_transaction(body={})
for event in till.events(after=last):
    if event.name == "transaction" and event.data["id"] == other["id"]:
        print(json.dumps(event.name))
        break
`);
    expect(name).toBe('transaction');
  });

  it('takes a push with the right signature and no other', async () => {
    const { headers, body, secret } = signedPush();
    const [right, wrong] = (await python(`headers = json.loads('${JSON.stringify(headers)}')
try:
    verify_push("${secret}", headers, b'{}')
    wrong = "taken"
except ValueError as error:
    wrong = str(error)
print(json.dumps([verify_push(["whsec_b3RoZXI=", "${secret}"], headers, b'${body}'), wrong]))
`)) as [unknown, string];
    expect(right).toEqual({ object: 'event.pushes' });
    expect(wrong).toMatch(/signature/);
  });
});
