/** Calls to the bridge: sessions, versions of sales, approvals, and the event stream. */

import { expect, test } from 'vitest';
import { createBridgeClient } from './client.ts';
import type { ConnectionOptions } from './connection.ts';
import { Refusal, Unreachable } from './errors.ts';
import type { BridgeEvent } from './events.ts';

type Handler = (method: string, path: string, request: Request) => Response | Promise<Response>;

const json = (body: unknown, status = 200) => Response.json(body, { status });
const session = (token: string, id = 'USR_1') => ({ access_token: token, expires_in: 1200, user: { id } });
const refused = (status: number) => json({ status: 'error', error_user: 'No.', error_details: 'why', code: 7 }, status);

/** A client whose line ends in `handler`; `log` is every request that arrived. */
function setUp(handler: Handler, more: Partial<ConnectionOptions> = {}) {
  const log: string[] = [];
  const sessions: (string | null)[] = [];
  const client = createBridgeClient({
    base: 'http://till',
    ...more,
    language: () => 'de',
    onSession: next => sessions.push(next?.access_token ?? null),
    fetch: async (input, init) => {
      const request = new Request(input as string, init);
      const { pathname } = new URL(request.url);
      log.push(`${request.method} ${pathname} ${request.headers.get('authorization') ?? '-'}`);
      return handler(request.method, pathname, request);
    },
  });
  return { client, log, sessions };
}

test('renews an expired token once for all calls that need it, and sends each call again', async () => {
  const { client, log, sessions } = setUp((_method, path, request) => {
    if (path.endsWith('/refresh')) return json(session('new'));
    return request.headers.get('authorization') === 'Bearer new' ? json({ path }) : refused(401);
  });
  const answers = await Promise.all([client.till(), client.catalogue()]);
  expect(answers).toEqual([{ path: '/bridge/v1/till' }, { path: '/bridge/v1/catalogue' }]);
  expect(log.filter(line => line.includes('/refresh'))).toHaveLength(1);
  expect(sessions).toEqual(['new']);
});

test('renews the sessions of two windows one after the other, because their cookie is valid once', async () => {
  let cookie = 1;
  let last: Promise<unknown> = Promise.resolve();
  const alone = <T>(renewal: () => Promise<T>): Promise<T> => {
    const mine = last.then(renewal);
    last = mine.catch(() => undefined);
    return mine;
  };
  const window = () =>
    setUp(
      async () => {
        const sent = cookie;
        await new Promise(resolve => setTimeout(resolve));
        if (sent !== cookie) return refused(401);
        cookie += 1;
        return json(session(`token ${cookie}`));
      },
      { oneAtATime: alone },
    );
  const [first, second] = [window(), window()];
  await Promise.all([first.client.resume(), second.client.resume()]);
  expect([first.sessions, second.sessions]).toEqual([['token 2'], ['token 3']]);
});

test('ends the session and fails the call when the session cannot be renewed', async () => {
  const { client, log, sessions } = setUp(() => refused(401));
  await expect(client.till()).rejects.toMatchObject({ status: 401, body: { error_user: 'No.' } });
  expect(sessions).toEqual([null]);
  expect(log).toHaveLength(2);
});

test('ends its session when the shared cookie belongs to another person, and never acts in that name', async () => {
  let cookie = session('mine');
  const { client, log, sessions } = setUp((_method, path, request) => {
    if (path.endsWith('/session')) return json(session('theirs', 'USR_2'));
    if (path.endsWith('/refresh')) return json(cookie);
    return request.headers.get('authorization') === 'Bearer theirs' ? json({}) : refused(401);
  });
  await client.resume();
  cookie = session('theirs', 'USR_2');
  for (const _time of [1, 2]) await expect(client.cancelSale('STX_1')).rejects.toMatchObject({ status: 401 });
  expect(sessions).toEqual(['mine', null, null]);
  expect(log.filter(line => line.endsWith('cancel Bearer theirs'))).toEqual([]);
  await client.signIn({ username: 'other', pin: '1' });
  await client.cancelSale('STX_1');
  expect(sessions.at(-1)).toBe('theirs');
});

test('starts without a session when there is no cookie, and reports no problem', async () => {
  const { client, sessions } = setUp(() => json(null));
  expect(await client.resume()).toBeNull();
  expect(sessions).toEqual([null]);
});

test('keeps the session while the bridge is away', async () => {
  const { client, sessions } = setUp((_method, path) => {
    if (path.endsWith('/refresh')) throw new TypeError('fetch failed');
    return refused(401);
  });
  await expect(client.till()).rejects.toBeInstanceOf(Unreachable);
  expect(sessions).toEqual([]);
});

test('never repeats a payment whose answer was lost', async () => {
  const { client, log } = setUp(() => {
    throw new TypeError('connection reset');
  });
  await expect(client.start('STX_1', 'cashless', {})).rejects.toBeInstanceOf(Unreachable);
  expect(log).toHaveLength(1);
});

test('answers null for an unknown article, and keeps the text of other refusals', async () => {
  const { client } = setUp((_method, path) => refused(path.includes('/cards/') ? 404 : 409));
  expect(await client.card('1 2')).toBe(null);
  await expect(client.article('1')).rejects.toMatchObject({ status: 409, message: 'why' });
});

test('treats an answer without JSON as a refusal without a text', async () => {
  const { client } = setUp(() => new Response('<html>', { status: 502 }));
  const error = await client.screen().catch(caught => caught);
  expect(error).toBeInstanceOf(Refusal);
  expect(error).toMatchObject({ status: 502, body: null });
});

