/** A live shop without a payment processor: money that is not there cannot be taken, whichever way it is tried. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { methods } from '../../main/acquirer/payments/methods.ts';
import { examples } from '../../main/api/docs/examples.ts';
import {
  type Answer,
  type Client,
  closeAll,
  demoDirectory,
  item,
  ok,
  sale,
  startBridge,
  type TestBridge,
} from '../../main/doubles/bridge.fixture.ts';
import {
  liveCard,
  liveClient,
  liveDirectory,
  liveIds,
  livePerson,
  liveSignIn,
  liveTill,
  startLiveShop,
} from '../../main/doubles/liveShop.fixture.ts';
import { errors } from '../../main/world/errors.ts';
import { randomFrom } from './random.ts';
import { type Operation, operationsOf, randomRequest } from './requests.ts';

const children: ChildProcess[] = [];
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await closeAll();
});

async function liveShop() {
  const bridge = await startLiveShop();
  return { bridge, client: await liveSignIn(bridge) };
}

let shared: ReturnType<typeof liveShop> | null = null;
/** For tests that look at their own sale, or at what no test may leave behind: one shop serves them all. */
function sharedShop(): ReturnType<typeof liveShop> {
  shared ??= liveShop();
  return shared;
}

const account = { type: 'bank_account', private: { iban: 'DE89370400440532013000', owner: 'Erika Muster' } };
const creditcard = {
  type: 'credit_card',
  private: {
    owner: 'Erika Muster',
    pan: '411111XXXXXX1111',
    expiration_date: '2030-12-31T00:00:00+01:00',
    issuer: 'visa',
    transact_container: 'made-up',
    transact_skey_pubkey: 'made-up',
    transact_skey_keyname: 'made-up',
    transact_hash: 'made-up',
  },
};
const contact = {
  forename: 'Erika',
  surname: 'Muster',
  email: 'erika@shop.example',
  phone: '+49 30 901820',
  dob: '1990-05-17',
  address: { street: 'Weg', street_number: '1', postal_code: '10115', city: 'Berlin', country: 'DE' },
};
/** A body with a member for any method. */
const bodyFor = (method: string) => ({
  container: method === 'debit' ? account : creditcard,
  customer: { contact },
  callback_urls: { success_url: 'https://shop.example/ok', failure_url: 'https://shop.example/no' },
});

const refused = { error: errors.noProcessor.error, code: 1120 };

/** Rows that only money from outside leaves behind. */
const TABLES = [
  'acquirer_book',
  'payment_operation',
  'payment_challenge',
  'ident_request',
  'incoming_transfer',
  'merchant_payout',
  'subscription',
] as const;

/** The facts that hold in a live shop whatever was tried. */
function nothingSimulated({ rows }: TestBridge) {
  for (const table of TABLES) expect(rows(`SELECT * FROM ${table}`), table).toEqual([]);
  const outside = `SELECT document FROM payment_transaction
    WHERE document ->> '$.payment_method' NOT IN ('cash', 'cashless', 'cashless_direct', 'loyalty')`;
  expect(rows(outside)).toEqual([]);
  const counter = "('cash', 'loyalty', 'cashless', 'cashless_direct')";
  expect(rows(`SELECT * FROM smart_transaction WHERE method NOT IN ${counter} AND state <> 'created'`)).toEqual([]);
  const played = `SELECT id, method FROM smart_transaction
    WHERE state = 'closed' AND document ->> '$.is_demo' = 1`;
  expect(rows(played)).toEqual([]);
  const tokens = `SELECT id FROM payment_container
    WHERE document ->> '$.token_status.status' NOT IN ('not requested', 'archivePending', 'archived')`;
  expect(rows(tokens)).toEqual([]);
  expect(rows("SELECT id FROM general_contract WHERE document ->> '$.pay_in_account' IS NOT NULL")).toEqual([]);
  expect(rows("SELECT id FROM payment_contract WHERE document ->> '$.pay_in_account' IS NOT NULL")).toEqual([]);
}

