/** Card payments through the whole bridge: the intent before the money, the three endings, and what comes after each. */
import { afterEach, describe, expect, it } from 'vitest';
import type { SmartTransaction } from '../api/transactions/contract.ts';
import {
  type Answer,
  type Client,
  cards,
  closeAll,
  item,
  ok,
  type Settings,
  sale,
  startBridge,
  type TestBridge,
  until,
} from '../bridge.fixture.ts';
import { hold } from './twin/hold.ts';
import { keep, type TwinMemory } from './twin/terminal.ts';

interface Refusal {
  readonly code: number;
  readonly error: string;
  readonly error_details: string;
  readonly receipt?: readonly { readonly type: string }[];
}
interface Till {
  readonly payment: { readonly step: string; readonly transaction: string; readonly aborting: boolean } | null;
}
interface IntentRecord {
  readonly sale: string;
  readonly state: string;
  readonly kind: string;
  readonly amount: number;
}

afterEach(closeAll);

async function shop(settings: Settings = {}) {
  const bridge = await startBridge(settings);
  return { bridge, terminal: bridge.terminal, till: await bridge.client() };
}

const open = (till: Client, amount = 1000) => till.create(sale([item(amount)]));
const pay = (till: Client, id: string) => till.post<SmartTransaction & Refusal>(`/${id}/start/cashless`);
const intents = (bridge: TestBridge) =>
  bridge.rows<IntentRecord>('SELECT sale, state, kind, amount FROM intent ORDER BY number').map(row => ({ ...row }));
const payments = ({ commands }: TwinMemory) => commands.filter(({ name }) => name === 'pay');
const view = async (till: Client) => (await till.ask<Till>('GET', '/bridge/v1/till')).body;

describe('intent before money', () => {
  it('is on disk, with the sale pending, while the command is at the terminal; one command, one intent', async () => {
    const { bridge, terminal, till } = await shop();
    const { id } = await open(till, 1234);
    const seen: unknown[] = [];
    terminal.during = () => {
      seen.push(...intents(bridge));
      const [row] = bridge.rows<{ state: string; document: string }>(
        'SELECT * FROM smart_transaction WHERE id = ?',
        id,
      );
      seen.push(row?.state, JSON.parse(row?.document ?? '{}').status);
    };
    const paid = ok(await pay(till, id));
    expect(seen).toEqual([{ sale: id, state: 'open', kind: 'payment', amount: 1234 }, 'paying', 'pending']);
    expect(paid).toMatchObject({ status: 'ok', payment_method: 'cashless', receipt_number: 1, transactions: [] });
    expect(JSON.stringify(paid.receipt)).toContain('approved 1');
    expect(JSON.stringify(paid.receipt_merchant)).toContain('approved 1');
    expect(payments(terminal)).toEqual([{ name: 'pay', amount: 1234, receiptNumber: null }]);
    expect(intents(bridge)).toEqual([{ sale: id, state: 'approved', kind: 'payment', amount: 1234 }]);
    expect((await view(till)).payment).toBeNull();
  });

  it('asks for what is missing after the loyalty card', async () => {
    const { terminal, till } = await shop();
    const { id } = await till.create(sale([item(1500)], cards.some));
    ok(await till.post(`/${id}/preTransaction`));
    ok(await pay(till, id));
    expect(payments(terminal).map(({ amount }) => amount)).toEqual([500]);
  });

  it('never sends two commands for one sale, however often it is asked', async () => {
    const { bridge, terminal, till } = await shop();
    const { id } = await open(till);
    const answers = await Promise.all(Array.from({ length: 8 }, () => pay(till, id)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 405)).toHaveLength(7);
    expect(payments(terminal)).toHaveLength(1);
    expect(intents(bridge)).toHaveLength(1);
  });

  it('does not ask the terminal for an empty basket or an executed sale', async () => {
    const { terminal, till } = await shop();
    const empty = await till.create();
    expect((await pay(till, empty.id)).body.code).toBe(1009);
    const done = await open(till);
    ok(await till.post(`/${done.id}/start/cash`));
    expect((await pay(till, done.id)).body.code).toBe(1003);
    expect(payments(terminal)).toHaveLength(0);
  });
});

