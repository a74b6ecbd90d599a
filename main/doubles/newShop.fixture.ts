/** A live directory without a shop, and the way through its set-up by API. */
import type { SetupDone, SetupState } from '../wire/setup.ts';
import { type Answer, type Settings, startBridge, type TestBridge, temporaryDirectory } from './bridge.fixture.ts';

export const startEmpty = (settings: Settings = {}): Promise<TestBridge> =>
  startBridge({ data: temporaryDirectory(), ...settings, config: { demo: false, terminals: [], ...settings.config } });

/** The code that the log shows. */
export function codeIn(log: readonly string[]): string {
  const code = log.flatMap(line => /one-time code ([A-Z0-9]{5}-[A-Z0-9]{5})/.exec(line)?.[1] ?? []).at(-1);
  if (code === undefined) throw new Error(`no one-time code in ${log.join('\n')}`);
  return code;
}

export const newShop = {
  shop: { name: 'Café am Markt', street: 'Marktplatz 1', zip: '10115', city: 'Berlin', taxNumber: '11/222/33333' },
  people: [{ username: 'anna', name: 'Anna', role: 'manager', pin: '47110815' }],
  articles: [{ number: '1', ean: '4006381333931', name: 'Espresso', price: '2,40', tax: '19' }],
  cards: [{ cardnumber: '9280000000000018', cash: '20,00' }],
} as const;

export interface Setup {
  readonly token: string;
  ask<T = SetupState>(method: string, path: string, body?: unknown): Promise<Answer<T>>;
  put(parts: object): Promise<Answer<SetupState>>;
  finish(): Promise<Answer<SetupDone>>;
}

export async function beginSetup(bridge: TestBridge, code = codeIn(bridge.log)): Promise<Setup> {
  const { body } = await bridge.ask<{ token: string }>('POST', '/bridge/v1/setup/begin', { body: { code } });
  return setupWith(bridge, body.token);
}

export function setupWith(bridge: TestBridge, token: string): Setup {
  const ask = <T>(method: string, path: string, body?: unknown) =>
    bridge.ask<T>(method, `/bridge/v1/setup${path}`, { token, ...(body === undefined ? {} : { body }) });
  return {
    token,
    ask: ask as Setup['ask'],
    put: parts => ask('PUT', '/draft', parts),
    finish: () => ask('POST', '/finish'),
  };
}
