/** The page behind `verification_url`, as a browser without scripts uses it. */
import { afterAll, describe, expect, it } from 'vitest';
import { closeAll, ok, startBridge, type TestBridge } from '../../doubles/bridge.fixture.ts';
import { specifies } from '../../doubles/specifies.ts';

afterAll(closeAll);

interface Sight {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
}

/** Keeps cookies and follows redirects by itself, as a browser does. */
function browser({ url }: TestBridge, language = 'de') {
  let cookie = '';
  async function visit(
    path: string,
    fields?: Record<string, string>,
    headers: Record<string, string> = {},
  ): Promise<Sight> {
    const response = await fetch(url + path, {
      method: fields ? 'POST' : 'GET',
      redirect: 'manual',
      headers: { 'accept-language': language, ...(cookie ? { cookie } : {}), ...headers },
      ...(fields ? { body: new URLSearchParams(fields) } : {}),
    });
    const [set] = response.headers.getSetCookie();
    if (set) cookie = set.split(';')[0] ?? '';
    if (response.status === 303) return visit(response.headers.get('location') ?? '');
    return { status: response.status, text: await response.text(), headers: response.headers };
  }
  const hidden = ({ text }: Sight) =>
    Object.fromEntries([...text.matchAll(/type="hidden" name="(\w+)" value="([^"]+)"/g)].map(([, ...pair]) => pair));
  return {
    visit,
    hidden,
    cookie: () => cookie,
    login: (username = 'cashier@demo.example', pin = '1111') => visit('/device/login', { username, pin }),
    async send(path: string, fields: Record<string, string>) {
      return visit(path, { ...hidden(await visit('/device')), ...fields });
    },
  };
}

const demo = { grant_type: 'device', client_id: 'demo-client', client_secret: 'demo-secret' };

async function waiting(bridge: TestBridge) {
  const codes = ok(
    await bridge.ask<{ device_code: string; user_code: string; verification_url: string }>('POST', '/oauth/token', {
      body: { ...demo, uuid: '/vendor/demo/till/1' },
    }),
  );
  const poll = async () => {
    const { status, body } = await bridge.ask<{ error?: string }>('POST', '/oauth/token', {
      body: { ...demo, code: codes.device_code },
    });
    return [status, body.error];
  };
  return { ...codes, path: new URL(codes.verification_url).pathname, poll };
}

describe('the verification page', () => {
  it('lets a device in: sign in, type the code, see which device it is, agree', async () => {
    specifies({ Authentication: 'verification_url: a person logs in and enters the user_code' });
    const bridge = await startBridge();
    const { user_code, path, poll } = await waiting(bridge);
    const page = browser(bridge);
    const first = await page.visit(path);
    expect(first.text).toMatch(/<html lang="de">[\s\S]*Benutzername/);
    expect((await page.login()).text).toContain('Angemeldet als Kasse');
    const asked = await page.send('/device/code', {
      user_code: ` ${user_code.toLowerCase().slice(0, 4)}-${user_code.slice(4)}`,
    });
    for (const fact of ['Kasse 1', 'Marktplatz', '/vendor/demo/till/1']) expect(asked.text).toContain(fact);
    expect(await poll()).toEqual([401, 'authorization_pending']);
    const done = await page.send('/device/decision', { decision: 'approve' });
    expect(done.text).toContain('Das Gerät ist angemeldet');
    expect((await poll())[0]).toBe(200);
    expect((await page.visit(path)).text).toContain('Geben Sie den Code ein');
  });

  it('speaks English to those who read it', async () => {
    const bridge = await startBridge();
    expect((await browser(bridge, 'en-GB,de;q=0.5').visit('/device')).text).toMatch(/<html lang="en">[\s\S]*User name/);
  });

  it('refusing is final: the device is refused until it asks for a new code', async () => {
    specifies({ Authentication: 'the person may refuse', Errors: 'access_denied: the person refused; final' });
    const bridge = await startBridge();
    const { user_code, poll } = await waiting(bridge);
    const page = browser(bridge);
    await page.login();
    await page.send('/device/code', { user_code });
    const done = await page.send('/device/decision', { decision: 'refuse' });
    expect(done.text).toContain('abgelehnt');
    expect(await poll()).toEqual([401, 'access_denied']);
    expect(await poll()).toEqual([401, 'access_denied']);
    const again = await page.send('/device/code', { user_code });
    expect(again.status).toBe(404);
    expect((await (await waiting(bridge)).poll())[1]).toBe('authorization_pending');
  });

  it('going back decides nothing', async () => {
    const bridge = await startBridge();
    const { user_code, poll } = await waiting(bridge);
    const page = browser(bridge);
    await page.login();
    await page.send('/device/code', { user_code });
    expect((await page.send('/device/decision', { decision: 'back' })).text).toContain('Geben Sie den Code ein');
    expect(await poll()).toEqual([401, 'authorization_pending']);
  });

  it.each([
    ['a wrong PIN', 'cashier@demo.example', '0000', 401, 'nicht richtig'],
    ['nobody', 'nobody', '1111', 401, 'nicht richtig'],
    ['nothing', '', '', 400, 'füllen'],
  ])('refuses %s and names the reason beside the field', async (_what, username, pin, status, words) => {
    const bridge = await startBridge();
    const page = browser(bridge);
    const refused = await page.login(username, pin);
    expect(refused.status).toBe(status);
    expect(refused.text).toMatch(/<title>Fehler: /);
    expect(refused.text).toMatch(new RegExp(`role="alert">[^<]*${words}`));
    expect(refused.text).toContain('aria-describedby="problem"');
    expect(page.cookie()).toBe('');
  });

  it('locks guessing at PINs, together with the token endpoint', async () => {
    const bridge = await startBridge();
    const page = browser(bridge);
    for (let miss = 0; miss < 10; miss += 1)
      expect((await page.login(undefined, '0000')).status).toBe(miss < 3 ? 401 : 429);
    expect((await page.login()).status).toBe(429);
    const token = await bridge.ask('POST', '/oauth/token', {
      body: { ...demo, grant_type: 'appuser', username: 'cashier@demo.example', password: '1111', device: 'x' },
    });
    expect(token.status).toBe(429);
    bridge.clock.pass(30_000);
    expect((await page.login()).status).toBe(200);
  });

  it('slows guessing at codes, and takes the right one', async () => {
    const bridge = await startBridge();
    const { user_code } = await waiting(bridge);
    const page = browser(bridge);
    await page.login();
    for (let miss = 0; miss < 5; miss += 1)
      expect((await page.send('/device/code', { user_code: `WRONG${miss}` })).status).toBe(404);
    const locked = await page.send('/device/code', { user_code: 'WRONG5' });
    expect([locked.status, /Zu viele falsche Codes/.test(locked.text)]).toEqual([429, true]);
    expect((await page.send('/device/code', { user_code })).status).toBe(200);
  });

  it('does not let the back office in, which only reads', async () => {
    const bridge = await startBridge();
    bridge.alter(`INSERT INTO staff (id, merchant, username, name, role, pin_hash) SELECT 'USR_B', merchant, 'office@demo.example', 'Büro', 'backoffice', pin_hash
      FROM staff WHERE username = 'cashier@demo.example'`);
    const refused = await browser(bridge).login('office@demo.example');
    expect([refused.status, /keine Geräte/.test(refused.text)]).toEqual([403, true]);
  });

  it('takes a form only from the session it was drawn for, and only from its own page', async () => {
    const bridge = await startBridge();
    const { user_code, poll } = await waiting(bridge);
    const page = browser(bridge);
    await page.login();
    expect((await page.visit('/device/code', { user_code, csrf: 'guessed' })).status).toBe(403);
    expect((await page.visit('/device/code', { user_code })).status).toBe(403);
    const foreign = await page.visit('/device/login', { username: 'a', pin: 'b' }, { origin: 'http://evil.example' });
    expect(foreign.status).toBe(403);
    expect((await browser(bridge).visit('/device/decision', { decision: 'approve' })).text).toContain('Benutzername');
    expect(await poll()).toEqual([401, 'authorization_pending']);
  });

  it('keeps its session where no script and no other page can read it, and for ten minutes', async () => {
    const bridge = await startBridge();
    const answer = await fetch(`${bridge.url}/device/login`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ username: 'cashier@demo.example', pin: '1111' }),
    });
    const [set = ''] = answer.headers.getSetCookie();
    for (const attribute of ['HttpOnly', 'SameSite=Strict', 'Path=/device', 'Max-Age=600'])
      expect(set).toContain(attribute);
    const page = browser(bridge);
    await page.login();
    bridge.clock.pass(600_000);
    expect((await page.visit('/device')).text).toContain('Benutzername');
  });

  it('signs out', async () => {
    const bridge = await startBridge();
    const page = browser(bridge);
    await page.login();
    expect((await page.send('/device/logout', {})).text).toContain('Benutzername');
    expect((await page.visit('/device')).text).toContain('Benutzername');
  });

  it('runs no scripts, loads nothing, stays out of frames, and writes what was typed as text', async () => {
    const bridge = await startBridge();
    const page = browser(bridge);
    const refused = await page.login('"><script>alert(1)</script>', 'x');
    expect(refused.text).not.toContain('<script');
    expect(refused.text).toContain('&quot;&gt;&lt;script&gt;');
    const policy = refused.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
    expect(refused.headers.get('cache-control')).toBe('no-store');
  });

  it('decides about the device that the page showed, not about one asked for in another tab', async () => {
    const bridge = await startBridge();
    const { user_code, poll } = await waiting(bridge);
    const second = '/vendor/demo/till/2';
    const shop = await bridge.client();
    ok(await shop.ask('POST', '/api/v2/Smart/Devices', { body: { type: 'cashier', vendor_uid: second } }));
    const other = ok(
      await bridge.ask<{ user_code: string }>('POST', '/oauth/token', { body: { ...demo, uuid: second } }),
    );
    const page = browser(bridge);
    await page.login();
    const first = page.hidden(await page.send('/device/code', { user_code }));
    await page.send('/device/code', { user_code: other.user_code });
    const done = await page.visit('/device/decision', { ...first, decision: 'approve' });
    expect(done.text).toContain('Geben Sie den Code ein');
    expect(bridge.rows("SELECT 1 FROM device_code WHERE state <> 'waiting'")).toEqual([]);
    await page.send('/device/code', { user_code });
    await page.send('/device/decision', { decision: 'approve' });
    expect((await poll())[0]).toBe(200);
  });

  it('a code that runs out while the person decides is refused', async () => {
    const bridge = await startBridge();
    const { user_code } = await waiting(bridge);
    bridge.clock.pass(1_199_000);
    const page = browser(bridge);
    await page.login();
    await page.send('/device/code', { user_code });
    bridge.clock.pass(2000);
    expect((await page.send('/device/decision', { decision: 'approve' })).status).toBe(404);
  });
});