describe('declined', () => {
  it.each([
    ['decline', 'card declined', 1005],
    ['busy', 'the terminal is busy', 1016],
    ['unreachable', 'nobody answers', 1013],
  ] as const)('%s: 405 with the reason, status failed, and another method works', async (ending, words, code) => {
    const { bridge, terminal, till } = await shop();
    const { id } = await till.create(sale([item(1500)], cards.some));
    ok(await till.post(`/${id}/preTransaction`));
    terminal.endings.push(ending);
    const refused = await pay(till, id);
    expect([refused.status, refused.body.code]).toEqual([405, code]);
    expect(refused.body.error_details).toContain(words);
    if (ending === 'decline') expect(JSON.stringify(refused.body.receipt)).toContain(words);
    expect((await till.read(id)).status).toBe('failed');
    expect(bridge.rows("SELECT 1 FROM reservation WHERE state = 'held'")).toHaveLength(1);
    expect(ok(await till.post(`/${id}/start/cash`))).toMatchObject({ status: 'ok', payment_method: 'cash' });
    const spent = bridge.rows<{ total: number }>("SELECT sum(amount) AS total FROM loyalty_entry WHERE kind = 'spend'");
    expect(spent[0]?.total).toBe(-1000);
  });

  it('the terminal may be asked again, with a new intent', async () => {
    const { bridge, terminal, till } = await shop();
    const { id } = await open(till);
    terminal.endings.push('decline', 'approve');
    expect((await pay(till, id)).status).toBe(405);
    expect(ok(await pay(till, id)).status).toBe('ok');
    expect(intents(bridge).map(({ state }) => state)).toEqual(['declined', 'approved']);
  });

  it('a failed sale can be changed, and the card is free again', async () => {
    const { bridge, terminal, till } = await shop();
    const { id } = await till.create(sale([item(1500)], cards.some));
    ok(await till.post(`/${id}/preTransaction`));
    terminal.endings.push('decline');
    await pay(till, id);
    const put = await till.ask('PUT', `/api/v2/Smart/Transactions/${id}`, { body: sale([item(200)]) });
    expect(ok(put)).toMatchObject({ status: 'created', basket_info: { sum: 200, missing_sum: 200 } });
    expect(bridge.rows("SELECT 1 FROM reservation WHERE state = 'held'")).toHaveLength(0);
  });
});

