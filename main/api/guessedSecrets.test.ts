/**
 * Every secret that somebody can guess at over HTTP: of guesses sent all at once no more learn their result than of guesses sent one
 * by one, and the right secret passes after wrong ones.
 */
import { afterEach, describe, expect, it } from 'vitest';
import { type Client, closeAll, ok, startBridge, type TestBridge } from '../doubles/bridge.fixture.ts';
import { codeIn, startEmpty } from '../doubles/newShop.fixture.ts';
import { demoIds } from '../world/demoIds.ts';

afterEach(closeAll);

type Ending = 'right' | 'wrong' | 'locked';

/** How one secret is tried. */
interface Trial {
  readonly bridge: TestBridge;
  wrong(index: number): Promise<Ending>;
  right(): Promise<Ending>;
}

interface Row {
  readonly secret: string;
  /** Wrong ones that are answered as wrong; the next ones are asked to wait. */
  readonly free: number;
  /** A short secret: from the tenth wrong one on the right one waits, too. */
  readonly short: boolean;
  begin(): Promise<Trial>;
}

const CARDS = '/api/v2/Loyalty/MerchantCards';
const endings: Readonly<Record<number, Ending>> = { 200: 'right', 303: 'right', 429: 'locked' };
const byStatus = ({ status }: { readonly status: number }): Ending => endings[status] ?? 'wrong';
const pinOf = (index: number) => String(3000 + index);
const grant = { client_id: 'demo-client', client_secret: 'demo-secret' };

/** Trials that are one POST with another secret in it. */
const posts =
  (path: string, bodyOf: (secret: string) => object, right: string, wrongOf: (index: number) => string = pinOf) =>
  async (): Promise<Trial> => {
    const bridge = await startBridge();
    const send = async (secret: string) => byStatus(await bridge.ask('POST', path, { body: bodyOf(secret) }));
    return { bridge, wrong: index => send(wrongOf(index)), right: () => send(right) };
  };

async function approvals(): Promise<Trial> {
  const bridge = await startBridge();
  const cashier = await bridge.staff('cashier');
  const approve = async (pin: string) => {
    const body = {
      username: 'manager@demo.example',
      pin,
      reason: 'x',
      operation: 'kioskExit',
      object: 'kiosk',
      amount: 0,
    };
    return byStatus(await cashier.ask('POST', '/bridge/v1/approvals', { body }));
  };
  return { bridge, wrong: index => approve(pinOf(index)), right: () => approve('9999') };
}

async function ownPin(): Promise<Trial> {
  const bridge = await startBridge();
  const cashier = await bridge.staff('cashier');
  const change = async (pin: string) =>
    byStatus(await cashier.ask('PUT', '/bridge/v1/session/pin', { body: { pin, new_pin: '2718' } }));
  return { bridge, wrong: index => change(pinOf(index)), right: () => change('1111') };
}

async function verificationPage(): Promise<Trial> {
  const bridge = await startBridge();
  const signIn = async (pin: string) => {
    const body = new URLSearchParams({ username: 'manager@demo.example', pin });
    return byStatus(await fetch(`${bridge.url}/device/login`, { method: 'POST', body, redirect: 'manual' }));
  };
  return { bridge, wrong: index => signIn(pinOf(index)), right: () => signIn('9999') };
}

async function deviceCode(): Promise<Trial> {
  const bridge = await startBridge();
  const body = { ...grant, grant_type: 'device', uuid: '/vendor/demo/till/1' };
  const { user_code } = ok(await bridge.ask<{ user_code: string }>('POST', '/oauth/token', { body }));
  const cashier = await bridge.staff('cashier');
  const approve = async (code: string) =>
    byStatus(await cashier.ask('PUT', '/api/v2/Smart/Devices/pin', { body: { user_pin: code } }));
  return { bridge, wrong: index => approve(`BBBB${pinOf(index + 5999)}`), right: () => approve(user_code) };
}

async function displayCode(): Promise<Trial> {
  const bridge = await startBridge();
  const client = await bridge.client();
  const { code } = ok(await client.ask<{ code: string }>('POST', '/bridge/v1/displays/codes', { body: {} }));
  const pair = async (given: string) =>
    byStatus(await bridge.ask('POST', '/bridge/v1/display/pairing', { body: { code: given } }));
  return { bridge, wrong: index => pair(`1${pinOf(index)}`), right: () => pair(code) };
}

