/** The first run by API: who may set a shop up, the draft, and the one commit that makes the shop. */
import { request as send } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { closeAll, ok, signedIn, startBridge, type TestBridge } from '../../doubles/bridge.fixture.ts';
import { startLiveShop } from '../../doubles/liveShop.fixture.ts';
import { beginSetup, codeIn, newShop, setupWith, startEmpty } from '../../doubles/newShop.fixture.ts';
import { keepNewCode } from '../../setup/codeFile.ts';
import type { SetupState } from '../../wire/setup.ts';

afterEach(closeAll);

interface Refused {
  readonly code: number;
  readonly faults?: readonly { readonly path: string; readonly texts: { readonly de: string; readonly en: string } }[];
}

/** With headers that fetch would not send. */
function raw({ url }: TestBridge, method: string, path: string, headers: Readonly<Record<string, string>>, body = '') {
  return new Promise<{ status: number; body: Refused }>((resolve, reject) => {
    const request = send(`${url}/bridge/v1/setup${path}`, { method, headers }, answer => {
      let text = '';
      answer.on('data', part => {
        text += part;
      });
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body: JSON.parse(text) }));
    });
    request.on('error', reject).end(body);
  });
}

describe('who may set a shop up', () => {
  it('only a caller at this machine: no proxy, no foreign name, no foreign page, although the code is right', async () => {
    const bridge = await startEmpty({ config: { allowedHosts: ['till.example'] } });
    const body = JSON.stringify({ code: codeIn(bridge.log) });
    const json = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) };
    const attacks: [Readonly<Record<string, string>>, number][] = [
      [{ 'x-forwarded-for': '203.0.113.9' }, 5052],
      [{ forwarded: 'for=203.0.113.9' }, 5052],
      [{ via: '1.1 proxy' }, 5052],
      [{ 'x-real-ip': '203.0.113.9' }, 5052],
      [{ 'x-forwarded-host': 'till.example' }, 5052],
      // A name that leads here: allowed for sales, not for the set-up.
      [{ host: 'till.example' }, 5052],
    ];
    for (const [headers, code] of attacks) {
      const answer = await raw(bridge, 'POST', '/begin', { ...json, ...headers }, body);
      expect([answer.status, answer.body.code], JSON.stringify(headers)).toEqual([403, code]);
    }
    // DNS rebinding, and a page of another origin.
    for (const headers of [{ host: 'evil.example' }, { origin: 'http://evil.example' }]) {
      const answer = await raw(bridge, 'POST', '/begin', { ...json, ...headers }, body);
      expect(answer.status, JSON.stringify(headers)).toBe(403);
    }
    expect((await raw(bridge, 'POST', '/begin', json, body)).status).toBe(200);
  });

  it('nobody without the token: not with a token of a client, not with that of another start', async () => {
    const bridge = await startEmpty();
    for (const [method, path] of [
      ['GET', ''],
      ['PUT', '/draft'],
      ['DELETE', '/draft'],
      ['POST', '/finish'],
      ['GET', '/terminals/search'],
      ['POST', '/terminals/check'],
    ] as const) {
      const body =
        method === 'PUT'
          ? {}
          : path.endsWith('check')
            ? { connection: { type: 'tcp', host: 'x', port: 1 } }
            : undefined;
      const answer = await setupWith(bridge, 'x').ask<Refused>(method, path, body);
      expect([answer.status, answer.body.code], `${method} ${path}`).toEqual([401, 5054]);
    }
  });

  it('slows a caller who guesses, and says when to try again', async () => {
    const bridge = await startEmpty();
    const begin = (code: string) => bridge.ask<Refused>('POST', '/bridge/v1/setup/begin', { body: { code } });
    for (let guess = 0; guess < 5; guess += 1) expect((await begin('AAAAA-AAAAA')).body.code).toBe(5053);
    const slowed = await begin('AAAAA-AAAAB');
    expect([slowed.status, slowed.headers.get('retry-after')]).toEqual([429, '2']);
    expect((await begin(codeIn(bridge.log).toLowerCase().replace('-', ' '))).status).toBe(200);
  });

  it('a code is good once; a lost one is replaced by a new one of this machine, or of the next start', async () => {
    const bridge = await startEmpty();
    const lost = codeIn(bridge.log);
    const first = keepNewCode(bridge.data);
    const old = await bridge.ask<Refused>('POST', '/bridge/v1/setup/begin', { body: { code: lost } });
    expect([old.status, old.body.code]).toEqual([401, 5053]);
    const one = await beginSetup(bridge, first);
    const again = await bridge.ask<Refused>('POST', '/bridge/v1/setup/begin', { body: { code: first } });
    expect(again.body.code).toBe(5053);
    const other = await beginSetup(bridge, keepNewCode(bridge.data));
    expect((await other.ask('GET', '')).status).toBe(200);
    expect((await one.ask('GET', '')).status).toBe(401);
    const later = await bridge.restart();
    expect(codeIn(later.log)).not.toBe(lost);
    expect((await setupWith(later, other.token).ask('GET', '')).status).toBe(401);
  });

  it('nothing else answers before there is a shop', async () => {
    const bridge = await startEmpty();
    for (const path of ['/api/v2/Smart/Transactions', '/bridge/v1/till', '/BRIDGE/v1/shop', '//bridge/v1/articles/1']) {
      const answer = await bridge.ask<Refused>('GET', path);
      expect([answer.status, answer.body.code], path).toEqual([403, 5050]);
    }
    expect((await bridge.ask('GET', '/healthz')).status).toBe(200);
  });

  it('no demo and no shop that stands is set up again', async () => {
    for (const bridge of [await startBridge(), await startLiveShop()]) {
      const answer = await bridge.ask<Refused>('POST', '/bridge/v1/setup/begin', { body: { code: 'AAAAA-AAAAA' } });
      expect([answer.status, answer.body.code]).toEqual([405, 5051]);
      expect(bridge.log.join('\n')).not.toContain('one-time code');
    }
  });
});