describe('unknown', () => {
  it('is found approved: ok, with the terminal’s receipt, and nothing is sent again', async () => {
    const { bridge, terminal, till } = await shop();
    const { id } = await open(till);
    terminal.endings.push('loseApproval');
    expect(ok(await pay(till, id))).toMatchObject({ status: 'ok', payment_method: 'cashless' });
    expect(JSON.stringify((await till.read(id)).receipt)).toContain('approved 1');
    expect(payments(terminal)).toHaveLength(1);
    expect(intents(bridge).map(({ state }) => state)).toEqual(['approved']);
    expect((await view(till)).payment).toBeNull();
  });

  it('is found not done: failed, and may be repeated', async () => {
    const { terminal, till } = await shop();
    const { id } = await open(till);
    terminal.endings.push('loseNothing');
    const refused = await pay(till, id);
    expect(refused.status).toBe(405);
    expect((await till.read(id)).status).toBe('failed');
    expect((await view(till)).payment).toBeNull();
    expect(ok(await pay(till, id)).status).toBe('ok');
    expect(payments(terminal)).toHaveLength(2);
  });

  it('after a payment of the same amount: the old receipt is not taken for the new one', async () => {
    const { bridge, terminal, till } = await shop();
    ok(await pay(till, (await open(till)).id));
    bridge.clock.pass(5000);
    const { id } = await open(till);
    terminal.endings.push('loseNothing');
    expect((await pay(till, id)).status).toBe(405);
    expect((await till.read(id)).status).toBe('failed');
  });

  it('stays pending while the terminal is away, blocks the next payment, and is told when it comes back', async () => {
    const { bridge, terminal, till } = await shop({ parts: { verdictPatience: 50 } });
    const { id } = await open(till);
    terminal.endings.push('loseApproval');
    terminal.during = () => {
      terminal.reachable = false;
    };
    expect(ok(await pay(till, id)).status).toBe('pending');
    expect((await view(till)).payment).toMatchObject({ transaction: id, step: 'deciding' });
    for (const action of ['start/cash', 'start/loyalty', 'preTransaction', 'cancel', 'start/cashless'])
      expect((await till.post(`/${id}/${action}`)).status, action).toBe(405);
    expect((await till.ask('PUT', `/api/v2/Smart/Transactions/${id}`, { body: {} })).status).toBe(405);
    terminal.during = () => undefined;
    terminal.reachable = true;
    await until(async () => (await till.read(id)).status === 'ok');
    await until(async () => (await view(till)).payment === null);
    expect(bridge.log.some(line => line.includes('verdict'))).toBe(true);
    expect(ok(await pay(till, (await open(till)).id)).status).toBe('ok');
  });

  it('with another amount in the terminal’s memory: only a manager decides', async () => {
    const { bridge, terminal, till } = await shop();
    const { id } = await open(till);
    terminal.endings.push('loseOtherAmount');
    const pending = pay(till, id);
    await until(async () => (await view(till)).payment?.step === 'person');
    expect(ok(await pending).status).toBe('pending');
    const verdict = (client: Client, paid: boolean) =>
      client.ask<SmartTransaction & Refusal>('POST', `/bridge/v1/transactions/${id}/verdict`, { body: { paid } });
    const next = await pay(till, (await open(till)).id);
    expect([next.status, next.body.code]).toEqual([405, 1017]);
    expect((await verdict(await bridge.staff('cashier'), true)).status).toBe(403);
    expect((await verdict(await bridge.client('other'), true)).status).toBe(404);
    const decided = await Promise.all([1, 2, 3].map(async () => verdict(await bridge.staff('manager'), true)));
    expect(decided.map(({ status }) => status).sort()).toEqual([200, 405, 405]);
    expect(await till.read(id)).toMatchObject({ status: 'ok', payment_method: 'cashless' });
    expect(bridge.rows<{ reason: string }>('SELECT reason FROM intent')[0]?.reason).toContain('manager@demo.example');
    expect((await view(till)).payment).toBeNull();
    expect(ok(await pay(till, (await open(till)).id)).status).toBe('ok');
  });

  it('of a terminal that never answers again: after five minutes a manager decides', async () => {
    const { bridge, terminal, till } = await shop();
    const { id } = await open(till);
    terminal.endings.push('loseApproval');
    terminal.during = () => {
      terminal.reachable = false;
    };
    expect(ok(await pay(till, id)).status).toBe('pending');
    const manager = await bridge.staff('manager');
    const decide = () => manager.ask('POST', `/bridge/v1/transactions/${id}/verdict`, { body: { paid: false } });
    expect((await decide()).status).toBe(405);
    bridge.clock.pass(6 * 60_000);
    await until(async () => (await view(till)).payment?.step === 'person');
    ok(await decide());
    expect((await till.read(id)).status).toBe('failed');
  });

  it('approved for another amount than asked for: nobody but a person calls that paid', async () => {
    const { terminal, till } = await shop();
    const { id } = await open(till);
    terminal.endings.push('approveOther');
    expect(ok(await pay(till, id)).status).toBe('pending');
    await until(async () => (await view(till)).payment?.step === 'person');
    expect(payments(terminal)).toHaveLength(1);
  });

  it('decided as not paid: failed, and another method works', async () => {
    const { bridge, terminal, till } = await shop();
    const { id } = await open(till);
    terminal.endings.push('loseOtherAmount');
    await pay(till, id);
    const manager = await bridge.staff('manager');
    ok(await manager.ask('POST', `/bridge/v1/transactions/${id}/verdict`, { body: { paid: false } }));
    expect((await till.read(id)).status).toBe('failed');
    expect(ok(await till.post(`/${id}/start/cash`)).status).toBe('ok');
  });

  it('nobody decides what the terminal has told already', async () => {
    const { bridge, till } = await shop();
    const { id } = await open(till);
    ok(await pay(till, id));
    const manager = await bridge.staff('manager');
    const answer = await manager.ask('POST', `/bridge/v1/transactions/${id}/verdict`, { body: { paid: false } });
    expect(answer.status).toBe(405);
    expect((await till.read(id)).status).toBe('ok');
  });

  it('a defect of the driver ends like a broken line: asked for, never left open', async () => {
    const { terminal, till } = await shop();
    const { id } = await open(till);
    terminal.endings.push('throw');
    expect((await pay(till, id)).status).toBe(405);
    expect((await till.read(id)).status).toBe('failed');
    expect((await view(till)).payment).toBeNull();
    expect(ok(await pay(till, id)).status).toBe('ok');
  });

  it('an ending that cannot be written is asked for until it can, and nobody is told that no money moved', async () => {
    const { bridge, terminal, till } = await shop();
    const { id } = await open(till);
    const broken = "CREATE TRIGGER broken BEFORE UPDATE ON intent BEGIN SELECT RAISE(ABORT, 'disk'); END";
    terminal.during = () => bridge.alter(broken);
    const answer = await pay(till, id);
    expect(answer.text).not.toMatch(/kein Geld|declined/);
    expect(answer.status === 200 ? answer.body.status : answer.body.code).not.toBe('ok');
    expect((await till.read(id)).status).toBe('pending');
    terminal.during = () => undefined;
    bridge.alter('DROP TRIGGER broken');
    await until(async () => (await till.read(id)).status === 'ok');
    await until(async () => (await view(till)).payment === null);
    expect(payments(terminal)).toHaveLength(1);
  });
});

