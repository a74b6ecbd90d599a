import type { Refusal } from '../../checkout/payments.fixture.ts';
import { type Client, ok, type Request, type Settings, startBridge } from '../../doubles/bridge.fixture.ts';
import type { Operation, OperationInput, OperationList } from '../../wire/operations.ts';
import type { TillView } from '../../wire/till.ts';
import { demoIds } from '../../world/demoIds.ts';

export async function shop(settings: Settings = {}) {
  const bridge = await startBridge(settings);
  return { bridge, terminal: bridge.terminal, till: await bridge.client() };
}

export const path = `/bridge/v1/terminals/${demoIds.terminal}`;

export const operate = (till: Client, body: unknown, more: Request = {}) =>
  till.ask<Operation & Refusal & { operation?: Operation }>('POST', `${path}/operations`, { body, ...more });

export const list = (till: Client, query = '') =>
  till.ask<OperationList>('GET', `${path}/operations${query}`).then(({ body }) => body);

export const run = async (till: Client, body: OperationInput) => ok(await operate(till, body));

export const payment = async (till: Client) => (await till.ask<TillView>('GET', '/bridge/v1/till')).body.payment;
