import { expect, test } from 'vitest';
import type { RunningPayment } from '../main/push/events.ts';
import { Refusal } from './bridgeClient.ts';
import { createCheckout } from './checkout.ts';
import { createScanned } from './scanned.ts';
import { createBasket, totalsOf } from './stores/basket.ts';
import { createBasketSync } from './stores/basketSync.ts';
import { createCatalogue } from './stores/catalogue.ts';
import { createLights } from './stores/lights.ts';
import { createNotices } from './stores/notices.ts';
import { createSession } from './stores/session.ts';
import { createTill, isLate, screenOf } from './stores/till.ts';
import { createTexts, wordsOf } from './texts/words.ts';
import { article, card } from './twin/goods.ts';
import { createMemoryBridge } from './twin/memoryBridge.ts';

const CARD = '9276004000000018';

/** A whole till without its looks, on a bridge in memory. `waits` holds whoever waits for time to pass. */
function setUp() {
  const bridge = createMemoryBridge();
  const [basket, till, notices, catalogue, session] = [
    createBasket(),
    createTill(),
    createNotices(),
    createCatalogue(),
    createSession(),
  ];
  const lights = createLights(() => 0);
  const waits: (() => void)[] = [];
  const wait = () => new Promise<void>(resolve => waits.push(resolve));
  const sync = createBasketSync({
    client: bridge,
    basket,
    currency: () => 'EUR',
    cashier: () => null,
    onSettledElsewhere: sale => till.set({ sale }),
    onCardRefused: () => {},
    later: () => () => {},
  });
  const checkout = createCheckout({
    client: bridge,
    basket,
    sync,
    till,
    lights,
    catalogue,
    notices,
    now: () => 0,
    wait,
  });
  const tones: string[] = [];
  const sound = (tone: string) => tones.push(tone);
  const scanned = createScanned({ client: bridge, session, basket, catalogue, till, notices, checkout, sound });
  for (const number of [1, 2]) bridge.articles.set(article(number).ean, article(number, 250));
  catalogue.load({ version: '1', articles: [article(1, 250)] });
  bridge.cards.set(CARD, card(CARD, 5000));
  bridge.cards.set(`${CARD}x`, card(CARD, 0, 'locked'));
  session.setInfo({
    version: '0',
    demo: true,
    training: false,
    terminalPage: null,
    merchant: { name: 'Shop', currency: 'EUR' },
    staff: [],
    scanner: { prefix: '', suffix: 'Enter', gap: 50, cardPrefixes: ['9276'] },
  });
  session.setSession({
    access_token: '',
    expires_in: 0,
    user: { id: 'USR_1', username: '', name: 'Kim', role: 'cashier' },
  });
  const screen = () => screenOf(till.getState());
  const said = () => notices.getState().notice?.text(wordsOf(createTexts('en'), 'en', 'EUR'));
  const starts = () => bridge.calls.filter(call => call.startsWith('start/'));
  return { bridge, basket, sync, till, checkout, scanned, session, notices, tones, waits, screen, said, starts };
}

const until = async (fact: () => boolean) => {
  while (!fact()) await new Promise(resolve => setTimeout(resolve));
};

const running: RunningPayment = {
  transaction: 'STX_1',
  device: 'SDV_1',
  amount: 250,
  currency: 'EUR',
  startedAt: 0,
  operation: null,
  kind: 'payment',
  question: null,
  evidence: null,
  step: 'prompt',
  prompt: null,
  till: null,
  aborting: false,
};

test('cash: the change is what was given beyond the missing sum', async () => {
  const { checkout, scanned, till, screen, basket, bridge } = setUp();
  scanned.code(article(1).ean);
  await checkout.pay('cash', 1000);
  expect([screen(), till.getState().change]).toEqual(['receipt', { given: 1000, back: 750 }]);
  checkout.nextCustomer();
  expect([screen(), basket.getState().lines]).toEqual(['till', []]);
  await until(() => bridge.onTill() === null);
});

