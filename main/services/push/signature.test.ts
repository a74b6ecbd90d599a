/** Signed pushes as a receiver checks them: with the library of Standard Webhooks, over the bytes that came. */
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { createPushSecrets } from '../../store/pushSecrets.ts';
import { closeAfterEachTest, ended, merchant, openShop, runningClock, tried } from './delivery.fixture.ts';
import { type Received, receiver } from './receiver.fixture.ts';
import { newPushSecret, signatureHeaders } from './signature.ts';

closeAfterEachTest();

const [first, second] = [newPushSecret(), newPushSecret()];

/** The body as the library reads it; throws where no signature fits. */
const verified = (secret: string, { text, headers }: Pick<Received, 'text' | 'headers'>) =>
  new Webhook(secret).verify(text, headers as Record<string, string>);

describe('the signature', () => {
  it('is the one of the published example', () => {
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
    const headers = signatureHeaders('msg_p5jXN8AQM9LWM0D4loKWxJek', 1_614_265_330_000, '{"test": 2432232314}', [
      secret,
    ]);
    expect(headers).toEqual({
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    });
  });

  it('fits the bytes of the body whatever letters are in it, and no other body, secret or time', () => {
    const text = JSON.stringify({ desc: 'Grüße – 𝄞 – \u2028 – "\\' });
    const headers = signatureHeaders('evt_1', Date.now(), text, [first]);
    expect(verified(first, { text, headers })).toEqual(JSON.parse(text));
    expect(() => verified(first, { text: `${text} `, headers })).toThrow();
    expect(() => verified(second, { text, headers })).toThrow();
    const later = { ...headers, 'webhook-timestamp': String(Number(headers['webhook-timestamp']) + 1) };
    expect(() => verified(first, { text, headers: later })).toThrow();
  });

  it('of a push that was caught and sent again much later is refused by its time', () => {
    const old = signatureHeaders('evt_1', Date.now() - 600_000, '{}', [first]);
    expect(() => verified(first, { text: '{}', headers: old })).toThrow(/old/);
  });
});

describe('a delivery', () => {
  it('keeps the id of a push over its repetitions, and signs each try with its own time', async () => {
    const shop = await openShop({ clock: runningClock(), secrets: () => [first] });
    const at = await receiver(500);
    await shop.queue(at.url, 'PCI_1');
    await tried(shop, 'PCI_1', 1);
    at.answer(200);
    shop.clock.pass(10_000);
    shop.delivery.wake();
    await ended(shop, 'PCI_1');
    const [before, after] = at.received as [Received, Received];
    expect(after.headers['webhook-id']).toBe(before.headers['webhook-id']);
    expect(after.headers['webhook-id']).toBe(after.body.id);
    expect(Number(after.headers['webhook-timestamp'])).toBeGreaterThan(Number(before.headers['webhook-timestamp']));
    expect(verified(first, before)).toEqual(before.body);
    expect(verified(first, after)).toEqual(after.body);
  });

  it('changes over in the middle of repetitions: old and new secret sign until the old one ends', async () => {
    const shop = await openShop({
      clock: runningClock(),
      secrets: () => createPushSecrets(shop.db, shop.clock.now).signing(merchant, 'till'),
    });
    const secrets = createPushSecrets(shop.db, shop.clock.now);
    const at = await receiver(500);
    await shop.db.write(() => secrets.rotate(merchant, 'till', first, 0));
    await shop.queue(at.url, 'PCI_1');
    await tried(shop, 'PCI_1', 1);
    await shop.db.write(() => secrets.rotate(merchant, 'till', second, 60_000));
    const again = async (tries: number, pass: number) => {
      shop.clock.pass(pass);
      shop.delivery.wake();
      await tried(shop, 'PCI_1', tries);
      return at.received.at(-1) as Received;
    };
    const during = await again(2, 10_000);
    const afterwards = await again(3, 60_000);
    const [signs, isGood] = [(one: Received) => String(one.headers['webhook-signature']).split(' ').length, verified];
    expect(signs(at.received[0]!)).toBe(1);
    expect([signs(during), isGood(first, during), isGood(second, during)]).toEqual([2, during.body, during.body]);
    expect(signs(afterwards)).toBe(1);
    // The library refuses what is more than five minutes ahead; this is one.
    expect(isGood(second, afterwards)).toEqual(afterwards.body);
    expect(() => isGood(first, afterwards)).toThrow();
  });

  it('without a secret says its id and time alone', async () => {
    const shop = await openShop();
    const at = await receiver();
    await shop.queue(at.url, 'PCI_1');
    await ended(shop, 'PCI_1');
    const [{ headers }] = at.received as [Received];
    expect([headers['webhook-id'], headers['webhook-signature']]).toEqual([expect.stringMatching(/^evt_/), undefined]);
  });
});

describe('the secrets of a client', () => {
  it('lie sealed, keep the earlier end of two rotations, and sign for their client alone', async () => {
    const shop = await openShop();
    const secrets = createPushSecrets(shop.db, shop.clock.now);
    const third = newPushSecret();
    await shop.db.write(() => secrets.rotate(merchant, 'till', first, 0));
    await shop.db.write(() => secrets.rotate(merchant, 'till', second, 60_000));
    // The answer with the second was lost: whoever has the first is still told until its end.
    await shop.db.write(() => secrets.rotate(merchant, 'till', third, 3_600_000));
    await shop.db.write(() => secrets.rotate(merchant, 'other', newPushSecret(), 0));
    expect(secrets.signing(merchant, 'till')).toEqual([third, second, first]);
    shop.clock.pass(60_001);
    expect(secrets.signing(merchant, 'till')).toEqual([third, second]);
    expect(secrets.signing('MRC_2', null)).toEqual([]);
    expect(secrets.signing(merchant, null)).toHaveLength(3);
    await shop.db.write(() => secrets.rotate(merchant, 'till', first, 0));
    expect(secrets.signing(merchant, 'till')).toEqual([first]);
    await shop.db.write(() => secrets.end(merchant, 'till'));
    expect(secrets.signing(merchant, 'till')).toEqual([]);
  });
});
