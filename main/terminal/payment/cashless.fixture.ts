/** A till with its terminal, for the tests of card payments, and the views they compare. */

import type { Refusal } from '../../checkout/payments.fixture.ts';
import { type Client, item, type Settings, sale, startBridge, type TestBridge } from '../../doubles/bridge.fixture.ts';
import type { TerminalMemory } from '../../doubles/terminalMemory.ts';
import type { TillView } from '../../wire/till.ts';
import type { SmartTransaction } from '../../wire/transactions.ts';

/** A refusal with the terminal's slip, where it printed one. */
export type Declined = Refusal & { readonly receipt?: readonly { readonly type: string }[] };

export async function shop(settings: Settings = {}) {
  const bridge = await startBridge(settings);
  return { bridge, terminal: bridge.terminal, till: await bridge.client() };
}

export const open = (till: Client, amount = 1000) => till.create(sale([item(amount)]));
export const pay = (till: Client, id: string) => till.post<SmartTransaction & Declined>(`/${id}/start/cashless`);
export const view = async (till: Client) => (await till.ask<TillView>('GET', '/bridge/v1/till')).body;

interface IntentRecord {
  readonly sale: string;
  readonly state: string;
  readonly kind: string;
  readonly amount: number;
}

export const intents = (bridge: TestBridge) =>
  bridge.rows<IntentRecord>('SELECT sale, state, kind, amount FROM intent ORDER BY number').map(row => ({ ...row }));
export const payments = ({ commands }: TerminalMemory) => commands.filter(({ name }) => name === 'pay');
