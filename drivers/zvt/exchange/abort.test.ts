/** Aborts: terminals that accept an abort, refuse it, or approve the payment nevertheless. */
import { afterEach, describe, expect, it } from 'vitest';
import { type Peer, registers } from '../../doubles/scriptedTerminal.ts';
import type { Progress } from '../../terminal.ts';
import { APPROVED, closeScripted, DONE, open, opened, terminal } from '../scripted.fixture.ts';

afterEach(closeScripted);

describe('an abort', () => {
  async function aborted(answer: string, rest: (peer: Peer) => Promise<void>) {
    const { promise: prompted, resolve } = Promise.withResolvers<void>();
    const request = new AbortController();
    const steps: string[] = [];
    await opened(async peer => {
      await peer.tell('04ff010a');
      await peer.expect('06b0');
      peer.send(answer);
      await rest(peer);
    });
    const onProgress = ({ step }: Progress) => {
      steps.push(step);
      if (step === 'prompt') resolve();
    };
    const outcome = terminal.pay({ amount: 1200 }, { signal: request.signal, onProgress });
    await prompted;
    request.abort();
    return { outcome: await outcome, steps };
  }

  it('declines the payment when the terminal accepts it', async () => {
    const { outcome, steps } = await aborted('800000', async peer => {
      await peer.tell('040f02276c');
      await peer.tell('061e016c');
    });
    expect(outcome).toMatchObject({ kind: 'declined', reason: { code: 'aborted', resultCode: 0x6c } });
    expect(steps.slice(2)).toEqual(['sent', 'accepted', 'prompt', 'abortRequested']);
  });

  it('that comes too late leaves the payment approved', async () => {
    const { outcome, steps } = await aborted('848300', async peer => {
      await peer.tell(APPROVED);
      await peer.tell(DONE);
    });
    expect(outcome).toMatchObject({ kind: 'approved' });
    expect(steps.slice(2)).toEqual(['sent', 'accepted', 'prompt', 'abortRequested', 'abortRefused', 'finishing']);
  });

  it('is sent again after a refusal: with the next prompt, by the cashier, and after T4', async () => {
    const request = new AbortController();
    const steps: string[] = [];
    const press = () => request.signal.dispatchEvent(new Event('abort'));
    await opened(async peer => {
      await peer.tell('04ff010a');
      await peer.expect('06b0');
      peer.send('848300');
      await peer.tell('04ff010a');
      await peer.expect('06b0');
      peer.send('848300');
      await peer.expect('06b0'); // the cashier
      peer.send('848300');
      await peer.expect('06b0'); // T4
      peer.send('800000');
      await peer.tell('061e016c');
    });
    const onProgress = ({ step }: Progress) => {
      steps.push(step);
      if (step === 'prompt' && !request.signal.aborted) request.abort();
      if (step === 'abortRefused' && steps.filter(one => one === step).length === 2) press();
    };
    const outcome = await terminal.pay({ amount: 1200 }, { signal: request.signal, onProgress });
    expect(outcome).toMatchObject({ kind: 'declined', reason: { code: 'aborted' } });
    const asked = ['abortRequested', 'abortRefused'];
    expect(steps.slice(3)).toEqual(['accepted', 'prompt', ...asked, 'prompt', ...asked, ...asked, 'abortRequested']);
  });

  it('is not sent again automatically once the payment is approved', async () => {
    const { outcome } = await aborted('848300', async peer => {
      await peer.tell(APPROVED);
      await peer.tell('04ff010b');
      await peer.tell(DONE);
    });
    expect(outcome).toMatchObject({ kind: 'approved' });
  });

  it('that was accepted does not overrule an approval', async () => {
    const { outcome } = await aborted('800000', async peer => {
      await peer.tell(APPROVED);
      await peer.tell(DONE);
    });
    expect(outcome).toMatchObject({ kind: 'approved', facts: { receiptNumber: 200 } });
  });

  it('waits for the answer to the command', async () => {
    const request = new AbortController();
    const { promise: asked, resolve } = Promise.withResolvers<void>();
    await open([
      async peer => {
        await registers(peer);
        await peer.expect('0601');
        await asked;
        peer.send('800000');
        await peer.expect('06b0');
        peer.send('800000');
        await peer.tell('061e016c');
      },
    ]);
    const onProgress = ({ step }: Progress) => {
      if (step !== 'sent') return;
      request.abort();
      resolve();
    };
    expect(await terminal.pay({ amount: 1200 }, { signal: request.signal, onProgress })).toMatchObject({
      kind: 'declined',
    });
  });
});

describe('a terminal that says ready after a broken line', () => {
  it.each([
    ['800000', true],
    ['848300', true],
    [null, false],
  ] as const)('is asked to give up, and answers %s', async (answer, answered) => {
    await open([
      async peer => {
        await registers(peer);
        await peer.expect('06b0');
        if (answer !== null) peer.send(answer);
        await peer.gone;
      },
    ]);
    expect(await terminal.giveUp?.()).toBe(answered);
  });
});