describe('a terminal that was exchanged while an ending was unknown', () => {
  it('decides nothing: a person does, also where both know of no payment', async () => {
    const { bridge, terminal, till } = await shop({ parts: { verdictPatience: 50 } });
    const { id } = await open(till);
    terminal.endings.push('loseApproval');
    terminal.during = () => {
      terminal.reachable = false;
    };
    ok(await pay(till, id));
    Object.assign(terminal, { terminalId: '60009999', last: null, receiptNumber: 0, reachable: true });
    Object.assign(terminal.totals, { count: 0, amount: 0 });
    await until(async () => (await view(till)).payment?.step === 'person');
    expect((await till.read(id)).status).toBe('pending');
    const [row] = bridge.rows<{ reason: string }>('SELECT reason FROM intent');
    expect(row?.reason).toContain('anderes Terminal');
  });
});

describe('while a payment runs', () => {
  it('a second one on the same terminal is refused at once and does not disturb the first', async () => {
    const { terminal, till } = await shop();
    const [first, second] = [await open(till), await open(till)];
    const { arrived, release } = hold(terminal);
    terminal.endings.push('untilAborted');
    const paying = pay(till, first.id);
    await arrived;
    const begun = Date.now();
    const refused = await pay(till, second.id);
    expect([refused.status, refused.body.code]).toEqual([405, 1016]);
    expect(Date.now() - begun).toBeLessThan(2000);
    for (const service of ['diagnosis', 'endOfDay'])
      expect((await till.post<Refusal>(`/me/${service}`)).body.code, service).toBe(1016);
    expect((await till.read(second.id)).status).toBe('created');
    expect((await view(till)).payment).toMatchObject({ transaction: first.id, step: 'prompt' });
    release();
    expect((await till.ask<{ requested: boolean }>('POST', '/bridge/v1/till/abort')).body).toEqual({ requested: true });
    const aborted = await paying;
    expect([aborted.status, aborted.body.code]).toEqual([405, 1006]);
    expect((await view(till)).payment).toBeNull();
    expect(ok(await pay(till, second.id)).status).toBe('ok');
  });

  it('an abort is a request: the terminal may approve all the same', async () => {
    const { terminal, till } = await shop();
    const { id } = await open(till);
    const { arrived, release } = hold(terminal);
    terminal.endings.push('approveDespiteAbort');
    const paying = pay(till, id);
    await arrived;
    ok(await till.ask('POST', '/bridge/v1/till/abort'));
    expect((await view(till)).payment).toMatchObject({ aborting: true });
    expect((await till.read(id)).status).toBe('pending');
    release();
    expect(ok(await paying).status).toBe('ok');
    expect((await till.ask('POST', '/bridge/v1/till/abort')).body).toEqual({ requested: false });
  });

  it('another merchant cannot abort it', async () => {
    const { bridge, terminal, till } = await shop();
    const { id } = await open(till);
    const { arrived, release } = hold(terminal);
    const paying = pay(till, id);
    await arrived;
    const other = await bridge.client('other');
    expect((await other.ask('POST', '/bridge/v1/till/abort')).body).toEqual({ requested: false });
    expect((await other.ask<Till>('GET', '/bridge/v1/till')).body.payment).toBeNull();
    release();
    ok(await paying);
  });

  it('a client that goes away finds the result by GET', async () => {
    const { terminal, till } = await shop();
    const { id } = await open(till);
    const { arrived, release } = hold(terminal);
    const gone = new AbortController();
    const paying = till.ask('POST', `/api/v2/Smart/Transactions/${id}/start/cashless`, { signal: gone.signal });
    await arrived;
    gone.abort();
    await expect(paying).rejects.toThrow();
    release();
    await until(async () => (await till.read(id)).status === 'ok');
    expect(payments(terminal)).toHaveLength(1);
  });

  it('the sale cannot be changed, cancelled or paid otherwise', async () => {
    const { terminal, till } = await shop();
    const { id } = await open(till);
    const { arrived, release } = hold(terminal);
    const paying = pay(till, id);
    await arrived;
    for (const action of ['cancel', 'start/cash', 'start/debit', 'prepare/debit', 'start'])
      expect((await till.post(`/${id}/${action}`)).status, action).toBe(405);
    expect((await till.ask('PUT', `/api/v2/Smart/Transactions/${id}`, { body: {} })).status).toBe(405);
    release();
    ok(await paying);
  });
});