it.each(['Kasse 1', 'Till 1', 'screen', 'SDV_000000000000000000000000000000'])(
  'appuser with the device %j, which is no id or uuid of a till, gets no till: invalid_device',
  async device => {
    const { bridge } = await sharedShop();
    const asked = async (named: string) => {
      const fields = { ...liveClient, ...livePerson('cashier'), device: named };
      const answer = await fetch(`${bridge.url}/oauth/token`, { method: 'POST', body: new URLSearchParams(fields) });
      return [answer.status, ((await answer.json()) as { error?: string }).error];
    };
    expect(await asked(device)).toEqual([401, 'invalid_device']);
    expect(await asked(liveTill)).toEqual([200, undefined]);
  },
);

describe('a sale in a live shop', () => {
  const outside = Object.entries(methods).filter(
    ([, { settledBy }]) => settledBy === 'acquirer' || settledBy === 'chance',
  );
  const steps = outside.flatMap(([name, method]) => [
    ...('prepare' in method ? [`prepare/${name}`] : []),
    ...('start' in method ? [`start/${name}`] : []),
  ]);

  it('is refused every method that nobody stands behind, and stays open', async () => {
    const { bridge, client } = await sharedShop();
    expect(steps.length).toBeGreaterThanOrEqual(15);
    for (const step of steps)
      for (const more of [{}, { is_demo: true }, { payment_context: { auto_capture: true } }]) {
        const { id } = await client.create({ ...sale([item(1500)], liveCard), ...more });
        const answer = await client.post<object>(`/${id}/${step}`, {
          ...bodyFor(step.split('/')[1] ?? ''),
          auto_capture: true,
        });
        expect([step, answer.status, answer.body]).toEqual([step, 405, expect.objectContaining(refused)]);
        expect(await client.read(id)).toMatchObject({ status: 'created', transactions: [] });
      }
    expect(bridge.rows('SELECT * FROM payment_container')).toEqual([]);
    expect(bridge.rows('SELECT * FROM payment_customer')).toEqual([]);
    nothingSimulated(bridge);
  });

  it('start/auto does not take money from an account that nobody can ask', async () => {
    const { bridge, client } = await sharedShop();
    const { id } = await client.create({ ...sale([item(1500)]), container: account });
    expect((await client.post(`/${id}/start/auto`)).body).toMatchObject(refused);
    expect((await client.read(id)).status).toBe('created');
    nothingSimulated(bridge);
  });

  it.each([
    ['cash', {}],
    ['cashless', {}],
    ['cashless_direct', { tid: '61000001', trace: '1', cardtype: 'girocard' }],
  ])('can be paid with %s', async (method, body) => {
    const { client } = await sharedShop();
    const { id } = await client.create(sale([item(290)]));
    expect(ok(await client.post(`/${id}/start/${method}`, body))).toMatchObject({ status: 'ok', is_demo: false });
  });

  it('can be paid with the loyalty card, which is charged', async () => {
    const bridge = await startLiveShop();
    const client = await liveSignIn(bridge, 'cashier');
    const { id } = await client.create(sale([item(290)], liveCard));
    ok(await client.post(`/${id}/preTransaction`));
    expect(ok(await client.post(`/${id}/start/loyalty`))).toMatchObject({ status: 'ok' });
    const [sum] = bridge.rows<{ cash: number }>("SELECT sum(amount) AS cash FROM loyalty_entry WHERE account = 'cash'");
    expect(sum).toEqual({ cash: 4710 });
  });

  it.each(['cash', 'loyalty', 'cashless_direct', 'cashless', 'auto'])(
    'with is_demo is not closed as paid by %s',
    async method => {
      const { bridge, client } = await sharedShop();
      const { id } = await client.create({ ...sale([item(290)], liveCard), is_demo: true });
      await client.post(`/${id}/preTransaction`);
      const body = { tid: '61000001', trace: '1', cardtype: 'girocard' };
      const answer = await client.post<object>(`/${id}/start/${method}`, body);
      expect([answer.status, answer.body]).toEqual([405, expect.objectContaining({ code: 1121 })]);
      nothingSimulated(bridge);
    },
  );
});

