/** Tills that skip or refuse the acknowledgement of a message on a line that lives: the terminal goes on. */
import { afterEach, describe, expect, it } from 'vitest';
import { encode, type Message } from '../../../zvt/codec/apdu.ts';
import { type RunningVirtualTerminal, startVirtualTerminal } from '../start.ts';
import { connectTill, names, OK, REFUSED, registrationOf, type TestTill } from '../till.fixture.ts';

let virtual: RunningVirtualTerminal;
let till: TestTill;

afterEach(async () => {
  till.close();
  await virtual.close();
});

const TIMERS = { t3: 60, goods: 60 };

async function meet(profile = 'generic', unacknowledged: 'kept' | 'reversed' = 'kept'): Promise<void> {
  virtual = await startVirtualTerminal({ delay: 0, timers: TIMERS, profile, unacknowledged });
  till = await connectTill(virtual.port);
}

const PAY = encode('authorisation', { amount: 1200 });
const DIAGNOSIS = encode('diagnosis', {});
const END_OF_DAY = encode('endOfDay', { password: '000000' });
const ENDS = ['completion', 'abortByTerminal', 'negative'];

/** Runs a command to its end; `answer` is given for each message of the terminal by its place, undefined skips it. */
async function play(command: Buffer, answer: (place: number) => Buffer | undefined): Promise<readonly Message[]> {
  const messages: Message[] = [];
  till.send(command);
  for (let place = -1; ; place++) {
    const message = await till.next();
    if (message === 'gone') return messages;
    messages.push(message);
    const reply = place < 0 ? undefined : answer(place);
    if (reply) till.send(reply);
    if (ENDS.includes(message.name)) return messages;
  }
}

const all = () => OK;
const register = () => play(registrationOf(), all);
const states = () => virtual.terminal.memory.bookings.map(({ state }) => state);

describe('a till that skips the acknowledgement', () => {
  it('of the registration’s completion pays like any other till', async () => {
    await meet();
    await play(registrationOf(), () => undefined);
    const messages = await play(PAY, all);
    expect(names(messages).at(-1)).toBe('completion');
    expect(names(messages)).toContain('statusInformation');
    expect(states()).toEqual(['kept']);
  });

  it('of the time after a diagnosis gets the end of the diagnosis', async () => {
    await meet();
    await register();
    const complete = await play(DIAGNOSIS, all);
    const place = names(complete).indexOf('setDateTime') - 1;
    expect(place).toBeGreaterThanOrEqual(0);
    const messages = await play(DIAGNOSIS, at => (at === place ? undefined : OK));
    expect(names(messages)).toEqual(names(complete));
  });

  it.each([
    ['a payment', PAY],
    ['a diagnosis', DIAGNOSIS],
    ['an end-of-day', END_OF_DAY],
  ])('of any message of %s gets the end of the command, and can go on', async (_, command) => {
    await meet();
    await register();
    const places = (await play(command, all)).length - 1;
    for (let skipped = 0; skipped < places; skipped++) {
      const messages = await play(command, place => (place === skipped ? undefined : OK));
      expect(names(messages).at(-1), `message ${skipped} skipped`).toBe('completion');
    }
    expect(names(await play(PAY, all)).at(-1)).toBe('completion');
  });

  it('of the result gets the result once more', async () => {
    await meet();
    await register();
    let results = 0;
    const messages = await play(PAY, () => OK);
    const place = names(messages).indexOf('statusInformation') - 1;
    const again = await play(PAY, at => (at === place ? undefined : OK));
    for (const { name } of again) if (name === 'statusInformation') results++;
    expect(results).toBe(2);
    expect(states()).toEqual(['kept', 'kept']);
  });

  it.each([
    ['kept', 'completion', ['kept']],
    ['reversed', 'abortByTerminal', ['takenBack']],
  ] as const)('of every result gets the decision of the terminal: %s', async (unacknowledged, end, expected) => {
    await meet('generic', unacknowledged);
    await register();
    const skipsResults: Message[] = [];
    till.send(PAY);
    for (;;) {
      const message = await till.next();
      if (message === 'gone') break;
      skipsResults.push(message);
      if (message.name !== 'positive' && message.name !== 'statusInformation') till.send(OK);
      if (ENDS.includes(message.name)) break;
    }
    expect(names(skipsResults).at(-1)).toBe(end);
    expect(states()).toEqual(expected);
  });

  it('of two messages in a row counts as gone, and its connection is closed', async () => {
    await meet();
    await register();
    const messages = await play(DIAGNOSIS, () => undefined);
    expect(names(messages).at(-1)).not.toBe('completion');
    expect(await till.next()).toBe('gone');
  });
});

describe('a till that refuses a message', () => {
  it.each([
    ['a payment', PAY],
    ['a diagnosis', DIAGNOSIS],
    ['an end-of-day', END_OF_DAY],
  ])('at any place of %s gets the end of the command, and can go on', async (_, command) => {
    await meet();
    await register();
    const places = (await play(command, all)).length - 1;
    for (let refused = 0; refused < places; refused++) {
      const messages = await play(command, place => (place === refused ? REFUSED(0x83) : OK));
      expect(['completion', 'abortByTerminal'], `message ${refused} refused`).toContain(names(messages).at(-1));
    }
    expect(names(await play(PAY, all)).at(-1)).toBe('completion');
  });
});
