/** Conversations recorded from real terminals, replayed against the driver over TCP, byte for byte in both directions. */
import { afterEach, describe, expect, it } from 'vitest';
import { openTerminal } from '../protocols.ts';
import { readRecording, type Turn } from '../simulator/zvt/recording/recording.ts';
import { type ReplayingTerminal, replayTerminal } from '../simulator/zvt/recording/replay.ts';
import type { PaymentTerminal, Progress, TerminalSettings } from '../terminal.ts';

const CONVERSATIONS = new URL('./captures/conversations.json', import.meta.url).pathname;
const stepsOf = (id: string) => readRecording(`${CONVERSATIONS}#${id}`);

// The registration at the end of the first recording, and the commands of its till.
const REGISTRATION = stepsOf('x-conv-payment-chip-pin').slice(-4);
const AS_RECORDED = { configuration: 0x3e, serviceByte: 3, sendCurrency: false, paymentType: null } as const;

let terminal: PaymentTerminal | undefined;
let script: ReplayingTerminal | undefined;
afterEach(async () => {
  await terminal?.close();
  await script?.close();
});

async function play(steps: readonly Turn[], settings: Partial<TerminalSettings> = {}): Promise<PaymentTerminal> {
  script = await replayTerminal(steps, { match: 'bytes' });
  const connection = { type: 'tcp', host: '127.0.0.1', port: script.port } as const;
  terminal = await openTerminal({ protocol: 'zvt', password: '123456', options: AS_RECORDED, ...settings, connection });
  return terminal;
}

const paymentOnly = stepsOf('x-conv-payment-chip-pin').slice(0, -4);

describe('recorded conversations', () => {
  it('ends a chip and PIN payment approved, with the facts of the terminal', async () => {
    const played = await play([...REGISTRATION, ...paymentOnly]);
    const prompts: string[] = [];
    const outcome = await played.pay({ amount: 1200 }, { onProgress: progress => prompts.push(textOf(progress)) });
    expect(await script!.ended).toEqual({ kind: 'played', tolerated: [] });
    expect(outcome).toEqual({
      kind: 'approved',
      receipts: [],
      facts: {
        amount: 1200,
        currency: 'EUR',
        receiptNumber: 200,
        traceNumber: 200,
        turnoverNumber: 200,
        terminalId: '29001006',
        merchantNumber: '100764992',
        authorisationCode: '357096',
        cardType: 46,
        cardName: 'MAESTRO',
        lastFour: '4281',
        entry: 'chip',
        date: '05-13',
        time: '12:00:59',
        verification: 'pin',
      },
    });
    expect(prompts).toContain('ENTER PIN & OK');
    expect(prompts).toContain('please remove card');
  });

  it('ends a contactless payment approved, without verification of the holder', async () => {
    const played = await play([...REGISTRATION, ...stepsOf('x-conv-payment-contactless')]);
    const outcome = await played.pay({ amount: 1200 });
    expect(await script!.ended).toEqual({ kind: 'played', tolerated: [] });
    expect(outcome).toMatchObject({
      kind: 'approved',
      facts: { amount: 1200, receiptNumber: 202, verification: 'none' },
    });
  });

  it('ends a payment that the customer aborted declined, with the text of the terminal', async () => {
    const played = await play([...REGISTRATION, ...stepsOf('x-conv-abort-at-pin')]);
    const outcome = await played.pay({ amount: 1200 });
    expect(await script!.ended).toEqual({ kind: 'played', tolerated: [] });
    expect(outcome).toMatchObject({
      kind: 'declined',
      reason: { code: 'aborted', resultCode: 0x6c, text: 'Abbruch durch Kunde' },
      facts: { cardType: 46 },
    });
  });

  it('reads the totals of an end-of-day', async () => {
    const played = await play([...REGISTRATION, ...stepsOf('x-conv-end-of-day')]);
    const service = await played.perform({ do: 'endOfDay' });
    expect(await script!.ended).toEqual({ kind: 'played', tolerated: [] });
    expect(service).toMatchObject({
      kind: 'done',
      totals: { amount: 100, byCardType: [{ cardType: 'girocard', count: 1, amount: 100 }] },
    });
  });

  it('ends an end-of-day as done when an update follows', async () => {
    const played = await play([...REGISTRATION, ...stepsOf('x-conv-end-of-day-update-follows-2')]);
    const service = await played.perform({ do: 'endOfDay' });
    expect(await script!.ended).toEqual({ kind: 'played', tolerated: [] });
    expect(service).toMatchObject({ kind: 'done', totals: { amount: 0, byCardType: [] } });
  });

  it('works with a terminal that answers the status enquiry with its device data, then sends its card prompts', async () => {
    const steps = stepsOf('s-conv-ingenico-start');
    const paying = steps
      .slice(8)
      .map(step => (step.hex.startsWith('0601') ? { ...step, hex: '060109040000000000021940' } : step));
    const played = await play([...steps.slice(0, 8), ...paying], {
      password: '000000',
      options: { ...AS_RECORDED, configuration: 0x08, serviceByte: 0, paymentType: 0x40 },
    });
    const prompts: string[] = [];
    expect(await played.status()).toEqual({ kind: 'ready' });
    const outcome = played.pay({ amount: 2 }, { onProgress: progress => prompts.push(textOf(progress)) });
    expect(await script!.ended).toEqual({ kind: 'played', tolerated: [] });
    await script!.close();
    expect(await outcome).toMatchObject({ kind: 'unknown', reason: { code: 'lineLost' } });
    expect(prompts.filter(text => text === 'Karte stecken')).toHaveLength(2);
  });

  it('returns the slips of a mock terminal of another driver', async () => {
    const steps = stepsOf('r-conv-nexi-payment');
    const played = await play([...REGISTRATION, ...steps], { options: { ...AS_RECORDED, sendCurrency: true } });
    const outcome = await played.pay({ amount: 1234 });
    expect(await script!.ended).toEqual({ kind: 'played', tolerated: [] });
    expect(outcome).toMatchObject({
      kind: 'approved',
      facts: { amount: 1234, currency: 'EUR', receiptNumber: 7 },
      receipts: [{ copy: 'customer', lines: [{ text: 'Nexi Germany Test' }, { text: 'Betrag EUR 12,34' }] }],
    });
  });
});

function textOf(progress: Progress): string {
  return progress.step === 'prompt' ? (progress.terminalText ?? progress.texts.en) : progress.step;
}
