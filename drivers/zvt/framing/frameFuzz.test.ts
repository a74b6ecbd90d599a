/** A sample of the long run of spoilt frames (`npm run fuzz:frames`), and the frames worth keeping. */
import { describe, expect, it } from 'vitest';
import {
  captured,
  goodMessages,
  randomFrom,
  spoiltFrame,
  TRANSPORTS,
  type Transport,
  victim,
} from './frameFuzz.fixture.ts';

const FRAMES = 25_000;
const BATCH = 100;

describe('spoilt frames', () => {
  it.each(TRANSPORTS)('break nothing over %s, and the next good one is understood', transport => {
    const good = goodMessages();
    const random = randomFrom(1);
    let line = victim(transport);
    let messages = 0;
    for (let sent = 1; sent <= FRAMES; sent++) {
      line.take(spoiltFrame(good, transport, random), random);
      if (sent % BATCH !== 0) continue;
      messages += line.messages;
      expect(line.recovers(random), `after ${sent} frames`).toBe(true);
      line = victim(transport);
    }
    expect(messages).toBeGreaterThan(FRAMES / 10);
  });

  it.each(captured<{ why: string; transport: Transport; hex: string }>('corpus'))(
    'are kept: $why',
    ({ transport, hex }) => {
      const random = randomFrom(1);
      const line = victim(transport);
      line.take(Buffer.from(hex, 'hex'), random);
      expect(line.recovers(random)).toBe(true);
    },
  );
});