test('too little cash books nothing', async () => {
  const { checkout, scanned, screen, starts, said } = setUp();
  scanned.code(article(1).ean);
  await checkout.pay('cash', 249);
  expect([screen(), starts(), said()]).toEqual(['till', [], expect.stringContaining('Nothing was booked')]);
});

test('a second tap finds the lock, whatever it asks for', async () => {
  const { checkout, scanned, starts } = setUp();
  scanned.code(article(1).ean);
  await Promise.all([checkout.pay('cashless'), checkout.pay('cashless'), checkout.pay('cash', 500)]);
  await checkout.pay('cashless');
  expect(starts()).toEqual(['start/cashless']);
});

test('declined: the basket is still there, and any method may follow', async () => {
  const { checkout, scanned, bridge, screen, till, starts } = setUp();
  bridge.terminal = 'decline';
  scanned.code(article(1).ean);
  await checkout.pay('cashless');
  expect([screen(), till.getState().failure?.kind]).toEqual(['declined', 'refused']);
  checkout.openCash();
  expect(screen()).toBe('till');
  await checkout.pay('cash', 250);
  expect([screen(), starts()]).toEqual(['receipt', ['start/cashless', 'start/cash']]);
});

test('a full terminal is named even where the sale itself did not fail, and the basket stays', async () => {
  const { checkout, scanned, bridge, screen, basket } = setUp();
  bridge.start = async () => {
    const text = { error: '', error_details: '', error_user: 'Full.', code: 1090, supportId: 's' };
    throw new Refusal(405, { status: 'error', ...text });
  };
  scanned.code(article(1).ean);
  await checkout.pay('cashless');
  expect(screen()).toBe('declined');
  checkout.backToBasket();
  expect([screen(), basket.getState().lines.length]).toEqual(['till', 1]);
});

test('a lost answer is doubt until the bridge tells, and nothing is sent again', async () => {
  const { checkout, scanned, bridge, sync, screen, waits, starts } = setUp();
  scanned.code(article(1).ean);
  await sync.settled();
  bridge.fault = 'mute';
  const paying = checkout.pay('cashless');
  await until(() => waits.length === 1);
  expect(screen()).toBe('unknown');
  void checkout.pay('cash', 500);
  bridge.fault = 'none';
  waits.pop()!();
  await paying;
  expect([screen(), starts()]).toEqual(['receipt', ['start/cashless']]);
});

test('a request that never arrived leads back to the basket and says that no money moved', async () => {
  const { checkout, scanned, bridge, sync, screen, waits, said, starts } = setUp();
  scanned.code(article(1).ean);
  await sync.settled();
  bridge.fault = 'away';
  const paying = checkout.pay('cashless');
  await until(() => waits.length === 1);
  bridge.fault = 'none';
  waits.pop()!();
  await paying;
  expect([screen(), starts(), said()]).toEqual(['till', [], expect.stringContaining('No money was moved')]);
});

test('nothing is started while the basket is not saved', async () => {
  const { checkout, scanned, bridge, screen, said } = setUp();
  bridge.fault = 'away';
  scanned.code(article(1).ean);
  await checkout.pay('cashless');
  expect([screen(), said()]).toEqual(['till', expect.stringContaining('No money was moved')]);
});

test('an unknown ending stays unknown until the stream tells the verdict', async () => {
  const { checkout, scanned, bridge, till, screen } = setUp();
  bridge.terminal = 'unclear';
  scanned.code(article(1).ean);
  await checkout.pay('cashless');
  expect(screen()).toBe('unknown');
  await checkout.paymentTold({ device: 'SDV_1', payment: { ...running, step: 'person' } });
  expect(screen()).toBe('unknown');
  bridge.sales.set('STX_1', { ...till.getState().sale!, status: 'ok' });
  await checkout.paymentTold({ device: 'SDV_1', payment: null });
  expect(screen()).toBe('receipt');
});

