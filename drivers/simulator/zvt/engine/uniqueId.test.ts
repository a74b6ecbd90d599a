import { describe, expect, it } from 'vitest';
import type { Message } from '../../../zvt/codec/apdu.ts';
import type { Fields } from '../../../zvt/codec/fields.ts';
import { findDeep, tlv, tlvValue } from '../../../zvt/codec/tlv.ts';
import { openPair } from '../pair.fixture.ts';
import { lastOf } from '../till.fixture.ts';

const pair = openPair();
const { start, send } = pair;

const pay = (fields: Fields = {}) => send('authorisation', { amount: 1200, ...fields });
const status = (messages: readonly Message[]) => lastOf(messages, 'statusInformation').fields;
const _number = (value: number) => String(value).padStart(4, '0');

describe('unique transaction ids', () => {
  const known = (id: string) => pay({ tlv: [tlv(0x1f1f, id)] });
  const states = () =>
    pair.virtual.terminal.memory.bookings.map(({ state, receiptNumber }) => `${state} ${receiptNumber}`);

  it('reverse the last payment of a till that is one behind, and use its number again', async () => {
    await start({ behaviour: 'unique-ids' });
    expect(tlvValue(findDeep(status(await pay()).tlv, 0x1f1f))).toBe('0001');
    await known('0001');
    expect(states()).toEqual(['kept 1', 'kept 2']);
    expect(tlvValue(findDeep(status(await known('0001')).tlv, 0x1f1f))).toBe('0002');
    expect(states()).toEqual(['kept 1', 'takenBack 2', 'kept 2']);
    await known('');
    await known('0099');
    expect(states().slice(3)).toEqual(['kept 3', 'kept 4']);
  });
});
