/** A bridge for the tests of Payment Transactions: creating, reading and authorising them. */
import { afterAll, beforeAll } from 'vitest';
import { type Client, closeAll, ok, startBridge, type TestBridge } from '../../doubles/bridge.fixture.ts';
import type { PaymentTransaction, SpecificPayment } from '../../wire/payments.ts';

export const path = '/api/v2/Payment/Transactions';

export const account = { type: 'bank_account', private: { iban: 'DE89370400440532013000', owner: 'Erika Muster' } };

export const contact = {
  forename: 'Erika',
  surname: 'Muster',
  email: 'erika@muster.example',
  address: { street: 'Weg', street_number: '1', postal_code: '12345', city: 'Ort', country: 'DE' },
};

/** A bridge for the tests of one file, with a client of the API. */
export function paymentsBridge() {
  const started = {} as {
    bridge: TestBridge;
    client: Client;
  };
  beforeAll(async () => {
    started.bridge = await startBridge();
    started.client = await started.bridge.client();
  });
  afterAll(closeAll);

  const post = <T = PaymentTransaction>(to: string, body?: unknown, as = started.client) =>
    as.ask<T>('POST', to, body === undefined ? {} : { body });

  const read = async (id: string) => ok(await started.client.ask<PaymentTransaction>('GET', `${path}/${id}`));

  const specific = async (word: string, id: string) =>
    ok(await started.client.ask<SpecificPayment>('GET', `/api/v2/Payment/${word}/${id}`));

  const create = async (more: object = {}) =>
    ok(
      await post(path, {
        amount: 1000,
        payment_methods: ['debit'],
        container: account,
        customer: { contact },
        ...more,
      }),
    );

  const authorised = (more: object = {}) => create({ payment_action: 'authorization', ...more });

  return { started, post, read, specific, create, authorised };
}
