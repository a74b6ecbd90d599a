/** Every model the virtual terminal plays: the whole day of a till over the driver, and what is peculiar to each. */
import { afterEach, describe, expect, it } from 'vitest';
import { openTerminal } from '../../../index.ts';
import type { PaymentTerminal } from '../../../terminal.ts';
import { encode, type Message } from '../../../zvt/codec/apdu.ts';
import { findDeep, tlv, tlvValue } from '../../../zvt/codec/tlv.ts';
import { profiles as tillProfiles } from '../../../zvt/profiles.ts';
import { type RunningVirtualTerminal, startVirtualTerminal, type VirtualTerminalOptions } from '../start.ts';
import { connectTill, lastOf, names, REFUSED, registrationOf, type TestTill } from '../till.fixture.ts';
import { type ProfileName, profiles } from './profiles.ts';

const TIMERS = { t3: 500, t4: 1000, short: 1000, settle: 100, stop: 100, retryFirst: 5, retryMost: 20, drain: 100 };

let virtual: RunningVirtualTerminal | undefined;
let terminal: PaymentTerminal | undefined;
let till: TestTill | undefined;
afterEach(async () => {
  await terminal?.close();
  till?.close();
  await virtual?.close();
  virtual = undefined;
  terminal = undefined;
  till = undefined;
});

async function drive(profile: string, options: VirtualTerminalOptions = {}): Promise<PaymentTerminal> {
  virtual = await startVirtualTerminal({ delay: 0, goodsPause: 0, timers: { t3: 500 }, profile, ...options });
  const connection = { type: 'tcp', host: '127.0.0.1', port: virtual.port } as const;
  terminal = await openTerminal({ protocol: 'zvt', connection, profile, options: { timers: TIMERS } });
  return terminal;
}

async function speak(profile: ProfileName, options: VirtualTerminalOptions = {}, registration = registrationOf()) {
  virtual = await startVirtualTerminal({ delay: 0, timers: { t3: 500 }, profile, ...options });
  till = await connectTill(virtual.port);
  await till.run(registration);
  return till;
}

const pay = encode('authorisation', { amount: 1200 });
const wordsOf = (messages: readonly Message[]) => names(messages).filter(name => name !== 'intermediateStatus');

describe('every model', () => {
  it('has the name that the till configures', () => {
    expect(Object.keys(profiles).toSorted()).toEqual(tillProfiles.map(({ name }) => name).toSorted());
  });

  it.each(Object.keys(profiles))('%s: a day of a till', async name => {
    const day = await drive(name);
    expect(await day.register()).toEqual({ ok: true, terminalId: '60001234' });
    expect(await day.status()).toEqual({ kind: 'ready' });
    expect(await day.pay({ amount: 1200 })).toMatchObject({ kind: 'approved', facts: { receiptNumber: 1 } });
    expect(await day.lastTransaction()).toMatchObject({ kind: 'found', facts: { amount: 1200, receiptNumber: 1 } });
    expect(await day.pay({ amount: 800 })).toMatchObject({ kind: 'approved' });
    expect(await day.reverse({ receiptNumber: 2 })).toMatchObject({ kind: 'approved', facts: { amount: 800 } });
    expect(await day.refund({ amount: 200 })).toMatchObject({ kind: 'approved' });
    virtual!.terminal.behaviour = 'decline';
    expect(await day.pay({ amount: 500 })).toMatchObject({ kind: 'declined', reason: { resultCode: 5 } });
    virtual!.terminal.behaviour = 'approve';
    expect(await day.perform({ do: 'diagnosis' })).toMatchObject({ kind: 'done' });
    expect(await day.perform({ do: 'endOfDay' })).toMatchObject({ kind: 'done', totals: { amount: 1000 } });
  });

  it.each(Object.keys(profiles))('%s: a payment that it reversed is not paid', async name => {
    const day = await drive(name);
    await day.pay({ amount: 1200 });
    const outcome = await day.pay({ amount: 900 }, { onApproved: () => ({ kind: 'failed' }) });
    expect(outcome.kind).not.toBe('approved');
    expect(virtual!.terminal.memory.bookings.map(booking => booking.state)).toEqual(['kept', 'takenBack']);
    expect(await day.lastTransaction()).toMatchObject({ facts: { amount: 1200 } });
  });
});