test('who goes on without a verdict is told it later', async () => {
  const { checkout, scanned, bridge, till, screen, said } = setUp();
  bridge.terminal = 'unclear';
  scanned.code(article(1).ean);
  await checkout.pay('cashless');
  const sale = till.getState().sale!;
  await checkout.leaveUnclear();
  expect([screen(), till.getState().left.length]).toEqual(['till', 1]);
  await checkout.paymentTold({ device: 'SDV_1', payment: running });
  expect(screen()).toBe('till');
  checkout.saleTold({ ...sale, status: 'failed' });
  expect([till.getState().left.length, said()]).toEqual([0, expect.stringContaining('is not paid')]);
});

test('who goes on while the terminal is still being asked is not called back by the answer', async () => {
  const { checkout, scanned, bridge, till, screen, said } = setUp();
  const answered = Promise.withResolvers<void>();
  const { start } = bridge;
  bridge.start = async (...call) => {
    const sale = await start(...call);
    await checkout.paymentTold({ device: 'SDV_1', payment: { ...running, step: 'deciding' } });
    await answered.promise;
    return sale;
  };
  scanned.code(article(1).ean);
  const paying = checkout.pay('cashless');
  await until(() => screen() === 'unknown');
  await checkout.leaveUnclear();
  scanned.code(article(2).ean);
  await until(() => screen() === 'till');
  answered.resolve();
  await paying;
  expect([screen(), till.getState().left.length, till.getState().busy]).toEqual(['till', 0, null]);
  expect(said()).toContain('is paid');
});

test('an approval after cancel is called late and can be taken back', async () => {
  const { checkout, scanned, bridge, till, screen } = setUp();
  const { start } = bridge;
  bridge.start = async (...call) => {
    await checkout.cancelPayment();
    bridge.running = true;
    await checkout.paymentTold({ device: 'SDV_1', payment: running });
    expect(bridge.calls.filter(name => name === 'abort')).toHaveLength(2);
    expect([screen(), till.getState().cancelling]).toEqual(['payment', true]);
    return start(...call);
  };
  scanned.code(article(1).ean);
  await checkout.pay('cashless');
  await checkout.paymentTold({ device: 'SDV_1', payment: null });
  expect([screen(), isLate(till.getState())]).toEqual(['receipt', true]);
  await checkout.reverse();
  expect([screen(), till.getState().sale?.status]).toEqual(['receipt', 'cancelled']);
});

const late: RunningPayment = { ...running, step: 'late', aborting: true };

/** A sale that was approved although the cashier had asked to stop. */
async function setUpLate() {
  const parts = setUp();
  parts.scanned.code(article(1).ean);
  await parts.sync.settled();
  parts.bridge.sales.set('STX_1', { ...parts.bridge.sales.get('STX_1')!, status: 'ok', receipt: [{ type: 'space' }] });
  parts.bridge.payment = late;
  await parts.checkout.paymentTold({ device: 'SDV_1', payment: late });
  return parts;
}

test('a late approval that is kept ends in the receipt, and is not called late again', async () => {
  const { checkout, screen, till, bridge } = await setUpLate();
  expect(screen()).toBe('late');
  await Promise.all([checkout.decideLate(true), checkout.decideLate(false)]);
  expect([screen(), isLate(till.getState())]).toEqual(['receipt', false]);
  expect(bridge.calls.filter(call => call.startsWith('late/'))).toEqual(['late/keep']);
});

test('a late approval that is taken back ends as taken back', async () => {
  const { checkout, screen, till } = await setUpLate();
  await checkout.decideLate(false);
  expect([screen(), till.getState().sale?.status]).toEqual(['receipt', 'cancelled']);
});

test('a late approval that could not be taken back asks once more and says why', async () => {
  const { checkout, screen, till, bridge } = await setUpLate();
  bridge.terminal = 'decline';
  await checkout.decideLate(false);
  expect([screen(), till.getState().failure?.kind]).toEqual(['late', 'refused']);
  await checkout.decideLate(true);
  expect([screen(), till.getState().failure]).toEqual(['receipt', null]);
});

