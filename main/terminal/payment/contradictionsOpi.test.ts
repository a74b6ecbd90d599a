/** O.P.I. terminals that contradict themselves about a payment: a person decides, at once, whatever they say further. */
import { afterEach, describe, expect, it } from 'vitest';
import { attributeOf, type Element, element, find } from '../../../drivers/opi/codec/element.ts';
import { headOf } from '../../../drivers/opi/codec/messages.ts';
import { success, type Wire } from '../../../drivers/opi/scripted.fixture.ts';
import { flow } from '../../checkout/flow.ts';
import { temporaryDirectory, until } from '../../doubles/bridge.fixture.ts';
import { cashier } from '../../doubles/world.fixture.ts';
import { copyDirectory } from '../../store/directoryCopy.fixture.ts';
import { demoIds } from '../../world/demoIds.ts';
import { APPROVAL, answerOf, type OpiMemory, type OpiShop, opiShop, type Work } from './contradictionsOpi.fixture.ts';
import { decideByPerson } from './reconciliation/personDecision.ts';
import { recordPersonDecision } from './reconciliation/records.ts';

const opened: OpiShop[] = [];
afterEach(async () => {
  for (const shop of opened.splice(0)) await shop.close();
});

async function open(...args: Parameters<typeof opiShop>): Promise<OpiShop> {
  const shop = await opiShop(...args);
  opened.push(shop);
  return shop;
}

const approval = (request: Element, receipt = '42', amount?: string) =>
  answerOf(request, 'Success', receipt, APPROVAL, amount);
const byStan = (request: Element, number: string): Element =>
  success(request, [
    element('Terminal', { STAN: number }),
    element('Tender', {}, [
      element('TotalAmount', { Currency: 'EUR' }, '10.00'),
      element('Authorisation', { ReceiptNumber: 'AB-7', ...APPROVAL }),
    ]),
  ]);
const decline = (request: Element) => answerOf(request, 'Failure', '42', { ActionCode: '5' });

/** The terminal answers the payment, and repeats its last answer. */
const answering =
  (...answers: readonly ((request: Element) => Element)[]): Work =>
  (request, wire, memory) => {
    for (const answer of answers) wire.send(answer(request));
    memory.last = answers.at(-1)?.(request);
  };

/** The terminal answers the payment; the further answers are sent when the test says so. */
function answersLate(first: (request: Element) => Element) {
  let served: { request: Element; wire: Wire; memory: OpiMemory } | undefined;
  const work: Work = (request, wire, memory) => {
    served = { request, wire, memory };
    wire.send(first(request));
    memory.last = first(request);
  };
  return {
    work,
    send(answer: (request: Element) => Element, kept = answer) {
      const { request, wire, memory } = served!;
      memory.last = kept(request);
      wire.send(answer(request));
    },
  };
}

const person = ({ world }: OpiShop) => until(() => world.intents.unsettled(demoIds.terminal)?.needsPerson);
const late = ({ world }: OpiShop) =>
  until(() => {
    const view = world.running.view(demoIds.terminal);
    return view?.step === 'late' ? view : null;
  });

describe('answers under one RequestID at once', () => {
  it.each([
    ['a decline, then an approval', [decline, approval]],
    ['an approval, then a decline', [approval, decline]],
    ['an approval of two amounts', [approval, (request: Element) => approval(request, '42', '11.00')]],
    [
      'an approval without a code, with an action code',
      [(request: Element) => answerOf(request, 'Success', '42', { ActionCode: '5' })],
    ],
    ['a failure with an approval code', [(request: Element) => answerOf(request, 'Failure', '42', APPROVAL)]],
  ])('%s: a person decides', async (_, answers) => {
    const shop = await open(answering(...answers));
    const id = await shop.pay();
    await person(shop);
    expect(shop.outcome(id)).toMatchObject({ result: 'unknown' });
  });

  it('that say the same are one payment', async () => {
    const shop = await open(answering(approval, approval));
    expect(shop.outcome(await shop.pay())).toMatchObject({ result: 'paid', final: true });
  });

  it('that approve two receipts are two payments: the second is a case at once', async () => {
    const shop = await open(answering(approval, request => approval(request, '43')));
    expect(shop.outcome(await shop.pay())).toMatchObject({ result: 'paid', final: false });
    expect(await late(shop)).toMatchObject({ lateBecause: 'twice', amount: 1000 });
  });
});

