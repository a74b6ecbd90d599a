/** The outcome of a payment at a scripted terminal, and the payments that are not sent at all. */
import { afterEach, describe, expect, it } from 'vitest';
import { type Peer, registers } from '../doubles/scriptedTerminal.ts';
import { encode } from './codec/apdu.ts';
import { tlv } from './codec/tlv.ts';
import {
  APPROVED,
  closeScripted,
  DECLINED,
  DONE,
  idle,
  open,
  opened,
  reopen,
  script,
  terminal,
} from './scripted.fixture.ts';

afterEach(closeScripted);

describe('a payment ends', () => {
  it('approved by the completion after 04 0F with 27 00', async () => {
    await opened(async peer => {
      await peer.tell(APPROVED);
      await peer.tell(DONE);
    });
    expect(await terminal.pay({ amount: 1200 })).toMatchObject({
      kind: 'approved',
      facts: { amount: 1200, receiptNumber: 200, currency: 'EUR' },
    });
  });

  it('declined by 84 xx: nothing happened', async () => {
    await open([
      async peer => {
        await registers(peer);
        await peer.expect('0601');
        peer.send('849c00');
        await peer.gone;
      },
    ]);
    expect(await terminal.pay({ amount: 1200 })).toMatchObject({
      kind: 'declined',
      reason: { code: 'busy', resultCode: 0x9c },
    });
  });

  it('declined by 06 1E alone', async () => {
    await opened(peer => peer.tell('061e0164'));
    expect(await terminal.pay({ amount: 1200 })).toMatchObject({
      kind: 'declined',
      reason: { code: 'cardError', resultCode: 0x64 },
    });
  });

  it('declined by a failing 04 0F that no completion follows', async () => {
    await opened(peer => peer.tell(DECLINED));
    expect(await terminal.pay({ amount: 1200 })).toMatchObject({
      kind: 'declined',
      reason: { code: 'declined', resultCode: 5 },
    });
  });

  it('by the last 04 0F when there are two', async () => {
    await opened(async peer => {
      await peer.tell('040f022737');
      await peer.tell('04ff0101');
      await peer.tell(APPROVED);
      await peer.tell(DONE);
    });
    expect(await terminal.pay({ amount: 1200 })).toMatchObject({ kind: 'approved' });
  });

  it.each([
    ['06 1E', ['040f0b2700a0a504000000001200', '061e01a5']],
    ['a completion', ['040f042700a0a5', DONE]],
    ['nothing', ['040f042700a0a0']],
  ])('declined by a code of the host that is no number, then %s', async (_, messages) => {
    await opened(async peer => {
      for (const message of messages) await peer.tell(message);
    });
    const asked: unknown[] = [];
    const onApproved = (facts: unknown) => {
      asked.push(facts);
      return { kind: 'done' } as const;
    };
    const resultCode = Number.parseInt(messages[0]!.slice(12, 14), 16);
    expect(await terminal.pay({ amount: 1200 }, { onApproved })).toMatchObject({
      kind: 'declined',
      reason: { code: 'declined', resultCode, text: expect.stringContaining('declined') },
    });
    expect(asked).toEqual([]);
  });

  it('approved with another code in the same place, as real terminals send it', async () => {
    await opened(async peer => {
      await peer.tell('040f042700a001');
      await peer.tell(DONE);
    });
    expect(await terminal.pay({ amount: 1200 })).toMatchObject({ kind: 'approved' });
  });

  it('unknown when 06 1E follows an approving 04 0F: the payment may have been reversed, or not', async () => {
    await opened(async peer => {
      await peer.tell(APPROVED);
      await peer.tell('061e016c');
    });
    expect(await terminal.pay({ amount: 1200 })).toMatchObject({
      kind: 'unknown',
      reason: { code: 'aborted' },
      facts: { receiptNumber: 200 },
    });
  });

  it('unknown when the completion comes without any 04 0F', async () => {
    await opened(peer => peer.tell(DONE));
    expect(await terminal.pay({ amount: 1200 })).toMatchObject({ kind: 'unknown', reason: { code: 'garbled' } });
  });

  it.each([
    ['after the wrong PIN was reported', ['040f022737', DONE]],
    ['with a code of its own', [APPROVED, '060f02276c']],
  ])('unknown when the completion comes %s', async (_, apdus) => {
    await opened(async peer => {
      for (const apdu of apdus) await peer.tell(apdu);
    });
    expect(await terminal.pay({ amount: 1200 })).toMatchObject({ kind: 'unknown', reason: { code: 'garbled' } });
  });

  it.each([
    ['a failing status information and a completion', DECLINED, DONE],
    ['nothing and an abort', '', '061e016c'],
  ])('unknown when noise may have hidden the approval between %s', async (_, before, after) => {
    await opened(async peer => {
      if (before) await peer.tell(before);
      peer.send('ffffff');
      await peer.tell(after);
    });
    expect(await terminal.pay({ amount: 1200 })).toMatchObject({ kind: 'unknown' });
  });

  it.each([
    ['after the acceptance', async (peer: Peer) => peer.cut()],
    ['after an approving 04 0F', async (peer: Peer) => peer.tell(APPROVED).then(() => peer.cut())],
    ['after the wrong PIN was reported', async (peer: Peer) => peer.tell('040f022737').then(() => peer.cut())],
  ])('unknown when the line breaks %s', async (_, rest) => {
    await opened(rest);
    expect(await terminal.pay({ amount: 1200 })).toMatchObject({ kind: 'unknown', reason: { code: 'lineLost' } });
  });

  it('declined when the line breaks after a failing 04 0F', async () => {
    await opened(async peer => peer.tell(DECLINED).then(() => peer.cut()));
    expect(await terminal.pay({ amount: 1200 })).toMatchObject({ kind: 'declined', reason: { resultCode: 5 } });
  });

  it('unknown when the terminal does not even answer the command', async () => {
    await open([
      async peer => {
        await registers(peer);
        await peer.expect('0601');
        await peer.gone;
      },
      idle,
    ]);
    expect(await terminal.pay({ amount: 1200 })).toMatchObject({ kind: 'unknown', reason: { code: 'silent' } });
    expect(script.received.filter(hex => hex.startsWith('0601'))).toHaveLength(1);
  });

  it('with receipts before and after the 04 0F', async () => {
    const block = encode('printTextBlock', {
      tlv: [tlv(0x1f07, 1), tlv(0x25, [tlv(0x07, 'Betrag'), tlv(0x09, 0x81)])],
    });
    await opened(async peer => {
      await peer.tell(block.toString('hex'));
      await peer.tell(APPROVED);
      await peer.tell(encode('printLine', { printAttribute: 0x40, printText: 'Kunden' }).toString('hex'));
      await peer.tell('06d10181');
      await peer.tell(DONE);
    });
    expect(await terminal.pay({ amount: 1200 })).toMatchObject({
      kind: 'approved',
      receipts: [
        { copy: 'merchant', lines: [{ text: 'Betrag' }] },
        { copy: 'customer', lines: [{ text: 'Kunden', align: 'center' }] },
      ],
    });
  });
});