describe('the payment resources of a live shop', () => {
  let paymentShop: ReturnType<typeof liveShop>;
  beforeAll(() => {
    paymentShop = liveShop();
  });
  const money = { amount: 500, currency: 'EUR', purpose: 'made up', customer: { contact }, container: account };
  const list = [{ item_type: 'transaction_payout', reference_id: 'r', name: 'n', total: 500 }];

  it.each([
    ['Payment/Transactions', { ...money, payment_methods: ['debit'] }],
    ['Payment/Transactions', { ...money, payment_methods: ['twint'] }],
    ['Payment/Transactions', { amount: 500 }],
    ['Payment/Svcdebits', money],
    ['Payment/Svcdebits', { ...money, demo: true }],
    ['Payment/Svcdebits', { ...money, payment_action: 'authorization', subscription: { purpose: 'monthly' } }],
    ['Payment/Svccreditcards', money],
    ['Payment/Svcprepays', money],
    ['Payment/Svcinvoices', money],
    ['Payment/Svcsofort', money],
    ['Payment/Svcpaypals', money],
    [
      'Payment/Svcpayout',
      { amount: 500, currency: 'EUR', purpose: 'made up', customer: 'PCU_X', transaction_list: list },
    ],
    [
      'Payment/Svcpayout/me/PayoutWithoutCustomer',
      {
        amount: 500,
        currency: 'EUR',
        contract_id: liveIds.contract,
        purpose: 'made up',
        payout_list: [{ amount: 500, purpose: 'made up', reference: 'r', bank_account: account.private }],
      },
    ],
    ['Payment/Containers', { type: 'googlepay', private: { signature: 's', signedMessage: 'm' }, request_token: true }],
    ['Payment/Contracts/me/requestId', { project: 'made-up', contact }],
    ['Payment/Contracts/me/clone', { project: 'made-up', payin_account: true }],
  ])('refuse POST %s %j', async (path, body) => {
    const { bridge, client } = await paymentShop;
    const answer = await client.ask<object>('POST', `/api/v2/${path}`, { body });
    expect([answer.status, answer.body]).toEqual([405, expect.objectContaining(refused)]);
    for (const table of ['payment_transaction', 'payment_customer', 'payment_container', 'payout_reference'])
      expect(bridge.rows(`SELECT * FROM ${table}`)).toEqual([]);
    expect(bridge.rows('SELECT * FROM general_contract')).toHaveLength(1);
    nothingSimulated(bridge);
  });

  it('offer no method that does not work', async () => {
    const { client } = await paymentShop;
    for (const is_demo of [false, true]) {
      const path = `/api/v2/General/Contracts/${liveIds.contract}/getAvailablePaymentMethods`;
      const offered = ok(await client.ask<string[]>('POST', path, { body: { currency: 'EUR', is_demo } }));
      expect(offered).toEqual([]);
    }
  });

  it('have neither status simulator, nor test data, nor payer pages, nor a control interface', async () => {
    const { client } = await paymentShop;
    for (const path of ['/docs/test-data', '/docs/test-data.json', '/challenge/x', '/bridge/v1/control'])
      expect([path, (await client.ask('GET', path)).status]).toEqual([path, 404]);
    const simulator = '/api/v2/Payment/Transactions/PCI_X/TestChangedPaymentStatus';
    expect((await client.ask('POST', simulator, { body: { new_status_id: 111 } })).status).toBe(404);
  });
});

/** Would end the bridge, close it to the merchant or answer for ever. */
const LEFT_OUT = /^\/bridge\/v1\/(events|session)|^\/docs|^\/metrics|\/terminate$/;
/** Tries of each operation. */
const TRIES = Number(process.env.FUZZ_TRIES ?? (process.env.LONG ? 2 : 1));

