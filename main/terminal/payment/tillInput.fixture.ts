import type { Question } from '../../../drivers/terminal.ts';
import type { Refusal } from '../../checkout/payments.fixture.ts';
import { type Client, item, type Settings, sale, startBridge, until } from '../../doubles/bridge.fixture.ts';
import type { AnswerInput, TillView } from '../../wire/till.ts';
import type { SmartTransaction } from '../../wire/transactions.ts';

export async function shop(settings: Settings = {}) {
  const bridge = await startBridge(settings);
  return { bridge, terminal: bridge.terminal, till: await bridge.client() };
}

export const payment = async (till: Client) => (await till.ask<TillView>('GET', '/bridge/v1/till')).body.payment;
export const pay = (till: Client, id: string) => till.post<SmartTransaction & Refusal>(`/${id}/start/cashless`);
export const open = async (till: Client) => (await till.create(sale([item(1000)]))).id;
export const answer = (till: Client, body: AnswerInput) =>
  till.ask<Refusal>('POST', '/bridge/v1/till/answer', { body });

export const signature: Question = { kind: 'signature', text: 'Unterschrift ok?', timeout: 60_000 };
export const choice: Question = {
  kind: 'choice',
  text: 'Welches Konto?',
  choices: [
    { value: 1, text: 'Giro' },
    { value: 2, text: 'Kredit' },
  ],
  timeout: 60_000,
};
export const tip: Question = { kind: 'input', wants: 'amount', text: 'Betrag?', initial: '1000', timeout: 60_000 };

/** A payment that stands still because its terminal asks. */
export async function asked(question: Question) {
  const made = await shop();
  const { terminal, till } = made;
  terminal.question = question;
  const id = await open(till);
  const paying = pay(till, id);
  const view = await until(async () => {
    const found = await payment(till);
    return found?.question ? found : null;
  });
  return { ...made, id, paying, question: view.question!, view };
}
