/** Answers on channel 0 that are late, wrong, unreadable or cut, and the lines that bring them. */
import { randomBytes } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import type { LateAnswer } from '../../terminal.ts';
import type { Element } from '../codec/element.ts';
import { headOf, message } from '../codec/messages.ts';
import { FAST } from '../pair.fixture.ts';
import { bytesOf, openScripted, type Scripted, success, tender } from '../scripted.fixture.ts';

let scripted: Scripted;
afterEach(() => scripted.close());

async function open(...args: Parameters<typeof openScripted>): Promise<Scripted> {
  scripted = await openScripted(...args);
  return scripted;
}

describe('an answer', () => {
  it.each<[string, (request: Element) => Element]>([
    ['to an earlier request', request => success(request, [tender('12.00')], { requestId: '1' })],
    ['of another type', request => success(request, [tender('12.00')], { requestType: 'PaymentRefund' })],
    ['of another kind', request => ({ ...success(request, [tender('12.00')]), name: 'ServiceResponse' })],
    ['that is a request', request => request],
  ])('%s does not end the request', async (_, wrong) => {
    const { terminal } = await open((request, wire) => wire.send(wrong(request)), { timers: { ...FAST, card: 200 } });
    expect(await terminal.pay({ amount: 1200 })).toMatchObject({ kind: 'unknown', reason: { code: 'silent' } });
  });

  it('counts after wrong answers', async () => {
    const { terminal } = await open((request, wire) => {
      wire.send(success(request, [tender('99.00')], { requestId: '1' }));
      wire.framed('<CardServiceResponse');
      wire.send(success(request, [tender('12.00')]));
    });
    expect(await terminal.pay({ amount: 1200 })).toMatchObject({ kind: 'approved', facts: { amount: 1200 } });
  });

  it('in small pieces is read as one', async () => {
    const { terminal } = await open(async (request, wire) => {
      for (const byte of bytesOf(success(request, [tender('12.00')]))) {
        wire.raw(Buffer.from([byte]));
        await new Promise(resolve => setImmediate(resolve));
      }
    });
    expect((await terminal.pay({ amount: 1200 })).kind).toBe('approved');
  });

  it.each<[string, Buffer]>([
    ['a length that cannot be', Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n')],
    ['a length of nothing', Buffer.alloc(4)],
    ['noise', Buffer.concat([Buffer.from([0xff]), randomBytes(500)])],
  ])('with %s is lost with the line', async (_, bytes) => {
    const { terminal } = await open((_request, wire) => wire.raw(bytes));
    expect(await terminal.pay({ amount: 1200 })).toMatchObject({ kind: 'unknown', reason: { code: 'garbled' } });
  });

  it.each(['not XML', '<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>', '<a>'.repeat(1000), '\0\0\0'])(
    'that is unreadable leaves the payment unknown, and the line alive: %.20j',
    async bad => {
      let turn = 0;
      const { terminal } = await open(async (request, wire) => {
        turn++;
        wire.framed(bad);
        const next = await wire.next();
        expect(next.attributes.RequestID).not.toBe(request.attributes.RequestID);
        wire.send(success(next));
      });
      expect(await terminal.pay({ amount: 1200 })).toMatchObject({ kind: 'unknown', reason: { code: 'garbled' } });
      expect(turn).toBe(1);
    },
  );

  it('that came while no request ran is no answer to the next request', async () => {
    const { terminal, trace } = await open(async (request, wire) => {
      wire.send(success(request, [tender('12.00')]));
      wire.send(success(request, [tender('12.00')]));
      const second = await wire.next();
      wire.send(message('CardServiceResponse', headOf(second), [], 'Failure'));
    });
    expect((await terminal.pay({ amount: 1200 })).kind).toBe('approved');
    expect((await terminal.pay({ amount: 1200 })).kind).toBe('declined');
    expect(trace.some(({ text }) => text.includes('belongs to no request'))).toBe(true);
  });
});

it('a line that died unseen costs a login, not the payment', async () => {
  const seen: string[] = [];
  const { terminal } = await open(
    (request, wire) => {
      seen.push(headOf(request).requestType);
      if (seen.length === 1) wire.cut();
      else wire.send(success(request, [tender('12.00')]));
    },
    { timers: { ...FAST, fresh: 0 } },
  );
  expect((await terminal.pay({ amount: 1200 })).kind).toBe('approved');
  expect(seen).toEqual(['Login', 'CardPayment']);
});

it('a terminal that hangs up after every answer gets a new connection for every request', async () => {
  const { terminal } = await open(
    (request, wire) => {
      wire.send(success(request, [tender('12.00')]));
      wire.hangUp();
    },
    { keepOpen: false },
  );
  const endings = [];
  for (let turn = 0; turn < 5; turn++) endings.push((await terminal.pay({ amount: 1200 })).kind);
  expect(endings).toEqual(Array.from({ length: 5 }, () => 'approved'));
  expect(terminal.state).toBe('ready');
});

it.each<[string, string, (request: Element) => Element, object]>([
  ['an approval under its RequestID', 'approved', request => success(request, [tender('12.00')]), { amount: 1200 }],
  [
    'a decline under its RequestID',
    'declined',
    request => message('CardServiceResponse', headOf(request), [], 'Failure'),
    {},
  ],
  [
    'an approval under another RequestID',
    'approved',
    request => success(request, [tender('9.00')], { requestId: '00077' }),
    { amount: 900, reference: '77' },
  ],
])('tells of %s that comes when no request waits for it', async (_, says, late, facts) => {
  const paid = Promise.withResolvers<void>();
  const received = Promise.withResolvers<LateAnswer>();
  const { terminal } = await open(async (request, wire) => {
    wire.send(success(request, [tender('12.00')]));
    await paid.promise;
    wire.send(late(request));
  });
  terminal.onLateAnswer?.(received.resolve);
  expect((await terminal.pay({ amount: 1200 })).kind).toBe('approved');
  paid.resolve();
  expect(await received.promise).toMatchObject({ says, facts });
});
