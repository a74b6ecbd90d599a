/** Sales that are paid by credit card at the acquirer of the demo shop. */

import { type Client, item, ok, sale, startBridge } from '../../doubles/bridge.fixture.ts';
import type { SmartTransaction } from '../../wire/transactions.ts';
import { card, type Refusal } from '../payments.fixture.ts';

export interface Shown extends SmartTransaction {
  readonly container?: {
    readonly id: string;
    readonly type: string;
    readonly token_status: { readonly status: string };
  };
}

export async function shop() {
  const bridge = await startBridge();
  return { bridge, till: await bridge.client() };
}

export const open = (till: Client, amount: number, more: object = {}) =>
  till.create({ ...sale([item(amount)]), ...more });
export const prepare = (till: Client, id: string, body: object) =>
  till.post<Shown & Refusal>(`/${id}/prepare/creditcard`, body);
export const shown = async (till: Client, id: string) => (await till.read(id)) as Shown;

/** The first of recurring payments: its container and its Payment Transaction. */
export async function first(till: Client, context: object = {}) {
  const payment_context = { mit_instructions: { type: 'cit', standing_instruction: 'ucof' }, ...context };
  const { id } = await open(till, 1200, { payment_context });
  const prepared = ok(await prepare(till, id, card()));
  return { id, container: String(prepared.container?.id), payment: String(prepared.transactions[0]?.id) };
}