describe('after a crash', () => {
  const crashed = async (ending: 'approve' | 'loseNothing' | 'loseOtherAmount') => {
    const { bridge, terminal, till } = await shop();
    ok(await pay(till, (await open(till, 500)).id));
    const { id } = await open(till);
    const { arrived, release } = hold(terminal);
    const paying = pay(till, id);
    await arrived;
    const copied = bridge.crashCopy;
    // The terminal ends the payment while nobody listens.
    if (ending === 'approve') keep(terminal, 1000, bridge.clock.now());
    if (ending === 'loseOtherAmount') keep(terminal, 1, bridge.clock.now());
    const again = await copied();
    const tillAgain = await again.client();
    return {
      id,
      again,
      terminal,
      till: tillAgain,
      end: async (): Promise<Answer<unknown>> => {
        release();
        return paying;
      },
    };
  };

  it.each([
    ['approve', 'ok'],
    ['loseNothing', 'failed'],
    ['loseOtherAmount', 'pending'],
  ] as const)('the next start finds the ending: %s', async (ending, status) => {
    const { id, again, till, terminal, end } = await crashed(ending);
    await until(async () =>
      status === 'pending' ? (await view(till)).payment?.step === 'person' : (await till.read(id)).status !== 'pending',
    );
    expect((await till.read(id)).status).toBe(status);
    expect(payments(terminal)).toHaveLength(2);
    if (status === 'pending') {
      const restarted = await again.restart();
      const tillAgain = await restarted.client();
      expect((await view(tillAgain)).payment).toMatchObject({ transaction: id, step: 'person' });
    }
    await end();
  });

  it('a clean stop while the terminal is away leaves the question for the next start', async () => {
    const { bridge, terminal, till } = await shop({ parts: { verdictPatience: 50 } });
    const { id } = await open(till);
    terminal.endings.push('loseApproval');
    terminal.during = () => {
      terminal.reachable = false;
    };
    expect(ok(await pay(till, id)).status).toBe('pending');
    terminal.during = () => undefined;
    const again = await bridge.restart();
    const tillAgain = await again.client();
    expect((await tillAgain.read(id)).status).toBe('pending');
    terminal.reachable = true;
    await until(async () => (await tillAgain.read(id)).status === 'ok');
    expect(payments(terminal)).toHaveLength(1);
  });
});