describe('peculiarities', () => {
  it('sends slips before the result, and 06 1E alone for a failure', async () => {
    const speaking = await speak('feig-cvend');
    const order = ['positive', 'printTextBlock', 'printTextBlock', 'statusInformation', 'completion'];
    expect(wordsOf(await speaking.run(pay))).toEqual(order);
    virtual!.terminal.behaviour = 'decline';
    expect(wordsOf(await speaking.run(pay))).toEqual(['positive', 'printTextBlock', 'abortByTerminal']);
    expect(lastOf(await speaking.run(registrationOf()), 'completion').fields.paymentType).toBe(0x10);
  });

  it('reverses when a slip before the result could not be printed', async () => {
    const speaking = await speak('feig-cvend');
    const messages = await speaking.run(pay, { printTextBlock: () => REFUSED(0xcc) });
    expect(wordsOf(messages)).toEqual(['positive', 'printTextBlock', 'abortByTerminal']);
    expect(virtual!.terminal.memory.bookings[0]?.state).toBe('takenBack');
  });

  it('uses ISO 8859-1 without agreement, a container behind each line, any currency, a password for the status', async () => {
    const lines = registrationOf({ registrationCurrency: 756 }, []);
    const speaking = await speak('card-complete', { password: '000000' }, lines);
    const messages = await speaking.run(pay);
    const line = messages.find(message => message.name === 'printLine')!;
    expect(line.bytes.includes(Buffer.from('Händlerbeleg', 'latin1'))).toBe(true);
    expect(line.bytes.toString('hex')).toMatch(/06041f070101$/);
    expect(lastOf(await speaking.run(encode('statusEnquiry', {})), 'negative').control).toBe(0x8437);
    expect(names(await speaking.run(encode('statusEnquiry', { password: '000000' }))).at(-1)).toBe('completion');
    expect(lastOf(await speaking.run(encode('diagnosis', {})), 'negative').control).toBe(0x8483);
  });

  it('sends 04 0F alone for a failure, and 84 9A for a container', async () => {
    const speaking = await speak('ccv-a920', { behaviour: 'decline' });
    expect(names(await speaking.run(registrationOf()))).toEqual(['negative']);
    await speaking.run(registrationOf({ tlv: undefined }));
    const messages = await speaking.run(pay, {}, ['statusInformation']);
    expect(wordsOf(messages)).toEqual(['positive', 'statusInformation']);
  });

  it('lists locks in the status', async () => {
    const speaking = await speak('ccv-opm-c60', { behaviour: 'needs-diagnosis' });
    const { tlv: container } = lastOf(await speaking.run(encode('statusEnquiry', {})), 'completion').fields;
    const locks = findDeep(container, 0x1f55)!;
    expect(locks.source.toString('hex', locks.at, locks.end)).toBe('2000');
  });

  it('sends the prompts of the maker', async () => {
    const speaking = await speak('ingenico-ict220');
    const codes = (messages: readonly Message[]) => messages.map(message => message.fields.intermediateStatus);
    expect(codes(await speaking.run(pay))).toContain(0xa0);
    const reversal = encode('reversal', { password: '000000', receiptNumber: '0001' });
    expect(codes(await speaking.run(reversal))).toContain(0xa2);
  });

  it('reverses only the last payment, and repeats a receipt only for a till that prints', async () => {
    const speaking = await speak('pax-a80');
    const again = encode('repeatReceipt', { password: '000000', serviceByte: 3 });
    const reversal = (receiptNumber: string) => encode('reversal', { password: '000000', receiptNumber });
    await speaking.run(pay);
    await speaking.run(pay);
    expect(names(await speaking.run(reversal('0001'))).at(-1)).toBe('abortByTerminal');
    expect(names(await speaking.run(reversal('0002'))).at(-1)).toBe('completion');
    expect(names(await speaking.run(again))).toContain('statusInformation');
    await speaking.run(registrationOf({ configuration: 0x08 }));
    expect(names(await speaking.run(again))).toEqual(['positive', 'completion']);
  });

  it('uses CP437 whatever the till asks for', async () => {
    const asked = [tlv(0x26, [tlv(0x0a, '06D3')]), tlv(0x27, [tlv(0x14, 1)])];
    const speaking = await speak('hobex', {}, registrationOf({ tlv: asked }));
    const block = lastOf(await speaking.run(pay), 'printTextBlock');
    expect(block.bytes.includes(Buffer.from('Kundenbeleg'))).toBe(true);
    const merchant = (await speaking.run(pay)).find(message => message.name === 'printTextBlock')!;
    expect(tlvValue(findDeep(merchant.fields.tlv, 0x07), 'cp437')).toBe('* * Händlerbeleg * *');
  });

  it('answers 84 83 to a container, and its registration outlives a restart', async () => {
    const speaking = await speak('old');
    expect(lastOf(await speaking.run(registrationOf()), 'negative').control).toBe(0x8483);
    await speaking.run(registrationOf({ tlv: undefined }));
    expect(names(await speaking.run(pay))).toContain('printLine');
    virtual!.terminal.restart();
    expect(virtual!.terminal.memory.now.registration).not.toBeNull();
  });
});