test('a reversal nobody knows the ending of is shown as unknown', async () => {
  const { checkout, screen, till, bridge } = await setUpLate();
  bridge.terminal = 'unclear';
  await checkout.decideLate(false);
  expect([screen(), till.getState().payment?.kind]).toEqual(['unknown', 'reversal']);
});

test('a lost answer to the decision is doubt until the bridge tells; nothing is sent again', async () => {
  const { checkout, screen, bridge, waits } = await setUpLate();
  bridge.fault = 'mute';
  const deciding = checkout.decideLate(true);
  await until(() => waits.length === 1);
  expect(screen()).toBe('unknown');
  bridge.fault = 'none';
  waits.pop()!();
  await deciding;
  expect([screen(), bridge.calls.filter(call => call === 'late/keep')]).toEqual(['receipt', ['late/keep']]);
});

test('a late approval put off stays in sight and comes back', async () => {
  const { checkout, screen, till } = await setUpLate();
  await checkout.putOff();
  expect([screen(), till.getState().putOff]).toEqual(['till', { id: 'STX_1', amount: 250, since: 0 }]);
  await checkout.paymentTold({ device: 'SDV_1', payment: late });
  expect(screen()).toBe('till');
  checkout.nextCustomer();
  expect(till.getState().putOff).not.toBeNull();
  await checkout.takeUp();
  expect([screen(), till.getState().putOff]).toEqual(['late', null]);
});

test('decided while the basket of the next customer is open: its receipt, then that basket again', async () => {
  const { checkout, screen, till, scanned, sync, basket } = await setUpLate();
  await checkout.putOff();
  scanned.code(article(2).ean);
  await until(() => basket.getState().lines.length === 1);
  await sync.settled();
  await checkout.takeUp();
  await checkout.decideLate(true);
  expect([screen(), till.getState().aside?.id]).toEqual(['receipt', 'STX_1']);
  checkout.nextCustomer();
  expect([screen(), basket.getState().lines.length]).toEqual(['till', 1]);
});

test('decided at another till: nothing is left to be done here', async () => {
  const { checkout, till } = await setUpLate();
  await checkout.putOff();
  await checkout.paymentTold({ device: 'SDV_1', payment: null });
  expect(till.getState().putOff).toBeNull();
});

test('a bridge that is away leaves the late approval in sight', async () => {
  const { checkout, till, bridge, said } = await setUpLate();
  await checkout.putOff();
  bridge.fault = 'away';
  await checkout.takeUp();
  expect([till.getState().putOff?.id, said()]).toEqual(['STX_1', expect.stringContaining('does not answer')]);
});

const question = {
  id: 'Q1',
  kind: 'signature' as const,
  text: '',
  choices: [],
  wants: null,
  initial: null,
  picture: null,
  until: 0,
};

test('a question is answered once', async () => {
  const { checkout, bridge, till, screen } = setUp();
  bridge.payment = { ...running, step: 'question', question };
  await checkout.paymentTold({ device: 'SDV_1', payment: bridge.payment });
  expect(screen()).toBe('question');
  await Promise.all([checkout.answer({ answer: 'yes' }), checkout.answer({ answer: 'no' })]);
  await checkout.answer({ answer: 'no' });
  expect(bridge.calls.filter(call => call === 'answer')).toHaveLength(1);
  expect(till.getState().reply).toEqual({ question: 'Q1', state: 'sent', problem: null });
});

test('an answer that came too late, or did not arrive, is said', async () => {
  const { checkout, bridge, till } = setUp();
  await checkout.paymentTold({ device: 'SDV_1', payment: { ...running, step: 'question', question } });
  bridge.fault = 'away';
  await checkout.answer({ answer: 'yes' });
  expect(till.getState().reply).toMatchObject({ state: 'refused', problem: { kind: 'unreachable' } });
  bridge.fault = 'none';
  await checkout.answer({ answer: 'yes' });
  expect(till.getState().reply).toMatchObject({ state: 'refused', problem: { kind: 'refused' } });
});