describe('the draft', () => {
  it('is kept over a restart, names what is missing, and never gives a secret back', async () => {
    const bridge = await startEmpty();
    const setup = await beginSetup(bridge);
    const { body } = await setup.put({ shop: { name: 'Café' }, people: newShop.people });
    expect(body.draft).toEqual({ shop: { name: 'Café' }, people: [{ ...newShop.people[0], pin: null }] });
    expect(body.faults).toEqual([]);
    const later = await bridge.restart();
    const resumed = await beginSetup(later);
    // The person is sent as it was shown: the PIN stays.
    const shown = ok(await resumed.ask<SetupState>('GET', ''));
    expect(shown.draft).toEqual(body.draft);
    ok(await resumed.put({ people: shown.draft.people }));
    ok(await resumed.finish());
    const staff = await later.ask('POST', '/bridge/v1/session', { body: { username: 'anna', pin: '47110815' } });
    expect(staff.status).toBe(200);
    // No trace of a PIN in the clear, in a row or in the log.
    const rows = later.rows('SELECT * FROM audit_entry');
    expect(JSON.stringify(rows) + later.log.join('\n') + bridge.log.join('\n')).not.toContain('47110815');
  });

  it('refuses what no set-up can have, with its place, and keeps the rest as it was', async () => {
    const setup = await beginSetup(await startEmpty());
    ok(await setup.put({ shop: { name: 'Café' } }));
    const wrong: [object, string][] = [
      [{ shop: { name: 'x', colour: 'red' } }, 'shop.colour'],
      [{ shop: { name: '' } }, 'shop.name'],
      [{ surprise: 1 }, 'surprise'],
      [{ people: [{ username: 'a b', name: 'A', role: 'manager' }] }, 'people[0].username'],
      [{ people: [{ username: 'a', name: 'A', role: 'owner' }] }, 'people[0].role'],
      [{ articles: 'articles.csv' }, 'articles'],
      [
        { upstream: { address: 'http://127.0.0.1:1', client_secret: { file: '/etc/passwd' } } },
        'upstream.client_secret',
      ],
      [{ terminals: [{ name: 'T1', connection: { type: 'tcp', host: 'x' } }] }, 'terminals[0].connection.port'],
    ];
    for (const [parts, path] of wrong) {
      const answer = await setup.ask<Refused>('PUT', '/draft', parts);
      expect(answer.body.code, path).toBe(5055);
      expect(
        answer.body.faults?.map(fault => fault.path),
        path,
      ).toContain(path);
    }
    expect(ok(await setup.ask<SetupState>('GET', '')).draft).toEqual({ shop: { name: 'Café' } });
  });

  it('names faults of the whole in both languages, and finishing it changes nothing', async () => {
    const bridge = await startEmpty();
    const setup = await beginSetup(bridge);
    const { body } = await setup.put({
      shop: { name: 'Café', currency: 'XXY', timeZone: 'Mars/North' },
      people: [{ username: 'anna', name: 'Anna', role: 'cashier', pin: '12' }],
      articles: [{ number: '1', name: 'A', price: '1.000.000.000', tax: '19' }],
    });
    const places = body.faults.map(({ path }) => path);
    expect(places).toEqual(expect.arrayContaining(['shop.currency', 'shop.timeZone', 'people[0].pin', 'people']));
    expect(places.some(path => path.startsWith('articles[0]'))).toBe(true);
    for (const { texts } of body.faults) expect(texts.de !== '' && texts.en !== '').toBe(true);
    const refused = await setup.ask<Refused>('POST', '/finish');
    expect([refused.body.code, refused.body.faults?.length]).toEqual([5055, body.faults.length]);
    expect(bridge.rows('SELECT id FROM merchant UNION SELECT id FROM staff')).toEqual([]);
  });

  it('is forgotten when it is discarded', async () => {
    const setup = await beginSetup(await startEmpty());
    ok(await setup.put(newShop));
    ok(await setup.ask('DELETE', '/draft'));
    expect(ok(await setup.ask<SetupState>('GET', '')).draft).toEqual({});
  });
});

