/** A sample of the damaged frames of `npm run fuzz:frames`, and frames that once revealed a defect. */
import { describe, expect, it } from 'vitest';
import {
  captured,
  damagedFrame,
  goodMessages,
  randomFrom,
  TRANSPORTS,
  type Transport,
  victim,
} from './frameFuzz.fixture.ts';

const FRAMES = 25_000;
const BATCH = 100;

describe('damaged frames', () => {
  it.each(TRANSPORTS)('over %s cause no error, and the next good frame is read', transport => {
    const good = goodMessages();
    const random = randomFrom(1);
    let line = victim(transport);
    let messages = 0;
    for (let sent = 1; sent <= FRAMES; sent++) {
      line.take(damagedFrame(good, transport, random), random);
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