test('the terminal is asked once more at a time, and a refusal is said', async () => {
  const { checkout, bridge, till, said } = setUp();
  await Promise.all([checkout.askAgain(), checkout.askAgain()]);
  expect([bridge.calls, till.getState().asking]).toEqual([['recover'], false]);
  bridge.fault = 'away';
  await checkout.askAgain();
  expect(said()).toContain('does not answer');
});

test('a sale is opened from elsewhere only while no other basket is open', async () => {
  const { checkout, bridge, scanned, sync, screen, said } = setUp();
  const created = await bridge.createSale({});
  bridge.sales.set(created.id, { ...created, status: 'pending' });
  scanned.code(article(1).ean);
  await sync.settled();
  await checkout.openSale(created.id);
  expect([screen(), said()]).toEqual(['till', expect.stringContaining('basket first')]);
  checkout.nextCustomer();
  await sync.settled();
  await checkout.openSale(created.id);
  expect(screen()).toBe('unknown');
});

test('where the terminal could not tell, a manager decides', async () => {
  const { checkout, scanned, bridge, screen } = setUp();
  bridge.terminal = 'unclear';
  scanned.code(article(1).ean);
  await checkout.pay('cashless');
  await checkout.paymentTold({ device: 'SDV_1', payment: { ...running, step: 'person' } });
  await checkout.decide(true);
  expect(screen()).toBe('receipt');
});

test('a decision need not wait for the answer to the payment itself', async () => {
  const { checkout, scanned, bridge, screen } = setUp();
  const answered = Promise.withResolvers<void>();
  const { start } = bridge;
  bridge.start = async (...call) => {
    bridge.terminal = 'unclear';
    const sale = await start(...call);
    await checkout.paymentTold({ device: 'SDV_1', payment: { ...running, step: 'person' } });
    await answered.promise;
    return sale;
  };
  scanned.code(article(1).ean);
  const paying = checkout.pay('cashless');
  await until(() => screen() === 'unknown');
  await Promise.all([checkout.decide(false), checkout.decide(true)]);
  expect([screen(), bridge.calls.filter(call => call === 'decide')]).toEqual(['declined', ['decide']]);
  answered.resolve();
  await paying;
  expect(screen()).toBe('declined');
});

test('cancel before anything was sent sends nothing', async () => {
  const { checkout, scanned, screen, starts, said } = setUp();
  scanned.code(article(1).ean);
  const paying = checkout.pay('cashless');
  await checkout.cancelPayment();
  await paying;
  expect([screen(), starts(), said()]).toEqual(['till', [], expect.stringContaining('No money was moved')]);
});

test('after a reload basket, card and state are back', async () => {
  const first = setUp();
  first.scanned.code(article(1).ean);
  first.scanned.code(CARD);
  await until(() => first.basket.getState().card !== null);
  await first.sync.settled();
  const second = setUp();
  for (const [id, sale] of first.bridge.sales) second.bridge.sales.set(id, sale);
  await second.bridge.showOnTill(first.bridge.onTill());
  await second.checkout.load();
  expect(second.basket.getState().card?.number).toBe(CARD);
  expect(totalsOf(second.basket.getState())).toEqual(totalsOf(first.basket.getState()));
  expect(await second.sync.settled()).toBe('STX_1');
  expect(second.bridge.calls).toEqual(['showOnTill', 'till']);
});

test('loading again does not undo what was just scanned', async () => {
  const { checkout, scanned, basket, sync } = setUp();
  scanned.code(article(1).ean);
  await sync.settled();
  const loading = checkout.load();
  scanned.code(article(2).ean);
  scanned.code(article(1).ean);
  await loading;
  await sync.settled();
  expect(basket.getState().lines.map(({ articleNumber, quantity }) => [articleNumber, quantity])).toEqual([
    ['1', 2],
    ['2', 1],
  ]);
});

