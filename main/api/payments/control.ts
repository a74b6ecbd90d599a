/** Events that come from a bank in a shop and by a call in a demo: a transfer that arrives, a payout to the merchant. */
import type { FastifyInstance } from 'fastify';
import Type, { type Static } from 'typebox';
import { integer } from '../../acquirer/payments/input.ts';
import { payOut } from '../../acquirer/payments/settlement.ts';
import { receiveTransfer } from '../../acquirer/payments/transfer.ts';
import { PaymentTransaction } from '../../wire/payments.ts';
import { MerchantPayout } from '../../wire/payouts.ts';
import { Currency, IntegerInput, nullable, openObject } from '../../wire/shapes.ts';
import { BridgeError } from '../../world/errors.ts';
import { describeRoute as describedAs } from '../resource.ts';
import type { Services } from '../services.ts';

const path = '/bridge/v1/control/payments';

const TransferInput = openObject({
  amount: IntegerInput,
  currency: Type.Optional(Currency),
  purpose: Type.String({ maxLength: 500, description: '`TA …` names the payment' }),
  iban: Type.Optional(Type.String({ maxLength: 60 })),
  bic: Type.Optional(Type.String({ maxLength: 20 })),
  owner: Type.Optional(Type.String({ maxLength: 200 })),
});
type TransferInput = Static<typeof TransferInput>;

const TransferAnswer = Type.Object({
  accounting: Type.Integer({ description: 'by this number the transfer can be assigned' }),
  payment: nullable(PaymentTransaction),
});

const PayoutBody = Type.Optional(nullable(openObject({ currency: Type.Optional(Currency) })));

export function paymentControlRoutes(app: FastifyInstance, { world, control }: Services): void {
  if (!control) return;
  const described = (summary: string, answer: object, more: object) => describedAs('Control', summary, answer, more);

  app.post<{ Body: TransferInput }>(
    `${path}/transfers`,
    described('A transfer reaches the collecting account', TransferAnswer, { body: TransferInput }),
    async ({ principal, body }) =>
      receiveTransfer(world, principal.merchant, {
        amount: positive(body.amount),
        currency: body.currency ?? 'EUR',
        purpose: body.purpose,
        iban: body.iban ?? 'DE89370400440532013000',
        bic: body.bic ?? null,
        owner: body.owner ?? null,
      }),
  );

  app.post<{ Body: { currency?: string } | null | undefined }>(
    `${path}/payouts`,
    described('What was taken is transferred to the merchant', Type.Object({ payout: nullable(MerchantPayout) }), {
      body: PayoutBody,
    }),
    async ({ principal, body }) => ({ payout: await payOut(world, principal.merchant, body?.currency ?? 'EUR') }),
  );
}

function positive(value: unknown): number {
  const amount = integer(value);
  if (amount === null || amount <= 0) throw new BridgeError('badInput', 'amount must be a positive integer');
  return amount;
}
