/** The mail of the morning and those of kept views: what they say, when they go out, and that they go out once. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SavedView } from '../../wire/office/views.ts';
import { ConfigRefusal } from '../../world/config.ts';
import { ids, openBooks, type PersonName } from '../reports/books.fixture.ts';
import { DAY, records } from '../reports/dayByHand.fixture.ts';
import type { Letter } from './letter.ts';
import type { MailParts } from './mailing.ts';
import { readMailSettings } from './mailSettings.ts';
import { createOfficeMail } from './mailTransport.ts';
import { sendMorningMails } from './morningMail.ts';
import { sendViewMails } from './viewMails.ts';

const books = openBooks();
const folder = mkdtempSync(join(tmpdir(), 'mails-'));
afterAll(() => rmSync(folder, { recursive: true }));
beforeAll(async () => {
  await books.book(...records);
  await books.database.query(`UPDATE person SET morning_mail = true WHERE id IN ('USR_CHAIN', 'USR_STORE')`);
});
beforeEach(() => books.database.query('DELETE FROM morning_mail'));

interface Sent extends Letter {
  readonly to: string;
  readonly id: string;
}
function mailing(send?: MailParts['send']) {
  const sent: Sent[] = [];
  const parts: MailParts = {
    ...books.office,
    minute: 6 * 60,
    address: 'https://office.example',
    send: send ?? (async (to, id, letter) => void sent.push({ to, id, ...letter })),
  };
  return { parts, sent, look: () => sendMorningMails(parts) };
}
/** Clocks in Berlin are an hour ahead of UTC. */
const at = (time: string) => {
  books.clock.now = Date.parse(`2026-11-21T${time}:00+01:00`);
};

describe('the mail', () => {
  it('holds the figures of yesterday of the stores that the person sees, in the language of the person', async () => {
    at('06:00');
    const { sent, look } = mailing();
    expect(await look()).toBe(2);
    const [chain, store] = sent.toSorted((one, other) => (one.to < other.to ? -1 : 1));
    expect(chain?.subject).toBe('Umsatz am Freitag, 20. November 2026: 37,80 EUR');
    expect(chain?.text).toMatch(/Nord +5 +35,30 EUR +0,00 EUR\nSüd +1 +2,50 EUR +0,00 EUR\nSumme +6 +37,80 EUR/);
    expect(chain?.text).toContain(`https://office.example/reports/turnover?from=${DAY}&to=${DAY}&by=store`);
    expect(store?.subject).toContain('35,30 EUR');
    expect(store?.text).not.toContain('Süd');
  });

  it('goes out at the time of the stores and not before', async () => {
    at('05:59');
    const { look } = mailing();
    expect(await look()).toBe(0);
    at('06:01');
    expect(await look()).toBe(2);
  });

  it('goes out once, however often the clock is looked at and whoever looks', async () => {
    at('07:00');
    const { sent, look } = mailing();
    await Promise.all([look(), look(), look()]);
    await look();
    expect(sent).toHaveLength(2);
    at('23:59');
    await look();
    expect(sent).toHaveLength(2);
  });

  it('is not sent again where a process ended between sending and noting it', async () => {
    at('07:00');
    await books.database.query(
      `INSERT INTO morning_mail (person, day, claimed) SELECT id, $1::date, now() FROM person WHERE morning_mail`,
      [DAY],
    );
    expect(await mailing().look()).toBe(0);
  });

  it('is tried again over hours when the server refused, and goes out when it is back', async () => {
    at('07:00');
    let isDown = true;
    let attempts = 0;
    const { look } = mailing(async () => {
      attempts += 1;
      if (isDown) throw new Error('not now');
    });
    // A second back office at the same database takes none of the attempts away.
    const minutes = async (from: number, to: number, step: number) => {
      let sent = 0;
      for (let minute = from; minute < to; minute += step) {
        books.clock.now = Date.parse(`2026-11-21T07:00:00+01:00`) + minute * 60_000;
        sent += (await look()) + (await look());
      }
      return sent;
    };
    expect(await minutes(0, 4, 1)).toBe(0);
    expect(attempts).toBe(2);
    expect(await minutes(4, 60, 4)).toBe(0);
    expect(attempts).toBe(8);
    isDown = false;
    expect(await minutes(60, 240, 10)).toBe(2);
    expect(await minutes(240, 300, 10)).toBe(0);
  });

  it('is given up after eight hours with a note for the person, and the mail of the next day comes', async () => {
    let isDown = true;
    const { look } = mailing(async () => {
      if (isDown) throw new Error('not now');
    });
    const me = async () => (await books.ask<{ mail_failed: string | null }>('chain', '/me')).body.mail_failed;
    for (let minute = 0; minute < 600; minute += 5) {
      books.clock.now = Date.parse(`2026-11-21T07:00:00+01:00`) + minute * 60_000;
      expect(await look()).toBe(0);
      if (minute === 300) expect(await me()).toBeNull();
    }
    expect(await books.database.query('SELECT problem, failures FROM morning_mail')).toEqual([
      { problem: 'not now', failures: 7 },
      { problem: 'not now', failures: 7 },
    ]);
    expect(await me()).toBe(DAY);
    isDown = false;
    books.clock.now = Date.parse('2026-11-22T07:00:00+01:00');
    expect(await look()).toBe(2);
  });
});

