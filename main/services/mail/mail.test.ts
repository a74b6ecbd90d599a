/** Mails after a sale, through the whole bridge: the folder of .eml files, a real mail server, and what happens without one. */
import { existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { afterEach, describe, expect, it } from 'vitest';
import {
  cards,
  closeAll,
  item,
  ok,
  startBridge,
  type TestBridge,
  temporaryDirectory,
  testClock,
  until,
} from '../../doubles/bridge.fixture.ts';
import { specifies } from '../../doubles/specifies.ts';
import { receiptMail } from './receiptMail.ts';
import { forgetMails } from './transport.ts';

const servers = new Set<SMTPServer>();

afterEach(async () => {
  await closeAll();
  for (const server of servers) await new Promise<void>(done => server.close(done));
  servers.clear();
});

const wanted = { action_type: 'execute', template_id: 'receipt' };

async function sold(bridge: TestBridge, more: object, card: string | null = cards.rich) {
  const till = await bridge.client();
  const idents = card === null ? [] : [{ type: 'card', value: card }];
  const { id } = await till.create({ basket: { products: [item(1000, { desc: 'Kuchen <groß>' })] }, idents, ...more });
  return ok(await till.post(`/${id}/start/cash`));
}

const outbox = (bridge: TestBridge) => join(bridge.data, 'mails');
const letters = (bridge: TestBridge) =>
  existsSync(outbox(bridge)) ? readdirSync(outbox(bridge)).filter(name => name.endsWith('.eml')) : [];
const states = (bridge: TestBridge) =>
  bridge.rows<{ state: string; attempts: number }>('SELECT state, attempts FROM mail ORDER BY number');

/** A mail as its reader sees it: the parts put together again. */
function read(text: string): string {
  return text
    .replace(/=\r?\n/g, '')
    .replace(/((?:=[0-9A-F]{2})+)/g, coded => Buffer.from(coded.replaceAll('=', ''), 'hex').toString());
}

/** A mail server that keeps what it is given; `refuse` answers with an error as long as it is true. */
async function mailServer(port = 0, hidden: readonly string[] = ['AUTH', 'STARTTLS']) {
  const received: string[] = [];
  const passwords: unknown[] = [];
  const mood = { refuse: false };
  const server = new SMTPServer({
    disabledCommands: [...hidden],
    allowInsecureAuth: true,
    onAuth({ password }, _session, done) {
      passwords.push(password);
      done(null, { user: 'shop' });
    },
    onData(stream, _session, done) {
      let text = '';
      stream.on('data', chunk => {
        text += chunk;
      });
      stream.on('end', () => {
        if (mood.refuse) return done(new Error('not now'));
        received.push(text);
        done();
      });
    },
  });
  servers.add(server);
  await new Promise<void>(ready => server.listen(port, '127.0.0.1', () => ready()));
  const address = server.server.address();
  return { received, passwords, mood, port: typeof address === 'object' ? (address?.port ?? 0) : 0 };
}

const smtp = (port: number, more: object = {}) => ({
  mail: {
    from: 'kasse@demo.example',
    outbox: 'mails',
    smtp: { host: '127.0.0.1', port, secure: false, plainPassword: false, ...more },
  },
});

it('the folder of mails keeps each for 30 days, and files of others for good', async () => {
  const folder = temporaryDirectory();
  const [old, recent] = ['a'.repeat(32), 'b'.repeat(32)];
  const names = [`${old}.eml`, `${old}.eml.part`, `${recent}.eml`, 'other.eml', `${old}.txt`];
  for (const name of names) {
    writeFileSync(join(folder, name), '');
    const days = name.startsWith(recent) ? 29 : 31;
    const at = new Date(Date.now() - days * 86_400_000);
    utimesSync(join(folder, name), at, at);
  }
  await forgetMails(folder, Date.now() - 30 * 86_400_000);
  await forgetMails(join(folder, 'nowhere'), Date.now());
  expect(readdirSync(folder).sort()).toEqual([`${old}.txt`, `${recent}.eml`, 'other.eml'].sort());
});

describe('a sale that asks for a mail', () => {
  it('leaves one in the outbox, to the customer of its card, with the receipt as text and HTML', async () => {
    specifies({ 'Smart Transaction: fields': 'communications: an e-mail on execution, with a loyalty card only' });
    const bridge = await startBridge();
    const closed = await sold(bridge, { communications: wanted });
    const [name] = await until(() => (letters(bridge).length > 0 ? letters(bridge) : null));
    const raw = readFileSync(join(outbox(bridge), name ?? ''), 'utf8');
    const mail = read(raw);
    expect(mail).toContain('To: kundschaft@demo.example');
    expect(mail).toMatch(/^From: .*<kasse@localhost>/m);
    expect(raw).toMatch(/^Message-ID: <[0-9a-f]{32}@tillbridge>/m);
    expect(mail).toContain('Content-Type: text/plain');
    expect(mail).toContain('Content-Type: text/html');
    expect(mail).toContain('10,00 EUR');
    expect(mail).toContain('Kuchen &lt;groß&gt;');
    expect(mail).toContain(String(closed.receipt_number));
    await until(() => states(bridge)[0]?.state === 'sent');
  });

  it.each([
    ['nobody asks for one', {}, cards.rich],
    ['an empty list', { communications: [] }, cards.rich],
    ['there is no loyalty card', { communications: wanted, customer: { contact: { email: 'a@demo.example' } } }, null],
    ['no address is known', { communications: wanted }, cards.some],
    [
      'what stands for one is more than an address',
      { communications: wanted, checkin: { email: 'a@demo.example\r\nBcc: b@demo.example' } },
      cards.some,
    ],
  ])('none when %s', async (_why, more, card) => {
    specifies({ 'Smart Transaction: fields': 'communications: no mail without a loyalty card' });
    const bridge = await startBridge();
    await sold(bridge, more, card);
    expect(states(bridge)).toEqual([]);
  });

  it.each([
    ['the customer of the sale', { customer: { contact: { email: 'a@demo.example' } } }],
    ['the check-in', { checkin: { email: 'a@demo.example' } }],
  ])('goes to %s where the card has none', async (_who, more) => {
    const bridge = await startBridge();
    await sold(bridge, { communications: [wanted, wanted], ...more }, cards.some);
    await until(() => letters(bridge).length === 2);
    expect(bridge.rows('SELECT recipient FROM mail')).toEqual(Array(2).fill({ recipient: 'a@demo.example' }));
  });

  it('none when the payment is declined', async () => {
    const bridge = await startBridge();
    const till = await bridge.client();
    bridge.terminal.endings.push('decline');
    const idents = [{ type: 'card', value: cards.rich }];
    const { id } = await till.create({ basket: { products: [item(1000)] }, idents, communications: wanted });
    expect((await till.post(`/${id}/start/cashless`)).status).toBe(405);
    expect(states(bridge)).toEqual([]);
  });
});

describe('a mail server', () => {
  it('is given the mail', async () => {
    const server = await mailServer();
    const bridge = await startBridge({ config: smtp(server.port) });
    await sold(bridge, { communications: wanted });
    await until(() => server.received.length === 1);
    expect(read(server.received[0] ?? '')).toContain('10,00 EUR');
    await until(() => states(bridge)[0]?.state === 'sent');
    expect(letters(bridge)).toEqual([]);
  });

  it('that refuses is asked again later, the sale does not wait, and a restart forgets nothing', async () => {
    const server = await mailServer();
    server.mood.refuse = true;
    const clock = testClock();
    const bridge = await startBridge({ clock, config: smtp(server.port) });
    expect((await sold(bridge, { communications: wanted })).status).toBe('ok');
    await until(() => states(bridge)[0]?.attempts === 1);
    expect(bridge.log.join()).toContain('a mail could not be sent');
    server.mood.refuse = false;
    clock.pass(31_000);
    const again = await bridge.restart();
    await until(() => server.received.length === 1);
    await until(() => states(again)[0]?.state === 'sent');
    expect(states(again)).toEqual([{ state: 'sent', attempts: 2 }]);
  });

  it('that offers no STARTTLS is sent no password, unless the setting says so', async () => {
    const server = await mailServer(0, ['STARTTLS']);
    const account = { user: 'shop', password: 'secret' };
    const bridge = await startBridge({ config: smtp(server.port, account) });
    await sold(bridge, { communications: wanted });
    await until(() => states(bridge)[0]?.attempts === 1);
    expect(bridge.log.join()).toContain('offers no STARTTLS, so the password was not sent');
    expect(server.passwords).toEqual([]);
    const trusting = await startBridge({ config: smtp(server.port, { ...account, plainPassword: true }) });
    await sold(trusting, { communications: wanted });
    await until(() => server.received.length === 1);
    expect(server.passwords).toEqual(['secret']);
  });

  it('that never answers is given up after a day of attempts, and that is logged', async () => {
    const clock = testClock();
    const bridge = await startBridge({ clock, config: smtp(9) });
    await sold(bridge, { communications: wanted });
    await until(() => states(bridge)[0]?.attempts === 1);
    await bridge.close();
    bridge.alter('UPDATE mail SET attempts = 29');
    clock.pass(3_600_000);
    const again = await bridge.restart();
    await until(() => states(again)[0]?.state === 'given up');
    expect(again.log.join()).toContain('a mail is given up');
  });
});

describe('the text', () => {
  const document = {
    receipt: [
      { type: 'separator', value: {} },
      { type: 'textline', value: { text: '<b>', decoration: ['important', 'align-center'] } },
    ],
  };

  it('is English where that is the language, and never markup of a caller', () => {
    const mail = receiptMail(document as never, 'A & B\r\nBcc: x', 'en');
    expect(mail.subject).toBe('Your receipt from A & B  Bcc: x');
    expect(mail.html).toContain('&lt;b&gt;');
    expect(mail.html).toContain('<hr>');
    expect(mail.html).toContain('text-align:center;font-weight:bold');
    expect(mail.html).toContain('A &amp; B');
    expect(mail.text).toContain('thank you');
  });
});
