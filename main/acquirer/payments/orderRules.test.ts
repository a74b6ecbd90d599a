/** Recurring card payments at the acquirer, network tokens, and the published test cards (specification, "Recurring credit card payments"). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeAll } from '../../doubles/bridge.fixture.ts';
import { specifies } from '../../doubles/specifies.ts';
import { type TestWorld, testWorld } from '../../doubles/world.fixture.ts';
import { testAmounts, testCards } from '../../sandbox/testData.ts';
import type { Recurring } from '../../world/acquirer.ts';
import { demoIds } from '../../world/demoIds.ts';
import type { World } from '../../world/world.ts';
import { followTokens } from './background.ts';
import { cancelPayment } from './cancel.ts';
import { capturePayment } from './capture.ts';
import { endChallenge } from './challenge.ts';
import { createPayment } from './create.ts';
import { accountOf, cardOf, pay } from './payments.fixture.ts';

let test: TestWorld;
let world: World;
beforeAll(async () => {
  test = await testWorld();
  world = test.world;
});
afterAll(async () => {
  await test.db.close();
  await closeAll();
});

const recurring = (type: 'cit' | 'mit', citReference: string | null = null): Recurring => ({
  type,
  citReference,
  standingInstruction: 'ucof',
  expiry: null,
  frequency: null,
});
const first = async (last4 = '1111') => {
  const container = await cardOf(world, last4);
  return { container, ending: await pay(world, { container, recurring: recurring('cit') }) };
};
const tokenOf = (container: string) =>
  world.wallet.containers.find(demoIds.merchant, container)?.document.token_status.status;
const { merchant } = demoIds;

describe('payments by the merchant alone', () => {
  it('follow a first payment with the same container, without the payer', async () => {
    specifies({
      'Recurring credit card payments': [
        'mit_instructions.type is cit first and mit afterwards',
        'later payments need no strong customer authentication',
      ],
    });
    const { container, ending } = await first('3220');
    expect(ending.kind).toBe('challenge');
    const page = world.payments.challenges.openOf(ending.payment.id)?.id ?? '';
    expect((await endChallenge(world, page, 'accepted'))?.kind).toBe('captured');
    const following = await pay(world, { container, recurring: recurring('mit', ending.payment.id) });
    expect(following.kind).toBe('captured');
  });

  it('are allowed without cit_reference for callers that use the legacy flag merchant_initiated', async () => {
    specifies({ 'Recurring credit card payments': 'the legacy flag merchant_initiated still works' });
    const { container } = await first();
    expect((await pay(world, { container, recurring: recurring('mit') })).kind).toBe('captured');
  });

  it('are refused under a contract that is not activated for recurring payments', async () => {
    specifies({ 'Recurring credit card payments': 'the contract must be activated for recurring payments' });
    const refused = pay(world, { merchant: demoIds.other, recurring: recurring('cit') });
    await expect(refused).rejects.toMatchObject({ key: 'recurringRefused' });
  });

  it('are refused with a cit_reference that does not exist or belongs to another merchant', async () => {
    specifies({ 'Recurring credit card payments': 'cit_reference of another merchant or nobody is unknown' });
    const { container } = await first();
    const other = `PCI_${'0'.repeat(18)}OTHERPREPAID`;
    expect(world.payments.find(demoIds.other, other)).not.toBe(null);
    for (const reference of [`PCI_${'0'.repeat(30)}`, other])
      await expect(pay(world, { container, recurring: recurring('mit', reference) })).rejects.toMatchObject({
        key: 'citUnknown',
      });
  });

  it('are refused after a payment that was declined, is not finished, or was not made as the first', async () => {
    specifies({ 'Recurring credit card payments': 'cit_reference must name a first payment that succeeded' });
    const declined = await first('0002');
    const open = await first('3220');
    const container = await cardOf(world, '1111');
    const plain = await pay(world, { container });
    for (const [stored, { payment }] of [
      [declined.container, declined.ending],
      [open.container, open.ending],
      [container, plain],
    ] as const)
      await expect(pay(world, { container: stored, recurring: recurring('mit', payment.id) })).rejects.toMatchObject({
        key: 'recurringRefused',
      });
  });

  it('are refused with another container, without one, and in another currency', async () => {
    specifies({
      Limits: 'the currency of a recurring payment cannot change',
      'Recurring credit card payments': 'the same container as the first payment',
    });
    const { container, ending } = await first();
    const mit = recurring('mit', ending.payment.id);
    const refused = { key: 'recurringRefused' };
    const another = await cardOf(world, '0004');
    await expect(pay(world, { container: another, recurring: mit })).rejects.toMatchObject(refused);
    await expect(pay(world, { container: null, recurring: mit })).rejects.toMatchObject(refused);
    await expect(pay(world, { container, currency: 'CHF', recurring: mit })).rejects.toMatchObject(refused);
  });

  it('follow the first payment of a subscription by its number', async () => {
    const container = await cardOf(world, '3220');
    const begun = await createPayment(world, merchant, 'creditcard', {
      amount: 1000,
      container,
      subscription: { purpose: 'Zeitung' },
    });
    const page = world.payments.challenges.openOf(begun.id)?.id ?? '';
    await endChallenge(world, page, 'accepted');
    const id = world.payments.find(merchant, begun.id)?.inner.subscription ?? 0;
    const later = await createPayment(world, merchant, 'creditcard', { amount: 500, container, subscription: { id } });
    expect(later).toMatchObject({ status: 111, subscription: begun.subscription });
  });

  it('are refused with an instrument of another kind', async () => {
    const input = { amount: 1000, container: await accountOf(world) };
    await expect(createPayment(world, merchant, 'creditcard', input)).rejects.toMatchObject({ key: 'badInput' });
  });

  it('by direct debit need only the container', async () => {
    specifies({ 'Recurring credit card payments': 'Recurring direct debit needs only the container' });
    const container = await accountOf(world);
    for (let count = 0; count < 2; count += 1)
      expect((await pay(world, { method: 'debit', container })).kind).toBe('captured');
  });
});

describe('network tokens', () => {
  it('are requested with the first payment, pushed to notification_url, and become active', async () => {
    specifies({
      Events: 'notification_url is told of the network token',
      'Recurring credit card payments': [
        'request_token asks for a network token',
        'notification_url is told of its status',
      ],
    });
    const url = 'http://127.0.0.1:9009/token';
    const container = await cardOf(world, '1111', url);
    const ending = await pay(world, {
      container,
      recurring: recurring('cit'),
      requestToken: true,
      notificationUrl: url,
    });
    expect(ending).toMatchObject({ kind: 'captured', tokenStatus: 'requested' });
    expect(tokenOf(container)).toBe('requested');
    await followTokens(world);
    expect(tokenOf(container)).toBe('active');
    const targets = test.db
      .prepare<string>("SELECT document ->> 'target' FROM push WHERE query_object = ?")
      .pluck()
      .all(container);
    expect(targets).toEqual(['payment.containers', 'payment.containers']);
  });

  it('leave the payment as it is when they fail', async () => {
    specifies({ Errors: 'the token request fails although the payment succeeds' });
    const container = await cardOf(world, '9987');
    expect(await pay(world, { container, requestToken: true })).toMatchObject({
      kind: 'captured',
      tokenStatus: 'failed',
    });
    expect(tokenOf(container)).toBe('failed');
  });

  it('may fail later', async () => {
    const container = await cardOf(world, '9979');
    expect((await pay(world, { container, requestToken: true })).tokenStatus).toBe('requested');
    await followTokens(world);
    expect(tokenOf(container)).toBe('failed');
  });

  it('are obtained by an authorisation of 0, which is for cards with request_token only', async () => {
    specifies({ 'Recurring credit card payments': 'an amount of zero authorises a card for its token' });
    const container = await cardOf(world, '1111');
    const nothing = { amount: 0, action: 'authorization', container, requestToken: true } as const;
    const ending = await pay(world, nothing);
    expect(ending.kind).toBe('authorised');
    const [voided] = await cancelPayment(world, merchant, ending.payment.id, {
      amount: null,
      reason: null,
      reduceStakeholders: false,
    });
    expect(voided?.details.status_simple).toBe(5);
    for (const wrong of [{ requestToken: false }, { action: 'sale' as const }, { method: 'debit' }])
      await expect(pay(world, { ...nothing, ...wrong })).rejects.toMatchObject({ key: 'badInput' });
  });
});

describe('the published test data', () => {
  const KINDS = {
    approved: 'captured',
    declined: 'declined',
    challenge: 'challenge',
    softDecline: 'challenge',
    captureRefused: 'captured',
    refundRefused: 'captured',
    tokenFailed: 'captured',
    tokenRevoked: 'captured',
    slow: 'captured',
  } as const;

  it.each(testCards)('card $last4 ($name): $en', async ({ last4, name, behaviour }) => {
    specifies({ 'Recurring credit card payments': 'iframe_url may or may not appear: 3-D Secure unless exempted' });
    const container = await cardOf(world, last4);
    expect((await pay(world, { container })).kind).toBe(KINDS[behaviour]);
    expect(name).not.toBe('');
  });

  it('capture and refund are refused where the table says so', async () => {
    const [noCapture, noRefund] = [await cardOf(world, '0341'), await cardOf(world, '5126')];
    const held = await pay(world, { container: noCapture, action: 'authorization' });
    const capture = capturePayment(world, merchant, held.payment.id, { amount: null, shipping: null });
    await expect(capture).rejects.toMatchObject({ key: 'captureFailed' });
    const paid = await pay(world, { container: noRefund });
    const all = { amount: null, reason: null, reduceStakeholders: false };
    await expect(cancelPayment(world, merchant, paid.payment.id, all)).rejects.toMatchObject({ key: 'refundFailed' });
  });

  it('amounts do the same for every method', async () => {
    const container = await accountOf(world);
    for (const amount of [1005, 77_701])
      expect((await pay(world, { method: 'debit', container, amount })).kind).toBe(
        KINDS[testAmounts.find(({ fits }) => fits(amount))?.behaviour ?? 'approved'],
      );
  });

  it('the reference of the card page stands for the card', async () => {
    const details = { type: 'credit_card', private: { owner: 'E', pan: 'XXXX', transact_hash: 'test-declined' } };
    const { containerFor } = await import('../../wallet/containers.ts');
    const container = await world.ledger.write(
      () => containerFor(world, merchant, details, null, { allowCard: true })?.id ?? null,
    );
    expect((await pay(world, { container })).kind).toBe('declined');
  });

  it('no card number is kept anywhere', async () => {
    await cardOf(world, '1111');
    const texts = test.db
      .prepare<string>(
        'SELECT document || inner FROM payment_container UNION ALL SELECT document || inner FROM payment_transaction UNION ALL SELECT request FROM payment_operation',
      )
      .pluck()
      .all();
    expect(texts.join()).not.toMatch(/4111X|2030-12/);
  });
});
