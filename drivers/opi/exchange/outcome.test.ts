/** The meaning of answers for money, totals and the last transaction. */
import { describe, expect, it } from 'vitest';
import { type Element, element } from '../codec/element.ts';
import { message, timeStamp } from '../codec/messages.ts';
import { factsOf, totalsOf } from './answerFacts.ts';
import {
  lastTransactionOf,
  lateAnswerOf,
  moneyOutcome,
  type RequestResult,
  serviceOutcome,
  statusOf,
} from './outcome.ts';
import { type Request, requests } from './requests.ts';

const setting = { currency: 'EUR', language: 'en' } as const;
const head = { requestType: 'CardPayment', requestId: '7', workstation: '1' };
const LOST = { by: 'lost', reason: { code: 'lineLost', text: 'gone' } } as const;

const tender = (amount = '12.00', currency: string | undefined = 'EUR', more: Record<string, string> = {}) =>
  element('Tender', {}, [
    element('TotalAmount', { Currency: currency }, amount),
    element('Authorisation', { ReceiptNumber: '0042', TimeStamp: '2026-02-09T09:36:28-00:00', ...more }),
  ]);

const asked = { requestId: '7', receipts: [] } as const;
const run = (request: Request, result: string, children: readonly Element[] = []): RequestResult => ({
  ...asked,
  request,
  ending: { by: 'answer', message: message('CardServiceResponse', head, children, result) },
});

