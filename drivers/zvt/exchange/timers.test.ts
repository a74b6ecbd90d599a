/** Timers: how long a terminal may be quiet, and the messages that extend it. */
import { afterEach, describe, expect, it } from 'vitest';
import { APPROVED, closeScripted, DONE, opened, script, terminal } from '../scripted.fixture.ts';

afterEach(closeScripted);

describe('the timers', () => {
  it('let a payment take longer than T4 while the terminal sends messages', async () => {
    await opened(
      async peer => {
        for (let i = 0; i < 6; i++) {
          await peer.tell('04ff010a');
          await new Promise(resolve => setTimeout(resolve, 60));
        }
        await peer.tell(APPROVED);
        await peer.tell(DONE);
      },
      { t4: 200 },
    );
    expect(await terminal.pay({ amount: 1200 })).toMatchObject({ kind: 'approved' });
  });

  it('ask a quiet terminal to abort before they end the payment', async () => {
    await opened(async peer => {
      await peer.expect('06b0');
      peer.send('800000');
      await peer.tell('061e016c');
    });
    expect(await terminal.pay({ amount: 1200 })).toMatchObject({ kind: 'declined', reason: { code: 'aborted' } });
  });

  it('end a payment as unknown and cut the line when the terminal stays quiet', async () => {
    const { promise: hungUp, resolve } = Promise.withResolvers<void>();
    await opened(async peer => {
      await peer.expect('06b0');
      await peer.gone;
      resolve();
    });
    expect(await terminal.pay({ amount: 1200 })).toMatchObject({ kind: 'unknown', reason: { code: 'silent' } });
    await hungUp;
  });

  it('extend T3 while pieces of a message come', async () => {
    await opened(
      async peer => {
        // Longer than T3 and T4, and shorter than what a whole message may take, however busy the machine is.
        const slowUntil = performance.now() + 300;
        for (const byte of Buffer.from(APPROVED, 'hex')) {
          peer.send(Buffer.of(byte).toString('hex'));
          if (performance.now() < slowUntil) await new Promise(resolve => setTimeout(resolve, 20));
        }
        await peer.expect('8000');
        await peer.tell(DONE);
      },
      { t3: 150, t4: 200 },
    );
    expect(await terminal.pay({ amount: 1200 })).toMatchObject({ kind: 'approved' });
    expect(script.received).not.toContain('06b000');
  });

  it('give up a message whose pieces come too slowly', async () => {
    await opened(
      async peer => {
        peer.send('04 0f ff ff ff'.replaceAll(' ', ''));
        for (let isThere = true; isThere; ) {
          peer.send('00');
          isThere = await Promise.race([
            peer.gone.then(() => false),
            new Promise<boolean>(resolve => setTimeout(resolve, 5, true)),
          ]);
        }
      },
      { t3: 40, t4: 120 },
    );
    expect(await terminal.pay({ amount: 1200 })).toMatchObject({ kind: 'unknown', reason: { code: 'garbled' } });
  });

  it('are extended by the minutes in 04 FF', async () => {
    await opened(
      async peer => {
        await peer.tell('04ff020a01');
        await new Promise(resolve => setTimeout(resolve, 250));
        await peer.tell(APPROVED);
        await peer.tell(DONE);
      },
      { t4: 100 },
    );
    expect(await terminal.pay({ amount: 1200 })).toMatchObject({ kind: 'approved' });
    expect(script.received).not.toContain('06b000');
  });
});
