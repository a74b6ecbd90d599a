/** Input of the till while a command runs: questions and their answers, slips, and the hand-over of the goods. */
import { afterEach, describe, expect, it } from 'vitest';
import type { TerminalReceipt } from '../../../drivers/terminal.ts';
import { flow } from '../../checkout/flow.ts';
import type { Refusal } from '../../checkout/payments.fixture.ts';
import { type Client, closeAll, item, ok, type Settings, sale, until } from '../../doubles/bridge.fixture.ts';
import { cashier, testWorld } from '../../doubles/world.fixture.ts';
import type { SlipView, TillView } from '../../wire/till.ts';
import { demoIds } from '../../world/demoIds.ts';
import { firstPayment } from './severalTerminals.fixture.ts';
import { answer, asked, choice, open, pay, payment, shop, signature, tip } from './tillInput.fixture.ts';
import { answerQuestion } from './tillInput.ts';

afterEach(closeAll);

describe('a question of the terminal', () => {
  it('is shown with all that is needed, answered once, and then the payment goes on', async () => {
    const { terminal, till, paying, question, view } = await asked(signature);
    expect(view.step).toBe('question');
    expect(question).toMatchObject({ kind: 'signature', text: 'Unterschrift ok?', choices: [], picture: null });
    expect(question.until).toBeGreaterThan(view.startedAt);
    const answered = await till.ask<TillView>('POST', '/bridge/v1/till/answer', {
      body: { question: question.id, answer: 'yes' },
    });
    expect(ok(answered).payment?.question ?? null).toBeNull();
    expect(ok(await paying)).toMatchObject({ status: 'ok' });
    expect(terminal.answers).toEqual([{ kind: 'yes' }]);
    const late = await answer(till, { question: question.id, answer: 'no' });
    expect([late.status, late.body.code]).toEqual([405, 1092]);
  });

  it('about a signature brings the slip to sign, in both languages: to the till, to the stream and into the sale', async () => {
    const { bridge, till, id, paying, question } = await asked({ ...signature, text: 'Unterschrift ok?' });
    const slip = JSON.stringify(question.receipt_merchant);
    expect(slip).toContain('approved 1');
    const texts = { de: 'Unterschrift ok?', en: 'Is the signature right?' };
    const readIn = async (language: string) =>
      ok(await till.ask<TillView>('GET', '/bridge/v1/till', { headers: { 'accept-language': language } })).payment
        ?.question?.text;
    expect([await readIn('de'), await readIn('en-GB,en;q=0.9')]).toEqual([texts.de, texts.en]);
    const shown = await until(async () => (await till.read(id)).outcome.question ?? null);
    expect(shown).toMatchObject({ id: question.id, kind: 'signature', texts, until: question.until });
    expect(JSON.stringify(shown.receipt_merchant)).toBe(slip);
    expect((await till.read(id)).outcome).toMatchObject({
      result: 'unknown',
      next: { method: 'POST', path: '/bridge/v1/till/answer', why: expect.stringContaining(question.id) },
    });
    // The same words in the event, where nobody has named a language.
    expect(await firstPayment(bridge, till)).toMatchObject({
      payment: { question: { text: texts.de, texts, receipt_merchant: question.receipt_merchant } },
    });
    ok(await answer(till, { question: question.id, answer: 'yes' }));
    expect(ok(await paying).outcome).not.toHaveProperty('question');
    expect((await till.read(id)).outcome).toMatchObject({ result: 'paid', next: null });
  });

  it('is not shown any more once it is answered, while the payment goes on', async () => {
    const { terminal, till, id, paying, question } = await asked(choice);
    await until(async () => (await till.read(id)).outcome.question ?? null);
    terminal.signs = false;
    ok(await answer(till, { question: question.id, answer: 'chosen', value: 1 }));
    await until(async () => (await till.read(id)).outcome.question === undefined);
    ok(await paying);
  });

  it('of two answers at once the first counts', async () => {
    const { terminal, till, paying, question } = await asked(signature);
    const answers = await Promise.all([
      answer(till, { question: question.id, answer: 'yes' }),
      answer(till, { question: question.id, answer: 'yes' }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 405]);
    ok(await paying);
    expect(terminal.answers).toHaveLength(1);
  });

  it('a refused signature makes the terminal reverse: declined, with its slip', async () => {
    const { terminal, till, id, paying, question } = await asked(signature);
    ok(await answer(till, { question: question.id, answer: 'no' }));
    const refused = await paying;
    expect([refused.status, refused.body.code]).toEqual([405, 1260]);
    expect(JSON.stringify(refused.body.receipt)).toContain('aborted by key or timeout');
    const because = {
      code: 'signatureRefused',
      result_code: 0x6c,
      texts: { de: 'die Unterschrift wurde abgelehnt', en: 'the signature was refused' },
    };
    expect(refused.body).toMatchObject({ reason: because });
    expect(await till.read(id)).toMatchObject({
      status: 'failed',
      payments: [{ status: 'declined', reason: because }],
    });
    expect(terminal.last).toBeNull();
  });

  it.each([
    [choice, { answer: 'chosen', value: 2 }, { kind: 'chosen', value: 2 }],
    [choice, { answer: 'chosen', value: '1' }, { kind: 'chosen', value: 1 }],
    [tip, { answer: 'typed', text: '1100' }, { kind: 'typed', text: '1100' }],
    [tip, { answer: 'yes' }, { kind: 'yes' }],
    [choice, { answer: 'no' }, { kind: 'no' }],
  ] as const)('%o is answered by %o', async (question, given, expected) => {
    const { terminal, till, paying, question: shown } = await asked(question);
    ok(await answer(till, { question: shown.id, ...given }));
    ok(await paying);
    expect(terminal.answers).toEqual([expected]);
  });

  it.each([
    [choice, { answer: 'chosen', value: 3 }],
    [choice, { answer: 'chosen' }],
    [choice, { answer: 'yes' }],
    [choice, { answer: 'typed', text: '1' }],
    [signature, { answer: 'chosen', value: 1 }],
    [tip, { answer: 'typed' }],
    [tip, { answer: 'typed', text: 'viel' }],
    [tip, { answer: 'typed', text: '999' }],
    [{ ...tip, initial: '999' }, { answer: 'yes' }],
    [tip, { answer: 'maybe' as 'yes' }],
  ] as const)('%o is not answered by %o, and still waits', async (question, given) => {
    const { till, paying, question: shown } = await asked(question);
    expect((await answer(till, { question: shown.id, ...given })).status).toBe(500);
    expect((await payment(till))?.question?.id).toBe(shown.id);
    ok(await answer(till, { question: shown.id, answer: 'no' }));
    await paying;
  });

  it('for the amount of a payment says the least that may be typed', async () => {
    const { till, paying, question } = await asked(tip);
    expect(question).toMatchObject({ wants: 'amount', least: 1000 });
    const refused = await answer(till, { question: question.id, answer: 'typed', text: '900' });
    expect(refused.body.error_details).toContain('at least 1000');
    ok(await answer(till, { question: question.id, answer: 'typed', text: '1000' }));
    ok(await paying);
  });

  it('without an answer in time: the terminal receives no answer', async () => {
    const { terminal, paying } = await asked({ ...signature, timeout: 300 });
    ok(await paying);
    expect(terminal.answers).toEqual([{ kind: 'none' }]);
  });

  it('is answered only by the till that pays or by a manager', async () => {
    const { bridge, till, paying, question } = await asked(signature);
    const given = { question: question.id, answer: 'yes' } as const;
    expect((await answer(await bridge.client('other'), given)).status).toBe(405);
    expect((await answer(till, { ...given, question: '0'.repeat(32) })).body.code).toBe(1092);
    ok(await answer(await bridge.staff('manager'), given));
    ok(await paying);
  });

  it('another till at the same terminal learns the till of the question', async () => {
    const { world, db, memory } = await testWorld();
    memory.question = signature;
    const { id } = await flow.create(world, cashier, sale([item(1000)]));
    const paying = flow.start(world, cashier, id, 'cashless', {});
    const question = await until(() => world.running.view(demoIds.terminal)?.question);
    const slot = world.devices.slot(demoIds.terminal)!;
    const elsewhere = { ...cashier, device: `SDV_${'9'.repeat(30)}` };
    const given = { question: question.id, answer: 'yes' } as const;
    expect(() => answerQuestion(world, elsewhere, slot, given)).toThrow('this is asked of the till');
    answerQuestion(world, { ...elsewhere, role: 'manager' }, slot, given);
    expect((await paying).status).toBe('ok');
    await db.close();
  });
});

describe('slips', () => {
  const slips = (till: Client) => till.ask<SlipView>('GET', '/bridge/v1/till/slip').then(ok);

  it('are on disk before the terminal hears that they were taken', async () => {
    const { bridge, terminal, till } = await shop();
    const id = await open(till);
    terminal.endings.push('approve');
    ok(await pay(till, id));
    const kept = bridge.rows<{ data: string }>("SELECT data FROM terminal_journal WHERE kind = 'slip' ORDER BY number");
    expect(kept.map(({ data }) => (JSON.parse(data) as TerminalReceipt).copy)).toEqual(['merchant', 'customer']);
  });

  it('that cannot be kept are refused, and the terminal takes the payment back', async () => {
    const { bridge, terminal, till } = await shop();
    const id = await open(till);
    terminal.during = () =>
      bridge.alter(
        "CREATE TRIGGER broken BEFORE INSERT ON terminal_journal WHEN new.kind = 'slip' BEGIN SELECT RAISE(ABORT, 'full'); END",
      );
    const refused = await pay(till, id);
    expect(refused.status).toBe(405);
    expect(refused.body.error_details).toContain('the slip could not be stored');
    expect((await till.read(id)).status).toBe('failed');
    expect(terminal.totals).toEqual({ count: 0, amount: 0 });
    terminal.during = () => undefined;
    bridge.alter('DROP TRIGGER broken');
    expect(ok(await pay(till, id)).status).toBe('ok');
  });

  it('that were kept before a crash are used where the terminal cannot repeat them', async () => {
    const { bridge, terminal, till } = await shop();
    const id = await open(till);
    terminal.repeatsSlips = false;
    terminal.question = null;
    // The slips are kept, and then the bridge ends before the result is written.
    const broken = "CREATE TRIGGER broken BEFORE UPDATE ON intent BEGIN SELECT RAISE(ABORT, 'disk'); END";
    terminal.during = () => bridge.alter(broken);
    expect((await pay(till, id)).status).toBe(500);
    expect(JSON.stringify(await slips(till))).toContain('approved 1');
    terminal.during = () => undefined;
    bridge.alter('DROP TRIGGER broken');
    const again = await bridge.crashCopy();
    const tillAgain = await again.client();
    await until(async () => (await tillAgain.read(id)).status === 'ok');
    expect(JSON.stringify((await tillAgain.read(id)).receipt)).toContain('approved 1');
    expect(JSON.stringify((await tillAgain.read(id)).receipt_merchant)).toContain('approved 1');
  });

  it('there are none when nothing is open', async () => {
    const { till } = await shop();
    expect(await slips(till)).toEqual({ receipt: [], receipt_merchant: [] });
  });
});

describe('goods that are handed over before the payment is final', () => {
  const handOver = (till: Client, result: unknown) =>
    till.ask<Refusal>('POST', '/bridge/v1/till/hand-over', { body: { result } });
  const vending: Settings = {
    config: {
      terminals: [
        {
          protocol: 'twin',
          device: demoIds.terminal,
          handOver: true,
          connection: { type: 'tcp', host: '127.0.0.1', port: 1 },
        },
      ],
    },
  };
  async function waiting() {
    const made = await shop(vending);
    const id = await open(made.till);
    const paying = pay(made.till, id);
    await until(async () => (await payment(made.till))?.step === 'handOver');
    return { ...made, id, paying };
  }

  it('done: paid', async () => {
    const { till, id, paying } = await waiting();
    expect((await till.read(id)).status).toBe('pending');
    // The first of two reports at once counts.
    const reports = await Promise.all([handOver(till, 'done'), handOver(till, 'failed')]);
    expect(reports.map(({ status, body }) => [status, body.code])).toEqual([
      [200, undefined],
      [405, 1186],
    ]);
    expect(ok(await paying).status).toBe('ok');
    expect((await handOver(till, 'done')).body.code).toBe(1186);
  });

  it.each(['failed', 'stopped'] as const)('%s: the terminal takes it back', async how => {
    const { terminal, till, id, paying } = await waiting();
    if (how === 'failed') ok(await handOver(till, 'failed'));
    else ok(await till.ask('POST', '/bridge/v1/till/abort'));
    const refused = await paying;
    expect([refused.status, refused.body.code]).toEqual([405, 1091]);
    expect((await till.read(id)).status).toBe('failed');
    expect(terminal.totals.amount).toBe(0);
  });

  it('accepts only its two values', async () => {
    const { till, paying } = await waiting();
    expect((await handOver(till, 'half')).status).toBe(500);
    ok(await handOver(till, 'done'));
    await paying;
  });

  it('is not asked for elsewhere', async () => {
    const { till } = await shop();
    expect((await handOver(till, 'done')).status).toBe(405);
  });
});

describe('refused by the terminal', () => {
  it.each([
    ['endOfDayRequired', 1090],
    ['held', 1070],
    ['busy', 1016],
  ] as const)('%s: named, and no money moved', async (ending, code) => {
    const { terminal, till } = await shop();
    const id = await open(till);
    terminal.endings.push(ending);
    const refused = await pay(till, id);
    expect([refused.status, refused.body.code]).toEqual([405, code]);
    expect((await till.read(id)).status).toBe('failed');
    expect(ok(await pay(till, id)).status).toBe('ok');
  });
});