describe('the money', () => {
  it.each([
    ['Success', 'approved', undefined],
    ['PartialFailure', 'unknown', 'garbled'],
    ['Failure', 'declined', 'declined'],
    ['DeviceUnavailable', 'declined', 'refused'],
    ['Busy', 'declined', 'busy'],
    ['Loggedout', 'declined', 'refused'],
    ['Aborted', 'declined', 'aborted'],
    ['TimedOut', 'declined', 'aborted'],
    ['CommunicationError', 'declined', 'declined'],
    ['FormatError', 'declined', 'refused'],
    ['ParsingError', 'declined', 'refused'],
    ['ValidationError', 'declined', 'refused'],
    ['MissingMandatoryData', 'declined', 'refused'],
    ['PrintLastTicket', 'declined', 'refused'],
    ['Perhaps', 'unknown', 'garbled'],
    ['constructor', 'unknown', 'garbled'],
    ['', 'unknown', 'garbled'],
  ])('%s is %s', (result, kind, code) => {
    const outcome = moneyOutcome(run(requests.pay, result, [tender()]), setting);
    expect([outcome.kind, 'reason' in outcome ? outcome.reason.code : undefined]).toEqual([kind, code]);
  });

  it.each<[result: string, evidence: Record<string, string>, kind: string]>([
    ['Success', { ApprovalCode: '123456', ActionCode: '0' }, 'approved'],
    ['Success', { ApprovalCode: '123456', ActionCode: '5' }, 'approved'],
    ['Success', { ActionCode: '000' }, 'approved'],
    ['Success', { ActionCode: '5' }, 'unknown'],
    ['Success', { ActionCode: '5', ApprovalCode: ' ' }, 'unknown'],
    ['Failure', { ActionCode: '5' }, 'declined'],
    ['Failure', {}, 'declined'],
    ['Failure', { ApprovalCode: '123456', ActionCode: '5' }, 'unknown'],
    ['Failure', { ApprovalCode: '123456' }, 'unknown'],
    ['Aborted', { ApprovalCode: '123456' }, 'unknown'],
    ['Busy', {}, 'declined'],
    ['PartialFailure', { ApprovalCode: '123456' }, 'unknown'],
    ['PartialFailure', { ActionCode: '5' }, 'unknown'],
    ['Perhaps', {}, 'unknown'],
  ])('%s beside %j is %s', (result, evidence, kind) => {
    expect(moneyOutcome(run(requests.pay, result, [tender('12.00', 'EUR', evidence)]), setting).kind).toBe(kind);
  });

  it.each(['de', 'en'] as const)('is refused in words of both languages, whichever is preferred: %s', language => {
    const texts = { de: 'Abgebrochen', en: 'aborted' };
    const outcome = moneyOutcome(run(requests.pay, 'Aborted'), { ...setting, language });
    expect(outcome).toMatchObject({ reason: { text: texts[language], texts } });
    expect(statusOf(run(requests.diagnosis, 'Busy'), setting)).toMatchObject({
      kind: 'busy',
      texts: { de: 'Das Terminal ist belegt', en: 'the terminal is busy' },
    });
  });

  it('is unknown when the line was lost', () => {
    expect(moneyOutcome({ ...asked, request: requests.pay, ending: LOST }, setting)).toMatchObject({
      kind: 'unknown',
    });
  });

  it('goes by the number of its request, however it ended', () => {
    const facts = { reference: '7' };
    expect(moneyOutcome({ ...asked, request: requests.pay, ending: LOST }, setting)).toMatchObject({ facts });
    for (const result of ['Success', 'Failure', 'PartialFailure'])
      expect(moneyOutcome(run(requests.pay, result, [tender()]), setting)).toMatchObject({ facts });
  });

  it.each([
    ['an amount nobody can read', [tender('twelve')]],
    ['an amount with a comma for thousands, or for a thousandth', [tender('1,250')]],
    ['an amount that is empty', [tender('')]],
    ['another currency', [tender('12.00', 'CHF')]],
    ['no amount', [element('Tender', {}, [element('Authorisation', { ReceiptNumber: '42' })])]],
    ['nothing', []],
  ])('is unknown when a success reports %s', (_, parts) => {
    expect(moneyOutcome(run(requests.pay, 'Success', parts), setting)).toMatchObject({
      kind: 'unknown',
      reason: { code: 'garbled' },
    });
  });

  describe('of an answer with several Tenders', () => {
    const several = (...tenders: readonly Element[]) => moneyOutcome(run(requests.pay, 'Success', tenders), setting);
    const second = (amount: string, more: Record<string, string> = {}) =>
      tender(amount, 'EUR', { ReceiptNumber: '0043', ...more });

    /** One Tender with the Authorisations of both. */
    const joined = (one: Element, other: Element): Element => ({
      ...one,
      children: [...one.children, ...other.children.filter(({ name }) => name === 'Authorisation')],
    });

    it('is that of each: approvals under numbers of their own add up', () => {
      expect(several(tender(), second('12.00'))).toMatchObject({
        ...{ kind: 'approved', facts: { receiptNumber: 42, amount: 1200 } },
        alsoApproved: [{ receiptNumber: 43, amount: 1200 }],
      });
    });

    it('is one where they say the same', () => {
      const once = several(tender(), tender());
      expect(once).toMatchObject({ kind: 'approved', facts: { receiptNumber: 42 } });
      expect(once).not.toHaveProperty('alsoApproved');
      expect(several(joined(tender(), tender()))).toMatchObject({ kind: 'approved', facts: { receiptNumber: 42 } });
    });

    it.each([
      [
        'one is approved and one declined',
        [tender('12.00', 'EUR', { ApprovalCode: '1' }), second('12.00', { ActionCode: '5' })],
      ],
      ['they name two amounts under one number', [tender('12.00'), tender('13.00')]],
      ['the second names no amount', [tender('12.00'), second('')]],
      [
        'one names two amounts',
        [{ ...tender('12.00'), children: [...tender('12.00').children, ...tender('13.00').children] }],
      ],
      ['one is authorised and refused', [joined(tender(), second('12.00', { ActionCode: '5' }))]],
      ['one names two receipts', [joined(tender(), second('12.00'))]],
    ])('is unknown where %s', (_, tenders) => {
      expect(several(...tenders)).toMatchObject({ kind: 'unknown' });
    });

    it('is no last transaction that can be read, and an approval where it comes late', () => {
      const both = message('CardServiceResponse', head, [tender(), second('12.00', { ActionCode: '5' })], 'Success');
      expect(lateAnswerOf(both, setting)).toMatchObject({ says: 'approved', facts: { receiptNumber: 42 } });
      const repeating = run(requests.repeatLast, 'Success', [
        element('OriginalHeader', { RequestType: 'CardPayment', RequestID: '5', OverallResult: 'Success' }),
        ...[tender(), second('13.00')],
      ]);
      expect(lastTransactionOf(repeating, setting)).toMatchObject({ kind: 'unreachable', reason: { code: 'garbled' } });
    });
  });

  it('brings the words and the number of the terminal', () => {
    const privateData = element('PrivateData', {}, [
      element('ErrorCode', {}, '1002700'),
      element('ErrorText', {}, 'Karte gesperrt'),
    ]);
    expect(moneyOutcome(run(requests.pay, 'Failure', [privateData]), setting)).toMatchObject({
      reason: { resultCode: 1_002_700, text: 'Karte gesperrt' },
    });
  });
});