test('a reservation that ran out is asked for again before anybody pays', async () => {
  const { checkout, scanned, basket, sync, bridge } = setUp();
  scanned.code(article(1).ean);
  scanned.code(CARD);
  await until(() => basket.getState().card !== null);
  await sync.settled();
  const sale = { ...bridge.sales.get('STX_1')!, status: 'created' as const };
  bridge.sales.set('STX_1', sale);
  checkout.saleTold(sale);
  await sync.settled();
  expect(bridge.sales.get('STX_1')!.status).toBe('processing');
});

test('an older telling of a paid sale changes nothing', async () => {
  const { checkout, scanned, till, screen } = setUp();
  scanned.code(article(1).ean);
  await checkout.pay('cash', 250);
  checkout.saleTold({ ...till.getState().sale!, status: 'failed' });
  expect(screen()).toBe('receipt');
});

test('scans: a hit, an article only the bridge knows, and a code nobody knows', async () => {
  const { scanned, basket, tones, said } = setUp();
  scanned.code(article(1).ean);
  scanned.code(article(2).ean);
  await until(() => basket.getState().lines.length === 2);
  scanned.code('4711471147114');
  await until(() => tones.length === 3);
  expect(tones).toEqual(['hit', 'hit', 'miss']);
  expect([basket.getState().lines.length, said()]).toEqual([2, expect.stringContaining('4711471147114')]);
});

test('a card that is scanned twice is taken once; a locked one is not taken', async () => {
  const { scanned, basket, sync, bridge, tones } = setUp();
  scanned.code(CARD);
  scanned.code(CARD);
  await until(() => basket.getState().card !== null);
  scanned.code(CARD);
  scanned.code(`${CARD}x`);
  await until(() => basket.getState().refused !== null);
  await sync.settled();
  expect(basket.getState()).toMatchObject({ card: { number: CARD }, refused: { reason: 'locked' } });
  expect(bridge.calls.filter(call => call === 'card')).toHaveLength(2);
  expect(tones).toEqual(['hit', 'miss', 'miss']);
});

test('a scan on the receipt begins the next sale; one during a payment is refused; one before signing in, too', async () => {
  const { scanned, checkout, basket, screen, session, till, said } = setUp();
  scanned.code(article(1).ean);
  await checkout.pay('cash', 250);
  scanned.code(article(1).ean);
  expect([screen(), basket.getState().lines[0]?.quantity]).toEqual(['till', 1]);
  till.set({ payment: running });
  scanned.code(article(1).ean);
  expect([basket.getState().lines[0]?.quantity, said()]).toEqual([1, expect.stringContaining('payment is running')]);
  till.set({ payment: null });
  session.setSession(null);
  scanned.code(article(1).ean);
  expect([basket.getState().lines[0]?.quantity, said()]).toEqual([1, expect.stringContaining('sign in')]);
});

test('what another till runs at the same terminal is never ours, neither loaded nor told', async () => {
  const { bridge, checkout, till, screen } = setUp();
  const theirs = { ...running, till: { id: 'SDV_2', description: 'Till 2' } };
  bridge.payment = theirs;
  await checkout.load();
  await checkout.paymentTold({ device: 'SDV_1', payment: { ...theirs, step: 'late' } });
  expect([screen(), till.getState().payment]).toEqual(['till', null]);
  const ours = { ...running, till: { id: 'SDV_1', description: 'Till' } };
  await checkout.paymentTold({ device: 'SDV_1', payment: ours });
  expect([screen(), till.getState().payment]).toEqual(['payment', ours]);
});

test('an operation nobody knows of is decided without touching the sale in the basket', async () => {
  const { bridge, checkout, scanned, till, basket, screen } = setUp();
  scanned.code(article(1).ean);
  bridge.payment = { ...running, transaction: null, operation: 'O1', kind: 'refund', step: 'person' };
  await checkout.load();
  expect(screen()).toBe('unknown');
  await checkout.decide(false);
  expect(bridge.calls).toContain('decideOperation/false');
  expect(bridge.calls).not.toContain('decide');
  expect([screen(), till.getState().payment, basket.getState().lines.length]).toEqual(['till', null, 1]);
});