describe('every operation of the OpenAPI document', () => {
  it('with the published examples and plausible bodies', { timeout: 300_000 }, async () => {
    const { bridge, client } = await liveShop();
    const ids: string[] = Object.values(liveIds);
    const codes = await everyExample(client, ids);
    const operations = await readOperations(bridge);
    expect(operations.length).toBeGreaterThan(200);
    const random = randomFrom(20_261_123);
    for (const operation of operations)
      for (let count = 0; count < TRIES; count += 1) {
        const { method, path, headers, body } = randomRequest(random, operation, ids);
        const plausible = body === undefined ? {} : { body };
        const answer = await client.ask<{ code?: number }>(method, path, { headers, ...plausible }).catch(() => null);
        if (answer) remember(ids, answer);
        if (answer?.body?.code !== undefined) codes.add(answer.body.code);
      }
    expect(codes).toContain(1120);
    bridge.clock.pass(40 * 24 * 3_600_000);
    nothingSimulated(bridge);
    const again = await bridge.restart();
    nothingSimulated(again);
  });
});

/** Runs the published examples as far as they go; gives the codes of the refusals. */
async function everyExample(client: Client, ids: string[]): Promise<Set<number>> {
  const codes = new Set<number>();
  const known: Record<string, string> = {};
  const filled = (text: string) =>
    text.replace(/\{\{(\w+)\}\}/g, (_all, name: string) => known[name] ?? liveIds.contract);
  for (const { method, path, body, saves, form } of examples) {
    if (form) continue;
    const sent =
      body === undefined ? {} : { body: JSON.parse(filled(JSON.stringify(body)).replaceAll(/9276\d{12}/g, liveCard)) };
    const answer = await client.ask<{ code?: number }>(method, encodeURI(filled(path)), sent);
    remember(ids, answer);
    if (answer.body?.code !== undefined) codes.add(answer.body.code);
    for (const [name, place] of Object.entries(saves ?? {})) {
      const value = place
        .split('.')
        .reduce<unknown>((of, key) => (of as Record<string, unknown> | null)?.[key], answer.body);
      if (typeof value === 'string') known[name] = value;
    }
  }
  return codes;
}

async function readOperations(bridge: TestBridge): Promise<readonly Operation[]> {
  const description = await fetch(`${bridge.url}/docs/json`);
  return operationsOf((await description.json()) as Parameters<typeof operationsOf>[0]).filter(
    ({ path }) => !LEFT_OUT.test(path),
  );
}

function remember(ids: string[], { status, text }: Answer<unknown>) {
  if (status !== 200) return;
  for (const id of new Set(text.match(/\b[A-Z]{3}_[A-Z0-9]{30}\b/g)))
    if (ids.length < 400 && !ids.includes(id)) ids.push(id);
}

describe('what is simulated', () => {
  /** Tells on standard error which files of the simulation are loaded. */
  const WATCH = `data:text/javascript,import { registerHooks } from 'node:module';
    registerHooks({ load(url, context, next) { if (/\\/(main\\/(sandbox|demo)|drivers\\/simulator)\\//.test(url)) console.error('loaded ' + url); return next(url, context); } });`;

  async function loadedBy(...options: readonly string[]): Promise<readonly string[]> {
    const program = join(import.meta.dirname, '../../main/headless.ts');
    const child = spawn(process.execPath, ['--import', WATCH, program, '--port', '0', ...options], {
      env: { ...process.env, TILLBRIDGE_LOG_LEVEL: 'silent' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    children.push(child);
    let text = '';
    child.stderr.on('data', part => {
      text += part;
    });
    await once(child.stdout, 'data');
    child.kill('SIGTERM');
    await once(child, 'close');
    return [...text.matchAll(/^loaded .*\/main\/(.*)$/gm)].map(([, file = '']) => file);
  }

  it('is never loaded by a live shop', async () => {
    const live = await loadedBy('--data', await liveDirectory());
    // The name of the screen's client, which every shop has.
    expect(live.filter(file => file !== 'demo/ids.ts')).toEqual([]);
    const demo = await loadedBy('--demo', '--data', await demoDirectory());
    expect(demo).toEqual(
      expect.arrayContaining(['sandbox/sandbox.ts', 'sandbox/virtualAcquirer.ts', 'demo/demoShop.ts']),
    );
  });

  it('works in the demo as before', async () => {
    const bridge = await startBridge();
    const client = await bridge.client();
    const { id } = await client.create(sale([item(1500)]));
    expect(ok(await client.post(`/${id}/start/debit`, bodyFor('debit'))).status).toBe('ok');
  });
});