describe('facts', () => {
  const factsWith = (more: Record<string, string>) =>
    factsOf(message('CardServiceResponse', head, [tender('12.00', undefined, more)], 'Success'), 'EUR');

  it('name the currency of the request when the terminal names none', () => {
    expect(factsWith({})).toMatchObject({ amount: 1200, currency: 'EUR', receiptNumber: 42 });
  });

  it.each([
    ['2026-02-09T09:36:28', '2026-02-09', '09:36:28'],
    ['2026-02-09T09:36:28-00:00', '2026-02-09', '09:36:28'],
    ['2026-02-09T09:36:28.123', '2026-02-09', '09:36:28'],
    ['yesterday', undefined, undefined],
  ])('read the time stamp %s', (stamp, date, time) => {
    const facts = factsWith({ TimeStamp: stamp });
    expect([facts.date, facts.time]).toEqual([date, time]);
  });

  it('turn a time with a zone into the time of this machine', () => {
    const facts = factsWith({ TimeStamp: '2026-02-09T09:36:28+05:00' });
    expect(`${facts.date}T${facts.time}`).toBe(timeStamp(new Date('2026-02-09T04:36:28Z')));
  });

  it.each([
    ['NoCVM', 'none'],
    ['Signature', 'signature'],
    ['OnlinePIN', 'pin'],
  ])('read the verification %s', (method, verification) => {
    const answer = message('CardServiceResponse', head, [
      element('PrivateData', {}, [element('CardVerificationMethod', {}, method)]),
    ]);
    expect(factsOf(answer, 'EUR').verification).toBe(verification);
  });
});

describe('totals', () => {
  const row = (amount: string, more: Record<string, string> = {}) =>
    element(
      'TotalAmount',
      { NumberPayments: '1', PaymentType: 'Debit', Currency: 'EUR', CardCircuit: 'VISA', ...more },
      amount,
    );
  const answer = (...rows: Element[]) =>
    message('ServiceResponse', head, [element('Reconciliation', {}, rows)], 'Success');

  it('add up, with what was given back taken off', () => {
    expect(
      totalsOf(
        answer(row('10.00'), row('5.00', { PaymentType: 'Credit' }), row('1.50', { CardCircuit: 'girocard' })),
        'EUR',
      ),
    ).toEqual({
      amount: 650,
      byCardType: [
        { cardType: 'VISA', count: 2, amount: 500 },
        { cardType: 'girocard', count: 1, amount: 150 },
      ],
    });
  });

  it('are none when a row cannot be read', () => {
    expect(totalsOf(answer(row('10.00'), row('much')), 'EUR')).toBeUndefined();
    expect(totalsOf(answer(row('10.00', { NumberPayments: 'some' })), 'EUR')).toBeUndefined();
    expect(totalsOf(answer(row('10.00'), row('10.00', { Currency: 'CHF' })), 'EUR')).toBeUndefined();
  });

  it('are nothing when nothing was booked', () => {
    expect(totalsOf(answer(), 'EUR')).toEqual({ amount: 0, byCardType: [] });
  });
});

