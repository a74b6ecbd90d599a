/** A back office in memory: it answers the calls of the screen with fixed data. */

import type { Me } from '../../main/wire/office/people.ts';
import { declarations, officeReport } from './officeReports.ts';

export const sale = {
  object: 'office.sales',
  id: 'STX_000000000000000000000000000001',
  transactionRef: 'order-17',
  store: 'STO_0',
  store_name: 'Marktplatz',
  till: 'TIL_1',
  till_name: 'Kasse 1',
  epoch: 1_760_000_000,
  sequence: 42,
  event: 'closed',
  receipt_number: 1017,
  status: 'ok',
  sum: 1842,
  turnover: 1742,
  discount: 100,
  tip: 0,
  currency: 'EUR',
  method: 'cashless',
  cashier: 'Anna',
  business_day: '2026-11-23',
  hour: 15,
  created: '2026-11-23T14:05:00Z',
} as const;

const saleFacts = {
  lines: [
    {
      position: 1,
      article: '1001',
      name: 'Bauernbrot',
      group: 'bread',
      group_name: 'Brot',
      tax: 7,
      quantity: 1,
      amount: 400,
      item_type: 'article',
    },
  ],
  taxes: [{ tax: 7, gross: 400, net: 374, amount: 26 }],
  tenders: [{ method: 'cashless', amount: 1842, terminal: '60001234', trace: 17, card_type: 'girocard', receipt: 17 }],
  receipt: [{ type: 'textline', caption: 'Demo Handel', decoration: ['important'] }],
  history: [
    {
      event: 'closed',
      at: sale.created,
      received: '2026-11-23T14:05:02Z',
      business_day: sale.business_day,
      till: 'TIL_1',
      epoch: 1_760_000_000,
      sequence: 42,
      figures: true,
    },
  ],
};

const bridge = {
  id: 'BRG_1',
  name: 'Kassenrechner 1',
  store: 'STO_0',
  store_name: 'Marktplatz',
  installation: 'one',
  state: 'enrolled',
  enrolled: '2026-10-01T08:00:00Z',
  last_heard: '2026-11-23T14:05:00Z',
  condition: { version: '0.1.0', tills: [{ waiting: 3, parked: 1 }], terminals: [{ name: 'T1', state: 'ready' }] },
};

const list = (...data: readonly unknown[]) => ({ count: data.length, data });

export class MemoryOffice {
  readonly me: Me = {
    id: 'PER_1',
    username: 'chain@demo.example',
    name: 'Zentrale',
    role: 'chain',
    language: 'de',
    morning_mail: true,
    mail_failed: null,
    has_password: true,
    merchant: {
      ...{ id: 'MER_1', name: 'Demo Handel', currency: 'EUR', time_zone: 'Europe/Berlin' },
      ...{ street: null, zip: null, city: null, country: null, tax_number: null, vat_id: null, datev: null },
      second_factor: [],
    },
    stores: ['Marktplatz', 'Bahnhof'].map((name, index) => ({
      id: `STO_${index}`,
      name,
      time_zone: 'Europe/Berlin',
      ...{ region: null, street: null, zip: null, city: null },
      zone_from: 'till',
      currencies: ['EUR'],
      today: '2026-11-23',
    })),
    today: '2026-11-23',
  };
  /** Every call that arrived, method and path with its query. */
  readonly calls: string[] = [];
  signedIn = false;

  readonly fetch: typeof fetch = async (input, init) => {
    const { pathname, searchParams, search } = new URL(String(input), 'http://office');
    const method = init?.method ?? 'GET';
    const path = pathname.replace('/office/v1', '');
    this.calls.push(`${method} ${path}${search}`);
    if (path === '/token') return this.#token(method, String(init?.body ?? '{}'));
    if (path === '/sign-in')
      return Response.json({
        ...{ password: true, open_id: false, code: false },
        signed_in: this.signedIn,
        set_up: false,
      });
    if (!this.signedIn) return new Response('{}', { status: 401 });
    const answer = this.#answer(path, searchParams);
    return answer === undefined ? new Response('{}', { status: 404 }) : Response.json(answer);
  };

  #token(method: string, body: string): Response {
    this.signedIn = method === 'POST' && JSON.parse(body).password === 'demo-office-1';
    if (method === 'DELETE') return new Response(null, { status: 204 });
    return this.signedIn ? Response.json({ expires_in: 43_200 }) : new Response('{}', { status: 401 });
  }

  #answer(path: string, query: URLSearchParams): unknown {
    const report = /^\/reports\/(\w+)$/.exec(path)?.[1];
    if (report) return officeReport(report, query);
    const answers: Readonly<Record<string, unknown>> = {
      '/me': this.me,
      '/reports': { data: declarations },
      '/sales': {
        ...list(sale),
        totals: [{ currency: 'EUR', sales: 1, turnover: sale.turnover, average: sale.turnover }],
      },
      [`/sales/${sale.id}`]: { ...sale, ...saleFacts },
      '/bridges': list(bridge),
      '/gaps': list({
        store: 'STO_0',
        till: 'TIL_1',
        till_name: 'Kasse 1',
        epoch: 1_760_000_000,
        first: 7,
        last: 9,
        missing: 3,
      }),
      '/refused': list(),
      '/set-aside': list(),
      '/targets': list(),
      '/waiting': list(),
      '/codes': { code: 'ABCDE-FGH23', expires: '2026-11-24T14:05:00Z' },
      '/people': list({ ...this.me, store: null, region: null, morning_mail: true, locked: false, has_password: true }),
      '/audit': list({
        number: 1,
        at: sale.created,
        person: 'PER_1',
        name: 'Zentrale',
        action: 'receiptRead',
        facts: { sale: sale.id },
        hash: '',
      }),
      '/audit/check': { ok: true, rows: 1, broken: null, head: '' },
    };
    return answers[path];
  }
}
