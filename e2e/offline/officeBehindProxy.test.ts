/**
 * A back office behind a real nginx is attacked from one address while its people work from another: none of them is locked
 * out. Both addresses are of this machine, as nginx sees them.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keyPair, newInstallation } from '../../main/office/office.fixture.ts';
import { officeCommand } from './fleet.ts';
import { type Nginx, noNginx, startNginx } from './nginx.fixture.ts';
import { type Program, startProgram } from './programs.ts';

const [ATTACKER, PEOPLE] = ['127.0.0.2', '127.0.0.3'];
const [OWNER, NEWCOMER] = ['owner@shop.example', 'newcomer@shop.example'];

describe.skipIf(noNginx !== null)(
  `a back office behind nginx${noNginx ? ` (skipped: ${noNginx})` : ''}`,
  { timeout: 300_000 },
  () => {
    const data = mkdtempSync(join(tmpdir(), 'behind-'));
    let nginx: Nginx;
    let office: Program;
    let code = '';
    const passwords: Record<string, string> = {};

    beforeAll(async () => {
      const place = ['--data', data];
      code = officeCommand(['enrol', '--store', 'Hafen', ...place]);
      for (const person of [OWNER, NEWCOMER]) passwords[person] = officeCommand(['person', person, ...place]);
      const options = ['--port', '0', ...place, '--trusted-proxy', '127.0.0.1'];
      office = await startProgram('main/office/serve.ts', options, {
        TILLBRIDGE_OFFICE_ADDRESS: 'https://office.example',
      });
      nginx = await startNginx(office.address);
    }, 300_000);
    afterAll(async () => {
      await nginx?.stop();
      await office?.stop();
      rmSync(data, { recursive: true, force: true });
    });

    interface Asked {
      readonly method?: string;
      readonly cookie?: string;
      readonly form?: Readonly<Record<string, string>>;
      readonly json?: object;
      readonly headers?: Readonly<Record<string, string>>;
    }
    interface Answer {
      readonly status: number;
      readonly cookies: readonly string[];
      readonly body: Record<string, unknown>;
    }

    /** Through nginx, from an address of this machine. */
    function ask(from: string, path: string, { method = 'POST', cookie, form, json, headers }: Asked): Promise<Answer> {
      const body = form ? new URLSearchParams(form).toString() : json ? JSON.stringify(json) : '';
      const type = form ? 'application/x-www-form-urlencoded' : 'application/json';
      return new Promise((resolve, reject) => {
        const line = {
          host: '127.0.0.1',
          port: nginx.port,
          localAddress: from,
          ca: nginx.ca,
          servername: 'office.example',
        };
        const sent = request(
          {
            ...{ ...line, method, path: `/office/v1${path}` },
            headers: {
              ...{ host: 'office.example', 'sec-fetch-site': 'same-origin' },
              ...(body === '' ? {} : { 'content-type': type, 'content-length': Buffer.byteLength(body) }),
              ...(cookie === undefined ? {} : { cookie }),
              ...headers,
            },
          },
          answer => void read(answer).then(resolve, reject),
        );
        sent.once('error', reject);
        sent.end(body);
      });
    }

    async function read(answer: IncomingMessage): Promise<Answer> {
      const text = Buffer.concat(await answer.toArray()).toString();
      const isJson = answer.headers['content-type']?.startsWith('application/json') ?? false;
      return {
        status: answer.statusCode ?? 0,
        cookies: answer.headers['set-cookie'] ?? [],
        body: isJson ? JSON.parse(text) : {},
      };
    }

    const signIn = (from: string, username: string, password = passwords[username] ?? '', headers = {}) =>
      ask(from, '/token', { form: { username, password, cookie: '1' }, headers });

    async function enrol(from: string, wanted: string): Promise<number> {
      const { publicKey } = keyPair();
      const input = {
        code: wanted,
        installation: newInstallation(),
        name: 'Till',
        public_key: publicKey,
        version: '1',
      };
      return (await ask(from, '/enrolments', { json: input })).status;
    }

    /** Everything that locked others out, until the end is asked for. Gives how often each status came. */
    function attack(): { end(): Promise<Readonly<Record<number, number>>>; readonly begun: Promise<void> } {
      let isOver = false;
      const seen: Record<number, number> = {};
      const begun = Promise.withResolvers<void>();
      const forged = { 'x-forwarded-for': `${PEOPLE}`, forwarded: `for=${PEOPLE}` };
      const running = (async () => {
        for (let round = 0; !isOver; round += 1) {
          const statuses = await Promise.all([
            signIn(ATTACKER, OWNER, 'wrong-password', forged).then(({ status }) => status),
            signIn(ATTACKER, NEWCOMER, 'wrong-password').then(({ status }) => status),
            signIn(ATTACKER, `junk${round}@shop.example`, 'wrong-password').then(({ status }) => status),
            enrol(ATTACKER, 'JUNKJ-UNKJU'),
          ]);
          for (const status of statuses) seen[status] = (seen[status] ?? 0) + 1;
          if (round === 34) begun.resolve();
        }
      })().catch(begun.reject);
      return {
        begun: begun.promise,
        async end() {
          isOver = true;
          await running;
          return seen;
        },
      };
    }

    it('locks out none of its people while one address guesses at all of them', async () => {
      const attacking = attack();
      await attacking.begun;
      // The right password does not help whoever has guessed.
      expect((await signIn(ATTACKER, OWNER)).status).toBe(429);

      const owner = await signIn(PEOPLE, OWNER);
      expect(owner.status).toBe(200);
      const [session = ''] = owner.cookies;
      expect(session).toMatch(
        /^__Host-tillbridge_office=[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
      );
      const cookie = session.split(';')[0] ?? '';
      expect(await ask(PEOPLE, '/me', { method: 'GET', cookie })).toMatchObject({
        status: 200,
        body: { username: OWNER },
      });
      expect((await ask(PEOPLE, '/me', { method: 'PATCH', cookie, json: { language: 'en' } })).status).toBe(200);
      expect((await signIn(PEOPLE, NEWCOMER)).status).toBe(200);
      expect(await enrol(PEOPLE, code)).toBe(201);

      const seen = await attacking.end();
      // Three guesses at the owner and the newcomer each, and what junk names take; none of them right.
      expect(seen[429]).toBeGreaterThan(50);
      expect(Object.keys(seen).sort()).toEqual(['401', '429']);

      const { body } = await ask(PEOPLE, '/audit?count=1000', { method: 'GET', cookie });
      const rows = body.data as readonly { readonly action: string; readonly facts: { readonly place?: string } }[];
      const placesOf = (action: string) => [
        ...new Set(rows.filter(row => row.action === action).map(({ facts }) => facts.place)),
      ];
      expect(placesOf('signIn')).toEqual([PEOPLE]);
      expect(placesOf('signInRefused')).toEqual([ATTACKER]);
    });
  },
);
