/** A bridge for the tests of the server: raw requests and refusals. */
import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, expect } from 'vitest';
import { type Answer, type Client, closeAll, startBridge, type TestBridge } from '../doubles/bridge.fixture.ts';

export interface Refusal {
  readonly status: string;
  readonly error: string;
  readonly error_details: string;
  readonly error_user: string;
  readonly code: number;
  readonly supportId: string;
}

export const path = '/api/v2/Smart/Transactions';

/** Every refusal has the one shape, and none tells how the program is built. */
export function refusal(answer: Answer<unknown>): Refusal {
  expect(answer.status, answer.text).toBeGreaterThanOrEqual(400);
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
  const body = answer.body as Refusal;
  expect(body).toMatchObject({ status: 'error' });
  for (const member of ['error', 'error_details', 'error_user', 'supportId'] as const)
    expect(body[member], member).toBeTypeOf('string');
  expect(body.code).toBeTypeOf('number');
  expect(answer.text).not.toMatch(/\.ts:|node_modules|\bat [\w.]+ \(|stack/);
  return body;
}

/** A bridge for the tests of one file, with a client of the till. */
export function serverBridge() {
  const started = {} as {
    bridge: TestBridge;
    till: Client;
  };
  beforeAll(async () => {
    started.bridge = await startBridge({ config: { bodyLimit: 100_000 } });
    started.till = await started.bridge.client();
  });
  afterAll(closeAll);

  const alive = async () => expect((await started.bridge.ask('GET', '/healthz')).status).toBe(200);

  /** Headers that `fetch` will not send. */
  function raw(headers: Record<string, string>, target = path): Promise<{ status: number; text: string }> {
    const { hostname, port } = new URL(started.bridge.url);
    return new Promise((resolve, reject) => {
      const asked = httpRequest({ hostname, port, path: target, headers, setHost: false }, response => {
        let text = '';
        response.on('data', part => {
          text += part;
        });
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
      });
      asked.on('error', reject);
      asked.end();
    });
  }

  return { started, alive, raw };
}