describe('cancel of a card payment', () => {
  const paid = async () => {
    const made = await shop();
    const { id } = await made.till.create(sale([item(1500)], cards.some));
    ok(await made.till.post(`/${id}/preTransaction`));
    const closed = ok(await pay(made.till, id));
    return { ...made, id, closed };
  };
  const ledger = (bridge: TestBridge, id: string) =>
    bridge.rows<{ total: number }>('SELECT sum(amount) AS total FROM loyalty_entry WHERE sale = ?', id)[0]?.total;

  it('reverses at the terminal first, then gives the card back, and keeps the receipts', async () => {
    const { bridge, terminal, till, id, closed } = await paid();
    terminal.during = command => {
      expect(command).toEqual({ name: 'reverse', amount: 0, receiptNumber: 1 });
      expect(intents(bridge).at(-1)).toMatchObject({ kind: 'reversal', state: 'open', amount: 500 });
      expect(ledger(bridge, id)).not.toBe(0);
    };
    const cancelled = ok(await till.post(`/${closed.receipt_number}/canceltrx`));
    expect(cancelled).toMatchObject({ id, status: 'cancelled', receipt_number: closed.receipt_number });
    expect(cancelled.receipt).toEqual(closed.receipt);
    expect(ledger(bridge, id)).toBe(0);
    expect((await till.post(`/${id}/cancel`)).status).toBe(405);
    expect(terminal.commands.filter(({ name }) => name === 'reverse')).toHaveLength(1);
  });

  it.each(['decline', 'unreachable', 'loseNothing'] as const)(
    'a reversal that fails (%s) leaves the sale closed',
    async ending => {
      const { bridge, terminal, till, id } = await paid();
      terminal.endings.push(ending);
      const refused = await till.post<Refusal>(`/${id}/cancel`);
      expect([refused.status, refused.body.code]).toEqual([405, 1007]);
      expect((await till.read(id)).status).toBe('ok');
      expect(ledger(bridge, id)).not.toBe(0);
      expect((await view(till)).payment).toBeNull();
      expect(ok(await till.post(`/${id}/cancel`)).status).toBe('cancelled');
    },
  );

  it('a reversal whose line breaks is found done', async () => {
    const { bridge, terminal, till, id } = await paid();
    terminal.endings.push('loseApproval');
    expect(ok(await till.post(`/${id}/cancel`)).status).toBe('cancelled');
    expect(ledger(bridge, id)).toBe(0);
  });

  it('two cancels of two sales at once: one terminal, one after the other or refused by the table', async () => {
    const { terminal, till, id } = await paid();
    const other = ok(await pay(till, (await open(till)).id));
    const { arrived, release } = hold(terminal);
    const answers = [id, other.id].map(one => till.post<Refusal>(`/${one}/cancel`));
    await arrived;
    release();
    const done = await Promise.all(answers);
    for (const { status, body } of done) expect(status === 200 || body.code === 1016, JSON.stringify(body)).toBe(true);
    expect(done.some(({ status }) => status === 200)).toBe(true);
  });

  it('at a terminal that was exchanged since is refused: nothing is sent to the wrong machine', async () => {
    const { terminal, till } = await shop();
    const { id } = await till.create(sale([item(1000)]));
    ok(await till.post(`/${id}/start/cashless`));
    terminal.terminalId = '60009999';
    const refused = await till.post<Refusal>(`/${id}/cancel`);
    expect([refused.status, refused.body.code]).toEqual([405, 1096]);
    expect((await till.read(id)).status).toBe('ok');
    expect(terminal.commands).toHaveLength(1);
  });

  it('another merchant’s receipt number does not exist', async () => {
    const { bridge, closed } = await paid();
    const other = await bridge.client('other');
    expect((await other.post(`/${closed.receipt_number}/canceltrx`)).status).toBe(404);
  });
});