describe('finishing', () => {
  it('makes a shop that sells: its own article, its own card, its own till, without a restart', async () => {
    const bridge = await startEmpty();
    const setup = await beginSetup(bridge);
    ok(await setup.put(newShop));
    const done = ok(await setup.finish());
    expect(done.restarts).toBe(false);
    expect(done.changes.length).toBeGreaterThan(4);
    const login = ok(
      await bridge.ask<{ access_token: string }>('POST', '/bridge/v1/session', {
        body: { username: 'anna', pin: '47110815' },
      }),
    );
    const token = login.access_token;
    const ask = <T>(method: string, path: string, body?: unknown) =>
      bridge.ask<T>(method, path, { token, ...(body === undefined ? {} : { body }) });
    const article = ok(
      await ask<{ desc: string; price: number; tax: number }>('GET', '/bridge/v1/articles/4006381333931'),
    );
    expect(article).toMatchObject({ desc: 'Espresso', price: 240, tax: 19 });
    const { id } = ok(
      await ask<{ id: string }>('POST', '/api/v2/Smart/Transactions', {
        basket: { products: [{ ean: '4006381333931', desc: 'Espresso', quantity: 2, priceOne: 240, tax: 19 }] },
        idents: [{ type: 'card', value: newShop.cards[0].cardnumber }],
      }),
    );
    const before = ok(await ask<{ missing_sum: number }>('POST', `/api/v2/Smart/Transactions/${id}/preTransaction`));
    expect(before.missing_sum).toBe(0);
    const sold = ok(await ask<{ status: string }>('POST', `/api/v2/Smart/Transactions/${id}/start/loyalty`));
    expect(sold.status).toBe('ok');
    const tills = ok(await ask<{ count: number }>('GET', '/bridge/v1/tills'));
    expect(tills.count).toBe(1);
  });

  it('happens once: two at the same time are one, a second set-up is refused, the code is void', async () => {
    const bridge = await startEmpty();
    const setup = await beginSetup(bridge);
    ok(await setup.put(newShop));
    const both = await Promise.all([setup.finish(), setup.finish(), setup.put({ shop: { name: 'Other' } })]);
    const [first, second, change] = both.map(({ status }) => status);
    expect(first).toBe(second);
    // A change that came first stops the finish; otherwise the change comes too late. Never both.
    expect([first, change]).not.toEqual([200, 200]);
    if (first !== 200) ok(await setup.finish());
    expect(bridge.rows('SELECT id FROM merchant').length).toBe(1);
    expect(bridge.rows('SELECT * FROM setup_draft')).toEqual([]);
    for (const [path, body] of [
      ['/begin', { code: codeIn(bridge.log) }],
      ['/finish', undefined],
    ] as const)
      expect((await setup.ask<Refused>('POST', path, body)).body.code).toBe(5051);
  });

  it('gives managers the set-up as a file without secrets', async () => {
    const bridge = await startEmpty();
    const setup = await beginSetup(bridge);
    ok(
      await setup.put({
        ...newShop,
        clients: [{ id: 'register-1', secret: 'a-very-long-secret-of-the-register', scopes: ['smart', 'manage'] }],
      }),
    );
    ok(await setup.finish());
    const { ask } = await signedIn(bridge.ask, 'register-1', 'a-very-long-secret-of-the-register', {});
    const file = await ask<{ shop: object }>('GET', '/bridge/v1/setup/export');
    expect(file.status).toBe(200);
    expect(file.body.shop).toMatchObject({ name: 'Café am Markt' });
    expect(file.text).not.toMatch(/47110815|a-very-long/);
  });
});