describe('not sent', () => {
  it('is a payment to a terminal that cannot be reached', async () => {
    await open([idle]);
    await closeScripted();
    await reopen(script.port);
    expect(await terminal.pay({ amount: 1200 })).toMatchObject({ kind: 'notSent', reason: { code: 'unreachable' } });
  });

  it('is a payment to a terminal that refuses the registration', async () => {
    await open([
      async peer => {
        for (;;) {
          await peer.expect('0600');
          peer.send('843700');
        }
      },
    ]);
    expect(await terminal.pay({ amount: 1200 })).toMatchObject({
      kind: 'notSent',
      reason: { code: 'refused', resultCode: 0x37 },
    });
    expect(script.received.every(hex => hex.startsWith('0600'))).toBe(true);
  });

  it('is a payment aborted before its turn', async () => {
    await open([idle]);
    const outcome = await terminal.pay({ amount: 1200 }, { signal: AbortSignal.abort() });
    expect(outcome).toMatchObject({ kind: 'notSent', reason: { code: 'aborted' } });
  });

  it('is a payment after close', async () => {
    await open([idle]);
    await terminal.close();
    expect(await terminal.pay({ amount: 1200 })).toMatchObject({ kind: 'notSent', reason: { code: 'closed' } });
    expect(terminal.state).toBe('closed');
  });

  it('is an amount that no message can carry', async () => {
    await open([idle]);
    expect(await terminal.pay({ amount: 12.5 })).toMatchObject({ kind: 'notSent', reason: { code: 'unsupported' } });
    expect(await terminal.register()).toMatchObject({ ok: true });
    expect(terminal.state).toBe('ready');
  });
});