describe('a kept view as a mail', () => {
  const json = (method: string, body: object) => ({
    ...{ method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
  });
  const keep = async (person: PersonName, name: string, path: string, shared = false) =>
    (await books.ask<{ id: string }>(person, '/views', json('POST', { name, path, shared }))).body.id;
  const want = (person: PersonName, id: string, every: string | null, more: object = {}) =>
    books.ask<SavedView & { error_details?: string }>(person, `/views/${id}/mail`, json('PUT', { every, ...more }));
  const on = (day: string, time: string) => {
    books.clock.now = Date.parse(`${day}T${time}:00+01:00`);
  };
  const look = (parts: MailParts) => sendViewMails(parts);

  it('goes out on Mondays with the week before, once, to whoever wants it, each with the own stores', async () => {
    on('2026-11-20', '15:00');
    const week = await keep('chain', 'Woche', '/reports/turnover?span=week&by=store&across=cashier', true);
    for (const person of ['chain', 'store'] as const)
      expect((await want(person, week, 'week')).body).toMatchObject({ mail: 'week', mail_failed: false });
    const { parts, sent } = mailing();
    for (const [day, time, count] of [
      ['2026-11-20', '23:00', 0],
      ['2026-11-22', '12:00', 0],
      ['2026-11-23', '05:59', 0],
      ['2026-11-23', '06:00', 2],
      ['2026-11-23', '09:00', 0],
      ['2026-11-24', '09:00', 0],
    ] as const) {
      on(day, time);
      const found = await Promise.all([look(parts), look(parts)]);
      expect([day, time, found[0] + found[1]]).toEqual([day, time, count]);
    }
    const [chain, store] = sent.toSorted((one, other) => (one.to < other.to ? -1 : 1));
    expect(chain?.subject).toBe('Woche: 16.11.2026 – 22.11.2026');
    expect(chain?.text).toMatch(/Umsatz Filiale × Kassenkraft, .*EUR/);
    expect(chain?.text).toMatch(/Nord +20,90 +14,40 +35,30\nSüd +2,50 +2,50\nSumme +20,90 +14,40 +2,50 +37,80/);
    expect(chain?.text).toContain(
      'https://office.example/reports/turnover?from=2026-11-16&to=2026-11-22&by=store&across=cashier',
    );
    expect(store?.text).not.toContain('Süd');
    const [file] = chain?.attachments ?? [];
    expect([file?.filename, file?.content.subarray(0, 2).toString()]).toEqual([
      'turnover-2026-11-16-2026-11-22.xlsx',
      'PK',
    ]);
    // A missed Monday is made up for, and a view that is not shared any more goes to its own person alone.
    await keep('chain', 'Woche', '/reports/turnover?span=week&by=store&across=cashier');
    on('2026-12-02', '07:00');
    expect(await look(parts)).toBe(1);
    expect(sent.at(-1)?.subject).toBe('Woche: 23.11.2026 – 29.11.2026');
    expect((await want('chain', week, null)).body.mail).toBeNull();
    on('2026-12-07', '07:00');
    expect(await look(parts)).toBe(0);
  });

  it('is tried again, given up in the end with a mark at the view, and goes out on the next morning', async () => {
    on('2026-12-08', '15:00');
    const view = await keep('store', 'Stornos', '/reports/corrections?by=cashier&compare=month&span=last90');
    expect((await want('store', view, 'day')).body).toMatchObject({ id: view, mail: 'day' });
    let isDown = true;
    const sent: Letter[] = [];
    const { parts } = mailing(async (_to, _id, letter) => {
      if (isDown) throw new Error('not now');
      sent.push(letter);
    });
    for (let minute = 0; minute < 600; minute += 5) {
      on('2026-12-09', '07:00');
      books.clock.now += minute * 60_000;
      expect(await look(parts)).toBe(0);
    }
    const seen = (await books.ask<{ data: readonly SavedView[] }>('store', '/views')).body.data;
    expect(seen.find(({ id }) => id === view)).toMatchObject({ mail: 'day', mail_failed: true });
    isDown = false;
    on('2026-12-10', '07:00');
    expect(await look(parts)).toBe(1);
    expect(sent[0]?.text).toContain('Storniert davor');
    await want('store', view, null);
  });

  it('holds the sales of a view by the words and clocks of their stores, with a file that says where it is cut', async () => {
    on('2026-11-20', '15:00');
    const view = await keep('chain', 'Bar', '/sales?span=yesterday&method=cash&least=1,50&events=all', true);
    for (const person of ['chain', 'store'] as const) await want(person, view, 'day');
    const { parts, sent } = mailing();
    on('2026-11-21', '07:00');
    expect(await look(parts)).toBe(2);
    const [chain, store] = sent.toSorted((one, other) => (one.to < other.to ? -1 : 1));
    expect(chain?.subject).toBe('Bar: 20.11.2026');
    expect(chain?.text).toMatch(/^Zeit +Beleg +Filiale +Kasse +Kassenkraft +Zahlung +Vorgang +Summe$/m);
    expect(chain?.text).toMatch(/^20\.11\.26, \d\d:\d\d .* Süd .* Bar +abgeschlossen +\d+,\d\d EUR$/m);
    expect(chain?.text).toMatch(/^Umsatz [\d,]+ EUR aus \d+ Verkäufen, im Schnitt [\d,]+ EUR\.$/m);
    expect(chain?.text).toContain(
      'https://office.example/sales?from=2026-11-20&to=2026-11-20&method=cash&least=1%2C50&events=all',
    );
    expect(chain?.text).toMatch(/Ändern, anhalten oder abbestellen: https:\/\/office\.example\/account$/m);
    expect(store?.text).not.toContain('Süd');
    expect(store?.attachments?.[0]?.filename).toBe('sales-2026-11-20-2026-11-20.xlsx');
    // As CSV it is the export of the page, with the rows of the same list.
    await want('store', view, 'day', { file: 'csv' });
    on('2026-11-22', '07:00');
    await books.database.query(`UPDATE saved_view SET path = '/sales?from=2026-11-20&to=2026-11-20' WHERE id = $1`, [
      view,
    ]);
    expect(await look(parts)).toBe(2);
    const file = sent.findLast(({ to }) => to === store?.to)?.attachments?.[0];
    const page = await books.ask(
      'store',
      '/exports/sales.csv?from=2026-11-20&to=2026-11-20&sort=created:desc&language=de',
    );
    expect([file?.filename, file?.content.toString()]).toEqual([
      'sales-2026-11-20-2026-11-20.csv',
      `\uFEFF${page.text}`,
    ]);
  });

  it('waits while it is paused, and comes to nobody who was locked or sees no store any more', async () => {
    on('2027-01-10', '15:00');
    const [view] = (await books.ask<{ data: readonly SavedView[] }>('store', '/views')).body.data.filter(
      ({ name }) => name === 'Bar',
    );
    const id = view?.id ?? '';
    await want('chain', id, null);
    expect((await want('store', id, 'day', { paused: true })).body).toMatchObject({
      mail_paused: true,
      mail_file: 'csv',
    });
    const { parts, sent } = mailing();
    on('2027-01-11', '07:00');
    expect(await look(parts)).toBe(0);
    // A morning that was missed is not made up for.
    await want('store', id, 'day', { paused: false });
    expect(await look(parts)).toBe(0);
    const mailsWhile = async (day: string, change: string, back: string) => {
      await books.database.query(`UPDATE person SET ${change} WHERE id = 'USR_STORE'`);
      on(day, '07:00');
      const count = await look(parts);
      await books.database.query(`UPDATE person SET ${back} WHERE id = 'USR_STORE'`);
      return count;
    };
    expect(await mailsWhile('2027-01-12', 'locked = true', 'locked = false')).toBe(0);
    expect(
      await mailsWhile('2027-01-13', `store = NULL, region = 'none'`, `store = '${ids.north}', region = NULL`),
    ).toBe(0);
    expect(await look(parts)).toBe(1);
    expect(sent).toHaveLength(1);
  });

  it('goes on once a clock that ran ahead is right again', async () => {
    on('2027-02-01', '15:00');
    const view = await keep('chain', 'Uhr', '/reports/turnover?span=yesterday');
    await want('chain', view, 'day');
    const { parts, sent } = mailing();
    on('2028-02-02', '07:00');
    await look(parts);
    for (const day of ['2027-02-02', '2027-02-03', '2027-02-04']) {
      on(day, '07:00');
      await look(parts);
      await look(parts);
    }
    const subjects = sent.filter(({ subject }) => subject.startsWith('Uhr')).map(({ subject }) => subject);
    expect(subjects).toEqual(['Uhr: 01.02.2028', 'Uhr: 02.02.2027', 'Uhr: 03.02.2027']);
    await want('chain', view, null);
  });

  it('is refused for a page that is no list, and for a view that the person does not see', async () => {
    const sale = await keep('chain', 'Ein Verkauf', '/sales/abc', true);
    expect((await want('chain', sale, 'day')).body.error_details).toContain('neither a report nor a list of sales');
    expect((await want('foreign', sale, 'day')).status).toBe(404);
  });
});

describe('mails go', () => {
  const letter = { subject: 'Umsatz – Süd', text: 'Text', html: '<p>Text</p>' };

  it('into a folder where no server is named, and a line end in an address is no header', async () => {
    await createOfficeMail({ server: null, folder, from: 'office@shop.example' })(
      'a@b.example\r\nBcc: c@d.example',
      'one',
      letter,
    );
    expect(readdirSync(folder)).toEqual(['one.eml']);
    const text = readFileSync(join(folder, 'one.eml'), 'utf8');
    expect(text).toContain('Message-ID: <one@tillbridge>');
    expect(text).not.toMatch(/^Bcc:/m);
  });

  it('to a mail server', async () => {
    const received: string[] = [];
    const server = new SMTPServer({
      disabledCommands: ['STARTTLS', 'AUTH'],
      onData(stream, _session, done) {
        let text = '';
        stream.on('data', chunk => {
          text += chunk;
        });
        stream.on('end', () => {
          received.push(text);
          done();
        });
      },
    });
    await new Promise<void>(done => server.listen(0, '127.0.0.1', done));
    const { port } = server.server.address() as { port: number };
    const plain = { host: '127.0.0.1', port, secure: false };
    await createOfficeMail({ server: plain, folder, from: 'office@shop.example' })('a@b.example', 'two', letter);
    await new Promise<void>(done => server.close(done));
    expect(received[0]).toContain('To: a@b.example');
  });
});

describe('the password of a mail server', () => {
  const letter = { subject: 'Umsatz', text: 'Text', html: '<p>Text</p>' };
  /** A server that takes any password, with or without STARTTLS. Gives the address of the settings and what it was sent. */
  async function mailServer(hidden: readonly string[]) {
    const passwords: unknown[] = [];
    const server = new SMTPServer({
      disabledCommands: [...hidden],
      // Offered on a line without TLS, too, as the servers do that this is about.
      allowInsecureAuth: true,
      onAuth({ password }, _session, done) {
        passwords.push(password);
        done(null, { user: 'office' });
      },
    });
    await new Promise<void>(done => server.listen(0, '127.0.0.1', done));
    const { port } = server.server.address() as { port: number };
    const send = (environment: Record<string, string>) => {
      const TILLBRIDGE_OFFICE_MAIL_SERVER = `smtp://office:s%20ecret@127.0.0.1:${port}`;
      const settings = readMailSettings({ TILLBRIDGE_OFFICE_MAIL_SERVER, ...environment }, folder, null);
      return createOfficeMail(settings)('a@b.example', 'three', letter);
    };
    return { passwords, send, close: () => new Promise<void>(done => server.close(done)) };
  }

  it('is not sent where the server offers no STARTTLS, unless a setting says so', async () => {
    const { passwords, send, close } = await mailServer(['STARTTLS']);
    await expect(send({})).rejects.toThrow(
      /127\.0\.0\.1 offers no STARTTLS, so the password was not sent.*TILLBRIDGE_OFFICE_MAIL_PLAIN_PASSWORD=yes/,
    );
    expect(passwords).toEqual([]);
    await send({ TILLBRIDGE_OFFICE_MAIL_PLAIN_PASSWORD: 'yes' });
    expect(passwords).toEqual(['s ecret']);
    await close();
  });

  it('is not sent over TLS with a certificate that nobody vouches for', async () => {
    const { passwords, send, close } = await mailServer([]);
    await expect(send({})).rejects.toThrow(/certificate/);
    expect(passwords).toEqual([]);
    await close();
  });
});

it('settings come from the environment, secrets from files', () => {
  expect(readMailSettings({}, folder, null)).toMatchObject({ server: null, minute: 360, address: null });
  expect(() => readMailSettings({ TILLBRIDGE_OFFICE_MAIL_TIME: '25:00' }, folder, null)).toThrow(ConfigRefusal);
  expect(() => readMailSettings({ TILLBRIDGE_OFFICE_MAIL_SERVER: 'mail.example' }, folder, null)).toThrow(
    ConfigRefusal,
  );
  expect(() => readMailSettings({ TILLBRIDGE_OFFICE_MAIL_SERVER_FILE: '/nowhere' }, folder, null)).toThrow(
    ConfigRefusal,
  );
});