describe('a service', () => {
  it('that books is unknown when its answer never came; one that does not has failed', () => {
    expect(serviceOutcome({ ...asked, request: requests.endOfDay, ending: LOST }, setting).kind).toBe('unknown');
    expect(serviceOutcome({ ...asked, request: requests.diagnosis, ending: LOST }, setting).kind).toBe('failed');
  });

  it.each([
    ['Success', 'Failure', 'unknown'],
    ['Failure', 'Success', 'unknown'],
    ['Success', 'Success', 'done'],
    ['Failure', 'Busy', 'failed'],
  ])('that books and is answered %s and %s is %s', (first, second, kind) => {
    const further = message('ServiceResponse', head, [], second);
    const outcome = serviceOutcome({ ...run(requests.endOfDay, first), furtherAnswers: [further] }, setting);
    expect(outcome.kind).toBe(kind);
  });
});

describe('the status', () => {
  it.each([
    ['Success', { kind: 'ready' }],
    ['Busy', { kind: 'busy' }],
    ['Loggedout', { kind: 'needs', cure: 'initialisation' }],
    ['Failure', { kind: 'needs', cure: 'person' }],
  ])('of %s', (result, status) => {
    expect(statusOf(run(requests.diagnosis, result), setting)).toMatchObject(status);
  });
});

describe('the last transaction', () => {
  it.each(['Diagnosis', 'ReconciliationWithClosure'])(
    'is not what a terminal repeats of a %s, asked again either',
    type => {
      for (const result of ['Success', 'Failure'])
        for (const more of [[], [tender('?')]])
          expect(last('Success', original(type, result), ...more)).toMatchObject({
            kind: 'unreachable',
            reason: { code: 'unsupported' },
          });
    },
  );

  const original = (type: string, result: string, requestId?: string) =>
    element('OriginalHeader', { RequestType: type, RequestID: requestId ?? '6', OverallResult: result });
  const last = (result: string, ...children: Element[]) =>
    lastTransactionOf(run(requests.repeatLast, result, children), setting);

  it.each([
    ['CardPayment', 'payment'],
    ['PaymentReversal', 'reversal'],
    ['PaymentRefund', 'refund'],
  ])('tells the command of its request: %s', (type, command) => {
    expect(last('Success', original(type, 'Success'), tender())).toMatchObject({ kind: 'found', facts: { command } });
  });

  it('may be of any command without an OriginalHeader', () => {
    const facts = { command: 'untold' };
    expect(last('Success', tender('12.00', 'EUR', { ApprovalCode: '123456' }))).toMatchObject({ kind: 'found', facts });
  });

  it('is found, approved or not', () => {
    expect(last('Success', original('CardPayment', 'Success'), tender())).toMatchObject({
      kind: 'found',
      approved: true,
      facts: { amount: 1200, receiptNumber: 42, date: '2026-02-09', time: '09:36:28' },
    });
    expect(last('Success', original('CardPayment', 'Failure'), tender())).toMatchObject({
      kind: 'found',
      approved: false,
    });
  });

  it.each([
    ['6', '6'],
    ['0006', '6'],
    ['', undefined],
    ['0', undefined],
    ['7', undefined], // that of the repeating itself
  ])('has the number of its original request: %j', (requestId, reference) => {
    const found = last('Success', original('CardPayment', 'Success', requestId), tender());
    expect(found.kind === 'found' && found.facts.reference).toBe(reference);
  });

  it('may have no amount where it failed, and only there', () => {
    expect(last('Success', original('CardPayment', 'Failure'))).toMatchObject({ kind: 'found', approved: false });
    expect(last('Success', original('CardPayment', 'Success'))).toMatchObject({ kind: 'unreachable' });
  });

  it('is none only when the terminal clearly says so', () => {
    expect(last('Success')).toEqual({ kind: 'none' });
    expect(last('Failure')).toMatchObject({ kind: 'unreachable' });
    expect(last('Busy')).toMatchObject({ kind: 'unreachable', reason: { code: 'busy' } });
  });

  it.each([
    ['a message that does not name its kind', [original('', 'Success'), tender()]],
    ['an ending nobody can tell', [original('CardPayment', 'PartialFailure'), tender()]],
    ['an amount nobody can read', [original('CardPayment', 'Success'), tender('?')]],
  ])('cannot be read from %s', (_, children) => {
    expect(last('Success', ...children)).toMatchObject({ kind: 'unreachable', reason: { code: 'garbled' } });
  });
});