describe('an answer under the RequestID of a payment that has ended', () => {
  it.each([
    ['which the terminal repeats', approval],
    ['of which the terminal repeats the decline', decline],
  ])('an approval after a decline, %s: a person decides', async (_, kept) => {
    const terminal = answersLate(decline);
    const shop = await open(terminal.work);
    const id = await shop.pay();
    expect(shop.outcome(id)).toMatchObject({ result: 'not_paid', final: true });
    terminal.send(approval, kept);
    await person(shop);
    expect(shop.outcome(id)).toMatchObject({ result: 'unknown' });
    await shop.world.recovery.askNow(shop.world.devices.slot(demoIds.terminal)!);
    expect(shop.outcome(id)).toMatchObject({ result: 'unknown' });
  });

  it('an approval after a decline of a sale that was paid in cash since: a surplus, once a person says that it is money', async () => {
    const terminal = answersLate(decline);
    const shop = await open(terminal.work);
    const id = await shop.pay();
    await flow.start(shop.world, cashier, id, 'cash', {});
    terminal.send(approval, decline);
    await person(shop);
    expect(shop.outcome(id)).toMatchObject({ result: 'paid', final: false });
    await decideByPerson(shop.world, cashier, id, { happened: true });
    expect(await late(shop)).toMatchObject({ lateBecause: 'surplus', amount: 1000 });
    expect(shop.outcome(id)).toMatchObject({ result: 'paid', final: false });
  });

  it('a decline after an approval: the sale stays paid, and a person decides', async () => {
    const terminal = answersLate(approval);
    const shop = await open(terminal.work);
    const id = await shop.pay();
    expect(shop.outcome(id)).toMatchObject({ result: 'paid', final: true });
    terminal.send(decline);
    expect(await late(shop)).toMatchObject({ lateBecause: 'contradicted' });
    expect(shop.outcome(id)).toMatchObject({ result: 'paid', final: false });
  });

  it('a second approval: of another receipt a case at once, of the same one nothing', async () => {
    const terminal = answersLate(approval);
    const shop = await open(terminal.work);
    const id = await shop.pay();
    terminal.send(approval);
    terminal.send(request => approval(request, '43'));
    expect(await late(shop)).toMatchObject({ lateBecause: 'twice' });
    expect(shop.outcome(id)).toMatchObject({ result: 'paid', final: false });
    expect(shop.world.intents.allOpenDecisions()).toHaveLength(1);
  });
});

it('a second approval that names its STAN alone is taken back by it', async () => {
  const reversals: Element[] = [];
  let paid: { request: Element; wire: Wire } | undefined;
  const shop = await open((request, wire, memory) => {
    const { requestType } = headOf(request);
    if (requestType === 'CardPayment') paid = { request, wire };
    else reversals.push(request);
    const answer = byStan(request, requestType === 'CardPayment' ? '000061' : '000063');
    memory.last = answer;
    wire.send(answer);
  });
  const id = await shop.pay();
  paid!.wire.send(byStan(paid!.request, '000062'));
  expect(await late(shop)).toMatchObject({ lateBecause: 'twice', transaction: id });
  await flow.decideLateApproval(shop.world, cashier, demoIds.terminal, false, { sale: id });
  expect(reversals.map(request => attributeOf(find(request, 'OriginalTransaction'), 'STAN'))).toEqual(['000062']);
  expect(find(reversals[0], 'PrivateData')).toBeUndefined();
  expect(shop.world.intents.allOpenDecisions()).toEqual([]);
  expect(shop.outcome(id)).toMatchObject({ result: 'paid', final: true });
});

it('an approval under a RequestID that no payment has is a case at once', async () => {
  const terminal = answersLate(approval);
  const shop = await open(terminal.work);
  const id = await shop.pay();
  const foreign = (request: Element): Element => ({
    ...approval(request, '43'),
    attributes: { ...approval(request, '43').attributes, RequestID: '77777' },
  });
  terminal.send(foreign);
  expect(await late(shop)).toMatchObject({ lateBecause: 'foreign', transaction: id });
  expect(shop.outcome(id)).toMatchObject({ result: 'paid', final: false });
});