/** A stream whose chunks cut through names, characters and blank lines. */
const cut = (text: string, size: number): ReadableStream<Uint8Array> => {
  const bytes = new TextEncoder().encode(text);
  return new ReadableStream({
    start(controller) {
      for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.slice(at, at + size));
      controller.close();
    },
  });
};

test('reads whole events from any chunks, from the event after the last one', async () => {
  const stream = ': hello\n\nid: 8\nevent: reset\ndata: {}\n\nevent: catalogue\ndata: {"version":"käse"}\n\n';
  for (const size of [1, 3, 1000]) {
    const events: [BridgeEvent, string | undefined][] = [];
    const opened: boolean[] = [];
    let from: string | null = null;
    const { client } = setUp((_method, _path, request) => {
      from = request.headers.get('last-event-id');
      return new Response(cut(stream, size), { headers: { 'content-type': 'text/event-stream' } });
    });
    const handlers = {
      onOpen: () => void opened.push(true),
      onEvent: (event: BridgeEvent, id?: string) => void events.push([event, id]),
    };
    await client.follow('7', handlers, new AbortController().signal);
    expect([opened.length, from]).toEqual([1, '7']);
    expect(events).toEqual([
      [{ name: 'reset', data: {} }, '8'],
      [{ name: 'catalogue', data: { version: 'käse' } }, undefined],
    ]);
  }
});

test('rejects when the stream breaks off, and ends when it is stopped', async () => {
  const { client } = setUp(
    () => new Response(new ReadableStream({ start: controller => controller.error(new Error('reset')) })),
  );
  const handlers = { onOpen: () => {}, onEvent: () => {} };
  await expect(client.follow('0', handlers, new AbortController().signal)).rejects.toBeInstanceOf(Unreachable);
  const { client: refusing } = setUp(() => refused(403));
  await expect(refusing.follow('0', handlers, new AbortController().signal)).rejects.toMatchObject({ status: 403 });
});

test('sends the sale and the kind of a decision about an approval', async () => {
  const sent: unknown[] = [];
  const { client } = setUp(async (_method, _path, request) => {
    sent.push(await request.json());
    return json({});
  });
  await client.decideLate(false, 'STX_1', 'signature');
  expect(sent).toEqual([{ keep: false, transaction: 'STX_1', about: 'signature' }]);
});

test('answers plain text unchanged, also text that looks like a number', async () => {
  const { client } = setUp(() => new Response('12', { headers: { 'content-type': 'text/plain; charset=utf-8' } }));
  expect(await client.ask('GET', '/text')).toBe('12');
});

test('writes a sale on condition that it has the version this page wrote last', async () => {
  const named: (string | null)[] = [];
  let version = 0;
  const { client } = setUp((method, path, request) => {
    if (path.endsWith('preTransaction')) return json({ missing_sum: 0, bonus_products: [] });
    if (method === 'PUT') named.push(request.headers.get('if-match'));
    if (named.length === 4) return refused(412);
    version += 1;
    return Response.json({ id: 'STX_1' }, { headers: { etag: `"${version}"` } });
  });
  const update = () => client.updateSale('STX_1', {});
  await client.createSale({});
  await update();
  await client.applyCard('STX_1', true);
  await update();
  await update();
  await expect(update()).rejects.toMatchObject({ status: 412 });
  await update();
  expect(named).toEqual(['"1"', null, '"3"', '"4"', null]);
});

test('keeps the version of a sale when the token has to be renewed first', async () => {
  const named: (string | null)[] = [];
  const { client } = setUp((method, path, request) => {
    if (path.endsWith('/refresh')) return json(session('new'));
    if (method === 'PUT') named.push(request.headers.get('if-match'));
    if (named.length === 1) return refused(401);
    return Response.json({ id: 'STX_1' }, { headers: { etag: '"1"' } });
  });
  await client.createSale({});
  await client.updateSale('STX_1', {});
  expect(named).toEqual(['"1"', '"1"']);
});

const needs = { operation: 'cancelSale', object: 'STX_1', amount: 99_900, by: 'manager' };
const wants = () => json({ status: 'error', error_user: 'No.', code: 2020, needs }, 403);

test('asks for the approval of a refused call, and sends the call again with the approval', async () => {
  const asked: unknown[] = [];
  const allow = async (one: unknown) => {
    asked.push(one);
    return { 'X-Approval': 'secret' };
  };
  const sent: (string | null)[] = [];
  const { client, log } = setUp(
    (_method, _path, request) => {
      const approval = request.headers.get('x-approval');
      sent.push(approval);
      return approval ? json({ id: 'STX_1', status: 'cancelled' }) : wants();
    },
    { askForApproval: allow },
  );
  expect(await client.cancelSale('STX_1')).toMatchObject({ status: 'cancelled' });
  expect(asked).toEqual([needs]);
  expect(sent).toEqual([null, 'secret']);
  expect(log).toHaveLength(2);
});

test('sends a refused call again only once, and not without an approval', async () => {
  let asked = 0;
  const allow = async () => {
    asked += 1;
    return asked === 1 ? { 'X-Approval': 'secret' } : null;
  };
  const { client, log } = setUp(wants, { askForApproval: allow });
  await expect(client.cancelSale('STX_1')).rejects.toMatchObject({ status: 403 });
  expect([asked, log.length]).toEqual([1, 2]);
  await expect(client.cancelSale('STX_1')).rejects.toMatchObject({ status: 403 });
  expect([asked, log.length]).toEqual([2, 3]);
});