async function cardCode(kind: 'passcode' | 'csc'): Promise<Trial> {
  const bridge = await startBridge();
  const client: Client = await bridge.client();
  const issue = `${CARDS}/me/createMerchantcards/${demoIds.baseGroup}`;
  const made = await client.ask<readonly { id: string; csc: string }[]>('POST', issue, { body: { cards_amount: 1 } });
  const [{ id, csc } = { id: '', csc: '' }] = ok(made);
  ok(await client.ask('POST', `${CARDS}/${id}/newPasscode`, { body: { passcode: '1111' } }));
  const check = async (code: string): Promise<Ending> => {
    const [path, body] = kind === 'csc' ? ['checkCsc', { csc: code }] : ['checkPasscode', { pin: code }];
    const answer = await client.ask<{ result?: boolean; code?: number }>('POST', `${CARDS}/${id}/${path}`, { body });
    return answer.body.code === 75 ? 'locked' : answer.body.result ? 'right' : 'wrong';
  };
  const wrongCsc = (index: number) => String(((Number(csc) || 0) + 1 + index) % 10_000).padStart(4, '0');
  return {
    bridge,
    wrong: index => check(kind === 'csc' ? wrongCsc(index) : pinOf(index)),
    right: () => check(kind === 'csc' ? csc : '1111'),
  };
}

async function setupCode(): Promise<Trial> {
  const bridge = await startEmpty();
  const begin = async (code: string) =>
    byStatus(await bridge.ask('POST', '/bridge/v1/setup/begin', { body: { code } }));
  return { bridge, wrong: index => begin(`AAAAA-A${pinOf(index)}`), right: () => begin(codeIn(bridge.log)) };
}

const appUser = { ...grant, grant_type: 'appuser', username: 'cashier@demo.example', device: 'x' };
const rows: readonly Row[] = [
  {
    ...{ secret: 'the secret of a client', free: 20, short: false },
    begin: posts(
      '/oauth/token',
      client_secret => ({ client_id: 'demo-client', grant_type: 'client_credentials', client_secret }),
      'demo-secret',
    ),
  },
  {
    ...{ secret: 'a PIN at the token endpoint', free: 3, short: true },
    begin: posts('/oauth/token', password => ({ ...appUser, password }), '1111'),
  },
  {
    ...{ secret: 'a PIN at the sign-in', free: 3, short: true },
    begin: posts('/bridge/v1/session', pin => ({ username: 'cashier@demo.example', pin }), '1111'),
  },
  { secret: 'a PIN on the page that admits devices', free: 3, short: true, begin: verificationPage },
  { secret: 'the own PIN, to change it', free: 3, short: true, begin: ownPin },
  { secret: 'the PIN of an approval', free: 3, short: true, begin: approvals },
  { secret: 'the passcode of a loyalty card', free: 3, short: true, begin: () => cardCode('passcode') },
  { secret: 'the security code of a loyalty card', free: 3, short: true, begin: () => cardCode('csc') },
  { secret: 'the code of a device', free: 5, short: false, begin: deviceCode },
  { secret: 'the code of a customer display', free: 5, short: false, begin: displayCode },
  { secret: 'the one-time code of a set-up', free: 5, short: false, begin: setupCode },
];

describe.each(rows)('$secret', ({ free, short, begin }) => {
  it('is not learned faster by guesses that are sent all at once', async () => {
    const { bridge, wrong, right } = await begin();
    const answers = await Promise.all(Array.from({ length: 40 }, (_, index) => wrong(index)));
    expect(answers.filter(answer => answer === 'wrong')).toHaveLength(free);
    expect(answers.filter(answer => answer === 'locked')).toHaveLength(40 - free);
    if (short) {
      expect(await right()).toBe('locked');
      bridge.clock.pass(30_000);
    }
    expect(await right()).toBe('right');
  });

  it('passes at once after as many wrong ones as are answered, and one more', async () => {
    const { wrong, right } = await begin();
    for (let index = 0; index < free; index += 1) expect(await wrong(index)).toBe('wrong');
    expect(await wrong(free)).toBe('locked');
    expect(await right()).toBe('right');
  });
});