describe('while another outcome is unknown', () => {
  /** The first payment is answered, and the second one contradicted: a person is called. */
  async function secondUnknown(first: (request: Element) => Element) {
    const requests: { request: Element; wire: Wire }[] = [];
    const shop = await open((request, wire, memory) => {
      requests.push({ request, wire });
      const answer = requests.length === 1 ? first(request) : answerOf(request, 'Failure', '43', APPROVAL);
      memory.last = answer;
      wire.send(answer);
    });
    const ids = [await shop.pay(), await shop.pay()] as const;
    await person(shop);
    const decide = () => decideByPerson(shop.world, cashier, ids[1], { happened: false });
    return { shop, ids, requests, decide };
  }

  it('an approval after an earlier decline becomes a case as soon as that is decided', async () => {
    const { shop, ids, requests, decide } = await secondUnknown(decline);
    requests[0]!.wire.send(approval(requests[0]!.request));
    await decide();
    await until(() => shop.outcome(ids[0]).result === 'unknown');
    expect(shop.world.intents.unsettled(demoIds.terminal)).toMatchObject({ sale: ids[0], needsPerson: true });
  });

  it('an approval after an earlier decline outlives a crash, and becomes a case as soon as the other one is decided', async () => {
    const { shop, ids, requests } = await secondUnknown(decline);
    requests[0]!.wire.send(approval(requests[0]!.request));
    await until(() => shop.world.intents.unsolicited.waiting(demoIds.terminal)[0]);
    const data = temporaryDirectory();
    copyDirectory(shop.data, data);
    const again = await open(answering(approval), { data });
    again.opi.last = shop.opi.last;
    await again.world.recovery.begin();
    expect(again.outcome(ids[0])).toMatchObject({ result: 'not_paid' });
    await decideByPerson(again.world, cashier, ids[1], { happened: false });
    await until(() => again.outcome(ids[0]).result === 'unknown');
    expect(again.world.intents.unsettled(demoIds.terminal)).toMatchObject({ sale: ids[0], needsPerson: true });
    expect(again.world.intents.unsolicited.devices()).toEqual([]);
  });

  it('an approval under a foreign RequestID is shown to whoever decides, and is a case afterwards', async () => {
    const { shop, ids, requests, decide } = await secondUnknown(approval);
    const foreign = approval(requests[0]!.request, '44');
    requests[0]!.wire.send({ ...foreign, attributes: { ...foreign.attributes, RequestID: '77777' } });
    await until(() => shop.world.running.view(demoIds.terminal)?.evidence?.because?.en.includes('44'));
    await decide();
    expect(await late(shop)).toMatchObject({ transaction: ids[1], lateBecause: 'twice' });
  });
});

it('a terminal whose memory was lost before the first payment denies nothing', async () => {
  const shop = await open((_, wire) => wire.cut());
  shop.opi.last = undefined;
  const id = await shop.pay();
  await person(shop);
  expect(shop.outcome(id)).toMatchObject({ result: 'unknown' });
});

describe('a contradicted payment stays with a person over a crash', () => {
  it.each([
    ['at once', 'approved', approval],
    ['at once', 'declined', decline],
    ['late', 'approved', approval],
    ['late', 'declined', decline],
  ] as const)('that was contradicted %s, although the terminal repeats it as %s', async (when, _, kept) => {
    const terminal = answersLate(decline);
    const shop = await open(when === 'late' ? terminal.work : answering(decline, approval));
    const id = await shop.pay();
    if (when === 'late') terminal.send(approval);
    await person(shop);
    const data = temporaryDirectory();
    copyDirectory(shop.data, data);
    const again = await open(answering(approval), { data });
    again.opi.last = kept(shop.opi.last!);
    await again.world.recovery.begin();
    await again.world.recovery.askNow(again.world.devices.slot(demoIds.terminal)!);
    expect(again.world.intents.unsettled(demoIds.terminal)).toMatchObject({ needsPerson: true });
    expect(again.outcome(id)).toMatchObject({ result: 'unknown' });
  });

  it('and what a person called not paid is not paid by a repetition', async () => {
    const shop = await open(answering(decline, approval));
    const id = await shop.pay();
    await person(shop);
    const intent = shop.world.intents.unsettled(demoIds.terminal)!;
    await recordPersonDecision(shop.world, intent, { happened: false }, 'Ada');
    shop.opi.last = approval(shop.opi.last!, '43');
    await shop.world.recovery.lookAgain(shop.world.devices.slot(demoIds.terminal)!);
    expect(shop.outcome(id)).toMatchObject({ result: 'unknown' });
  });
});

describe('an answer of another type under the RequestID of a payment', () => {
  it.each(['PaymentReversal', 'PaymentRefund'])(
    '%s: no payment, whatever the memory repeats; a person decides',
    async type => {
      const shop = await open((request, wire, memory) => {
        const { attributes, children, name } = approval(request);
        const other = element(name, { ...attributes, RequestType: type }, [...children]);
        memory.last = other;
        wire.send(other);
        wire.cut();
      });
      const id = await shop.pay();
      await person(shop);
      expect(shop.outcome(id)).toMatchObject({ result: 'unknown' });
    },
  );
});
