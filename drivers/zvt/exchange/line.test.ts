/** Lines that break, are idle, or carry bytes that are no messages. */
import { afterEach, describe, expect, it } from 'vitest';
import { type Peer, registers, scriptedTerminal } from '../../doubles/scriptedTerminal.ts';
import { openTerminal } from '../../index.ts';
import type { TerminalState } from '../../terminal.ts';
import { APPROVED, closeScripted, DECLINED, DONE, idle, open, opened, script, terminal } from '../scripted.fixture.ts';

afterEach(closeScripted);

/** A second terminal whose line breaks as well; `back` is called when the driver has reconnected to it. */
async function comesBack(broken: Promise<void>) {
  const { promise: back, resolve } = Promise.withResolvers<void>();
  const beside = await scriptedTerminal(
    async peer => {
      await registers(peer);
      await broken;
      peer.cut();
    },
    async peer => {
      await registers(peer);
      resolve();
      await peer.gone;
    },
  );
  const connection = { type: 'tcp', host: '127.0.0.1', port: beside.port } as const;
  const other = await openTerminal({ protocol: 'zvt', connection, options: { timers: { retryFirst: 100 } } });
  await other.register();
  const close = async () => {
    await other.close();
    await beside.close();
  };
  return { back, close };
}

describe('a line', () => {
  it('is reported offline and ready, with growing pauses in between', async () => {
    const states: TerminalState[] = [];
    const { promise: back, resolve } = Promise.withResolvers<void>();
    await open([
      async peer => {
        await registers(peer);
        peer.cut();
      },
      idle,
    ]);
    terminal.onState(state => {
      states.push(state);
      if (state === 'ready' && states.includes('offline')) resolve();
    });
    await back;
    expect(states).toEqual(['connecting', 'ready', 'offline', 'connecting', 'ready']);
  });

  it('that died while idle is detected before a payment is sent', async () => {
    const deaf = async (peer: Peer) => {
      await registers(peer);
      await peer.gone; // the connection is open, but nothing answers
    };
    const paying = async (peer: Peer) => {
      await registers(peer);
      await peer.expect('0601');
      peer.send('800000');
      await peer.tell(APPROVED);
      await peer.tell(DONE);
    };
    await open([deaf, paying], { fresh: 0 });
    const { promise: ready, resolve } = Promise.withResolvers<void>();
    terminal.onState(state => (state === 'ready' ? resolve() : undefined));
    await ready;
    expect(await terminal.pay({ amount: 1200 })).toMatchObject({ kind: 'approved' });
    expect(script.connections).toBe(2);
  });

  it('is registered without containers when the terminal cannot read them', async () => {
    await open([
      async peer => {
        await peer.expect('060010');
        peer.send('849a00');
        await peer.expect('060006000000be0978');
        peer.send('800000');
        await peer.tell('060f052960001234');
        await peer.gone;
      },
    ]);
    expect(await terminal.register()).toMatchObject({ ok: true });
  });

  it('gets back into step after noise, also in the middle of a payment', async () => {
    await opened(async peer => {
      peer.send(Buffer.from('\r\nREADY 1.0\r\n').toString('hex'));
      await peer.tell(APPROVED);
      peer.send('ffffff');
      await peer.tell(DONE);
    });
    expect(await terminal.pay({ amount: 1200 })).toMatchObject({ kind: 'approved' });
  });

  it('is given up when a message stops in the middle', async () => {
    await opened(async peer => {
      peer.send('040f7727');
      await peer.gone;
    });
    expect(await terminal.pay({ amount: 1200 })).toMatchObject({ kind: 'unknown', reason: { code: 'garbled' } });
  });

  it('accepts unknown packets, fields and tags', async () => {
    await opened(async peer => {
      peer.send('06ee03010203');
      await peer.expect('848300');
      await peer.tell(`040f15${'2700'}${'04000000001200'}${'0605df5e0201aa'}${'99f0f2abcd'}`);
      await peer.tell(DONE);
    });
    expect(await terminal.pay({ amount: 1200 })).toMatchObject({ kind: 'approved', facts: { amount: 1200 } });
  });

  it('carries commands one at a time, in the order of the calls', async () => {
    await open([
      async peer => {
        await registers(peer);
        for (const amount of ['000000000100', '000000000200']) {
          await peer.expect(`06010c04${amount}`);
          peer.send('800000');
          await peer.tell(APPROVED);
          await peer.tell(DONE);
        }
      },
    ]);
    const outcomes = await Promise.all([terminal.pay({ amount: 100 }), terminal.pay({ amount: 200 })]);
    await script.finished;
    expect(outcomes.map(outcome => outcome.kind)).toEqual(['approved', 'approved']);
  });

  it('that the terminal closes after a log-off is opened again only for the next command', async () => {
    const { promise: loggedOff, resolve: cut } = Promise.withResolvers<void>();
    await open([
      async peer => {
        await registers(peer);
        await peer.expect('0602');
        peer.send('800000');
        await loggedOff;
        peer.cut();
      },
      async peer => {
        await registers(peer);
        await peer.expect('0501');
        peer.send('800000');
        await peer.tell('060f0100');
      },
    ]);
    expect(await terminal.perform({ do: 'logOff' })).toMatchObject({ kind: 'done' });
    const states: TerminalState[] = [];
    terminal.onState(state => states.push(state));
    const beside = await comesBack(loggedOff);
    cut();
    await beside.back;
    await beside.close();
    expect([states, script.connections]).toEqual([[], 1]);
    expect(await terminal.status()).toEqual({ kind: 'ready' });
    expect(script.connections).toBe(2);
  });

  it('that was given up during a command without completion is opened again', async () => {
    const { promise: back, resolve } = Promise.withResolvers<void>();
    await open([
      async peer => {
        await registers(peer);
        await peer.expect('06e0');
        peer.send('ffffff800000');
        await peer.gone;
      },
      async peer => {
        await registers(peer);
        resolve();
        await peer.gone;
      },
    ]);
    await terminal.perform({ do: 'display', lines: ['Ja'], seconds: 5 });
    await back;
  });

  it('is checked before the next payment when a failed payment had no completion', async () => {
    await opened(async peer => {
      await peer.tell(DECLINED);
      await peer.expect('0501');
      peer.send('800000');
      await peer.tell('060f0100');
      await peer.expect('0601');
      peer.send('800000');
      await peer.tell(APPROVED);
      await peer.tell(DONE);
    });
    expect(await terminal.pay({ amount: 1200 })).toMatchObject({ kind: 'declined' });
    expect(await terminal.pay({ amount: 1200 })).toMatchObject({ kind: 'approved' });
  });

  it('is drained by close and then cut: a payment without an end is unknown', async () => {
    const { promise: accepted, resolve } = Promise.withResolvers<void>();
    await opened(async peer => {
      await peer.tell('04ff010a');
      await peer.gone;
    });
    const outcome = terminal.pay(
      { amount: 1200 },
      { onProgress: ({ step }) => (step === 'prompt' ? resolve() : undefined) },
    );
    await accepted;
    await terminal.close();
    expect(await outcome).toMatchObject({ kind: 'unknown', reason: { code: 'closed' } });
  });

  it('carries on when a progress listener throws', async () => {
    await opened(async peer => {
      await peer.tell('04ff010a');
      await peer.tell(APPROVED);
      await peer.tell(DONE);
    });
    const onProgress = () => {
      throw new Error('broken screen');
    };
    expect(await terminal.pay({ amount: 1200 }, { onProgress })).toMatchObject({ kind: 'approved' });
  });
});
