/** Kills between the intent and the ending: the acquirer is asked under the same key, and nothing is booked twice. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterAll, describe, expect, it } from 'vitest';
import { type Client, closeAll, demoDirectory, ok, startBridge, until } from '../../doubles/bridge.fixture.ts';
import { HEADLESS, TERMINAL_AWAY } from '../../doubles/programs.fixture.ts';
import { testWorld } from '../../doubles/world.fixture.ts';
import type { PaymentTransaction } from '../../wire/payments.ts';
import type { Acquirer } from '../../world/acquirer.ts';
import { demoIds } from '../../world/demoIds.ts';
import { cancelPayment } from './cancel.ts';
import { capturePayment } from './capture.ts';
import { createPayment } from './create.ts';
import { recoverOperations, runOperation } from './operationRun.ts';
import { openPayment } from './operationStart.ts';
import { order } from './payments.fixture.ts';

const children: ChildProcess[] = [];
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await closeAll();
});

const path = '/api/v2/Payment/Transactions';
const account = { type: 'bank_account', private: { iban: 'DE89370400440532013000', owner: 'Erika Muster' } };
/** The acquirer takes seconds for it. */
const SLOW = 77_703;

const byOrder = async (client: Client, orderId: string) => {
  const list = await client.ask<{ data: PaymentTransaction[] }>('GET', `${path}?q=order_id:${orderId}`);
  return ok(list).data[0];
};

describe('after a crash', () => {
  it('denies a payment that never reached the acquirer, and keeps a payment that the acquirer booked', async () => {
    const bridge = await startBridge();
    const client = await bridge.client();
    const body = { amount: SLOW, payment_methods: ['debit'], container: account, order_id: 'slow' };
    const answer = client.ask<PaymentTransaction>('POST', path, { body });
    await until(() => bridge.rows("SELECT 1 FROM payment_operation WHERE state = 'open'").length);
    const copy = await bridge.crashCopy();
    const lost = await byOrder(await copy.client(), 'slow');
    expect(lost?.details.status_simple).toBe(3);
    expect(copy.rows("SELECT 1 FROM payment_operation WHERE state = 'open'")).toEqual([]);
    expect(ok(await answer).status).toBe(111);
    const booked = await bridge.crashCopy();
    expect((await byOrder(await booked.client(), 'slow'))?.status).toBe(111);
    expect(booked.rows('SELECT 1 FROM acquirer_book WHERE amount = ?', SLOW)).toHaveLength(1);
  });

  it('loses nothing when the process is killed, and resolves the operation at the next start', async () => {
    const data = await demoDirectory('demo');
    const child = startChild(data);
    const base = await addressOf(child);
    const token = await tokenAt(base);
    const body = { amount: SLOW, payment_methods: ['debit'], container: account, order_id: 'killed' };
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    const cut = fetch(base + path, { method: 'POST', headers, body: JSON.stringify(body) }).catch(() => null);
    await until(() => openOperations(data));
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(await cut).toBe(null);
    const bridge = await startBridge({ data });
    const payment = await byOrder(await bridge.client(), 'killed');
    expect(payment?.details).toMatchObject({ status_simple: 3, amount: 0 });
    expect(bridge.rows('SELECT 1 FROM acquirer_book WHERE amount = ?', SLOW)).toEqual([]);
  });
});

function startChild(data: string): ChildProcess {
  const child = spawn(process.execPath, [...HEADLESS, '--demo', '--port', '0', '--data', data], {
    env: { ...process.env, ...TERMINAL_AWAY },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  children.push(child);
  return child;
}

async function addressOf(child: ChildProcess): Promise<string> {
  let text = '';
  for await (const chunk of child.stdout ?? []) {
    text += String(chunk);
    const found = /tillbridge ready (\S+)/.exec(text);
    if (found?.[1]) return found[1];
  }
  throw new Error('the bridge did not start');
}

async function tokenAt(base: string): Promise<string> {
  const form = 'grant_type=client_credentials&client_id=demo-client&client_secret=demo-secret';
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const response = await fetch(`${base}/oauth/token`, { method: 'POST', headers, body: form });
  return ((await response.json()) as { access_token: string }).access_token;
}

function openOperations(data: string): number {
  const db = new Sqlite(join(data, 'tillbridge.db'), { readonly: true });
  try {
    return db.prepare<[], number>("SELECT count(*) FROM payment_operation WHERE state = 'open'").pluck().get() ?? 0;
  } finally {
    db.close();
  }
}

describe('a refund', () => {
  it('goes through after the agreement was terminated', async () => {
    const { world, db } = await testWorld();
    const { id } = await createPayment(world, demoIds.merchant, 'debit', { amount: 1000, container: account });
    await world.ledger.write(() => {
      const contract = world.agreements.general.find(demoIds.merchant, demoIds.contract);
      if (!contract) throw new Error('there is no contract');
      world.agreements.general.save(demoIds.merchant, contract.document, { ...contract.inner, ended: '2026-01-01' });
    });
    const all = { amount: null, reason: null, reduceStakeholders: false };
    const [refund] = await cancelPayment(world, demoIds.merchant, id, all);
    expect(refund?.amount).toBe(-1000);
    await db.close();
  });
});

describe('an acquirer that does not answer', () => {
  it('leaves the operation open, and the next call on the payment looks it up', async () => {
    let cut = false;
    const lossy = (real: Acquirer): Acquirer => ({
      ...real,
      async capture(request) {
        const answer = await real.capture(request);
        if (cut) throw new Error('connection lost');
        return answer;
      },
    });
    const { world, db } = await testWorld({ acquirer: lossy });
    const input = { amount: 1000, payment_action: 'authorization' as const, container: account };
    const { id } = await createPayment(world, demoIds.merchant, 'debit', input);
    cut = true;
    const capture = (amount: number) => capturePayment(world, demoIds.merchant, id, { amount, shipping: null });
    await expect(capture(400)).rejects.toMatchObject({ key: 'acquirerUnreachable' });
    expect(world.payments.operations.openOf(id)?.kind).toBe('capture');
    cut = false;
    await capture(600);
    expect(world.payments.find(demoIds.merchant, id)?.inner.money).toMatchObject({ captured: 1000, held: 0 });
    await db.close();
  });

  it('is not looked up while its request is running', async () => {
    const { world, db } = await testWorld();
    const operation = await world.ledger.write(() => openPayment(world, order({ method: 'invoice' })));
    await recoverOperations(world);
    expect(world.payments.operations.openOf(operation.payment)?.id).toBe(operation.id);
    expect((await runOperation(world, operation)).kind).not.toBe('declined');
    await db.close();
  });

  it('does not stop the bridge from starting, and is asked again later', async () => {
    let away = true;
    const { world, db } = await testWorld({
      acquirer: real => ({
        ...real,
        sale: async () => Promise.reject(new Error('connection refused')),
        lookUp: key => (away ? Promise.reject(new Error('connection refused')) : real.lookUp(key)),
      }),
    });
    const input = { amount: 1000, container: account };
    await expect(createPayment(world, demoIds.merchant, 'debit', input)).rejects.toMatchObject({
      key: 'acquirerUnreachable',
    });
    await recoverOperations(world);
    expect(world.payments.operations.allOpen()).toHaveLength(1);
    away = false;
    await recoverOperations(world);
    expect(world.payments.operations.allOpen()).toEqual([]);
    await db.close();
  });
});
