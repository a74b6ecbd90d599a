/** Requests whose end two programs would see at different places, and headers that hide another one: refused, and the hidden request is not answered. */
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeAll, startBridge, type TestBridge } from '../doubles/bridge.fixture.ts';

let bridge: TestBridge;
let token = '';
beforeAll(async () => {
  bridge = await startBridge();
  token = (await bridge.client()).token;
});
afterAll(closeAll);

/** Everything that is answered until the bridge hangs up. */
function answersTo(bytes: string): Promise<string> {
  const { hostname, port } = new URL(bridge.url);
  return new Promise(resolve => {
    let text = '';
    const socket = connect(Number(port), hostname, () => socket.write(bytes, 'latin1'));
    socket.on('data', part => {
      text += part;
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(text));
  });
}

const statuses = (answers: string): number[] =>
  [...answers.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status));

const HIDDEN = 'GET /hidden HTTP/1.1\r\nHost: localhost\r\n\r\n';
const post = (...headers: string[]) =>
  [
    'POST /api/v2/Smart/Transactions HTTP/1.1',
    'Host: localhost',
    'Authorization: Bearer TOKEN',
    'Content-Type: application/json',
    ...headers,
    '',
    '',
  ].join('\r\n');

describe('a request whose length is told twice', () => {
  it.each([
    ['length and chunks', post('Content-Length: 5', 'Transfer-Encoding: chunked'), `0\r\n\r\n${HIDDEN}`],
    ['chunks and length', post('Transfer-Encoding: chunked', 'Content-Length: 5'), `0\r\n\r\n${HIDDEN}`],
    ['two lengths', post('Content-Length: 2', 'Content-Length: 60'), `{}${HIDDEN}`],
    ['two lengths in one header', post('Content-Length: 2, 60'), `{}${HIDDEN}`],
    ['an encoding that is not chunked', post('Transfer-Encoding: gzip, identity'), `{}${HIDDEN}`],
    ['chunked, and something after it', post('Transfer-Encoding: chunked, identity'), `0\r\n\r\n${HIDDEN}`],
    ['a space before the colon', post('Transfer-Encoding : chunked', 'Content-Length: 2'), `{}${HIDDEN}`],
    ['a folded header', post('Transfer-Encoding:\r\n chunked', 'Content-Length: 2'), `{}${HIDDEN}`],
    ['a tab instead of the colon', post('Content-Length\t2'), `{}${HIDDEN}`],
    ['a length with a sign', post('Content-Length: +2'), `{}${HIDDEN}`],
    ['a length below zero', post('Content-Length: -2'), `{}${HIDDEN}`],
    ['a length in hexadecimal', post('Content-Length: 0x2'), `{}${HIDDEN}`],
    ['a chunk whose size is none', post('Transfer-Encoding: chunked'), `zz\r\n{}\r\n0\r\n\r\n${HIDDEN}`],
    [
      'a chunk size beyond all numbers',
      post('Transfer-Encoding: chunked'),
      `ffffffffffffffffff\r\n{}\r\n0\r\n\r\n${HIDDEN}`,
    ],
    ['a chunk without its end of line', post('Transfer-Encoding: chunked'), `2\r\n{}0\r\n\r\n${HIDDEN}`],
    ['lines that end with LF alone', post('Transfer-Encoding: chunked').replaceAll('\r\n', '\n'), `0\n\n${HIDDEN}`],
    ['a NUL in a header', post('X-Till: a\0b', 'Content-Length: 2'), `{}${HIDDEN}`],
    ['CR inside a header', post('X-Till: a\rContent-Length: 60', 'Content-Length: 2'), `{}${HIDDEN}`],
  ])('%s: is refused, nothing behind it is read, and nothing is created', async (_, head, body) => {
    const answered = statuses(await answersTo(head.replace('TOKEN', token) + body));
    expect(answered.every(status => status === 400)).toBe(true);
    expect(answered.length).toBeLessThanOrEqual(1);
    expect(bridge.rows('SELECT 1 FROM smart_transaction')).toEqual([]);
  });
});

it('two whole requests at once are two, each answered in its turn', async () => {
  const first = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n';
  const last = HIDDEN.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n');
  expect(statuses(await answersTo(first + last))).toEqual([200, 404]);
});

it('no header of an answer comes from the address that was asked', async () => {
  const hostile = [
    '/%0d%0aX-Injected:%201',
    '/api/v2/Smart/Transactions?q=%0d%0aSet-Cookie:%20a=b',
    '/docs/manual/%0aX:1',
  ];
  for (const path of hostile) {
    const answer = await answersTo(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
    const head = answer.slice(0, answer.indexOf('\r\n\r\n'));
    expect(head).not.toMatch(/^(x-injected|set-cookie|x):/im);
  }
});

it.each(['TRACE', 'CONNECT', 'TRACK', 'PROPFIND', 'DEBUG'])('the method %s is not known', async method => {
  const target = method === 'CONNECT' ? 'localhost:80' : '/healthz';
  const answered = statuses(
    await answersTo(`${method} ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`),
  );
  expect(answered.every(status => status >= 400 && status < 500)).toBe(true);
});

describe('bytes behind a request that is at work', () => {
  it.each([
    ['the NUL at the end of a text', '\0'],
    ['garbage', 'garbage\r\n\r\n'],
    ['half a request that is none', 'GET /\0'],
  ])('%s: the payment is answered, not the bytes, and its connection ends', async (_, bytes) => {
    const till = await bridge.client();
    const { id } = await till.create({ basket: { products: [{ desc: 'Tea', quantity: 1, priceOne: 500, tax: 7 }] } });
    const head = post('Content-Length: 2')
      .replace('TOKEN', token)
      .replace('Transactions', `Transactions/${id}/start/cashless`);
    const answers = await answersTo(`${head}{}${bytes}${HIDDEN}`);
    expect(statuses(answers)).toEqual([200]);
    expect(answers).toMatch(/^connection: close\r$/im);
    expect(JSON.parse(answers.split('\r\n\r\n')[1] ?? '')).toMatchObject({ id, status: 'ok' });
  });
});

describe('the first line', () => {
  const asked = async (line: string, ...headers: string[]) =>
    answersTo([`${line} HTTP/1.1`, ...headers, 'Connection: close', '', ''].join('\r\n'));

  // RFC 9112, 3.2.2: clients of proxies send it to servers, too, and a server has to take it.
  it.each([
    ['GET http://localhost/healthz', 200],
    ['GET HTTP://LOCALHOST/healthz?a=http://b/c', 200],
    ['GET https://localhost/healthz', 200],
    ['GET http://localhost', 200],
    ['GET http://localhost?a=1', 200],
    ['GET http://localhost/hidden', 404],
    ['GET http://localhost:80/healthz', 400],
    ['GET http://elsewhere.example/healthz', 400],
    ['GET http://user@localhost/healthz', 400],
    ['GET http:///healthz', 404],
    ['GET ftp://localhost/healthz', 400],
  ])('%s, of the Host localhost: %i', async (line, status) => {
    expect(statuses(await asked(line, 'Host: localhost'))).toEqual([status]);
  });

  it('that names a foreign host twice alike is refused as a path of that host is', async () => {
    for (const target of ['http://elsewhere.example/healthz', '/healthz'])
      expect(statuses(await asked(`GET ${target}`, 'Host: elsewhere.example'))).toEqual([
        statuses(await asked('GET /healthz', 'Host: elsewhere.example'))[0],
      ]);
  });

  it.each([
    '/healthz',
    '/docs/json',
    '/',
    '/bridge/v1/till',
    '/api/v2/Smart/Transactions',
    '/bridge/v1/events',
    '/hidden',
  ])('HEAD %s has the head of GET and no body', async path => {
    const bearer = ['Host: localhost', `Authorization: Bearer ${token}`];
    const head = await asked(`HEAD ${path}`, ...bearer);
    expect(head.slice(head.indexOf('\r\n\r\n') + 4)).toBe('');
    if (path !== '/bridge/v1/events') expect(statuses(head)).toEqual(statuses(await asked(`GET ${path}`, ...bearer)));
    else expect(statuses(head)).toEqual([200]);
  });

  it('HEAD of what needs a right, without one, is refused as GET is, and a HEAD moves nothing', async () => {
    expect(statuses(await asked('HEAD /bridge/v1/till', 'Host: localhost'))).toEqual([401]);
    expect(statuses(await asked('HEAD /api/v2/Smart/Transactions/STX_1/start/cash', 'Host: localhost'))).toEqual(
      statuses(await asked('GET /api/v2/Smart/Transactions/STX_1/start/cash', 'Host: localhost')),
    );
  });
});
