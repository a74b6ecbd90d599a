/** Scenarios: every scenario of the product passes with a right till, and names the deviation of a wrong till. */
import { afterEach, describe, expect, it } from 'vitest';
import { encode } from '../../../zvt/codec/apdu.ts';
import type { ScenarioRun } from '../engine/virtualTerminal.ts';
import { type RunningVirtualTerminal, startVirtualTerminal } from '../start.ts';
import { type Answers, connectTill, lastOf, OK, REFUSED, registrationOf, type TestTill } from '../till.fixture.ts';
import { readScenario, type Scenario } from './scenario.ts';
import { namedScenario, scenarioNames } from './scenarioFiles.ts';
import { playScenario } from './scenarioPlayer.ts';

let virtual: RunningVirtualTerminal;
const tills: TestTill[] = [];
afterEach(async () => {
  for (const till of tills.splice(0)) till.close();
  await virtual.close();
});

async function start() {
  virtual = await startVirtualTerminal({ delay: 0, goodsPause: 0, control: 0, timers: { t3: 500 } });
}

async function connect(): Promise<TestTill> {
  const till = await connectTill(virtual.port);
  tills.push(till);
  await till.run(registrationOf({}, ['06D3', '06D0']));
  return till;
}

const PAY = encode('authorisation', { amount: 1200 });
const REPEAT = encode('repeatReceipt', { password: '000000' });

async function pay(answers: Answers = {}) {
  const till = await connect();
  await till.run(PAY, answers);
  return till;
}

/** The terminal is busy (84 9C) while the customer stands at it. */
async function payAndRepeat() {
  await pay();
  const till = await connect();
  for (;;) if ((await till.run(REPEAT)).at(-1)?.name !== 'negative') return;
}

/** A till that behaves right, by scenario. */
const TILLS: Readonly<Record<string, () => Promise<unknown>>> = {
  'approved-contactless': pay,
  'chip-wrong-pin': pay,
  declined: pay,
  'slow-host': pay,
  'signature-refused': () => pay({ graphicMenu: () => REFUSED(0x6c) }),
  'printer-out': () => pay({ printTextBlock: () => REFUSED(0xcc) }),
  'partial-hand-over': () =>
    pay({
      statusInformation: () => Buffer.concat([Buffer.of(0x84, 0x9d, 7), Buffer.from('04000000000800', 'hex')]),
    }),
  'abort-too-late': async () => {
    const till = await connect();
    let aborted = false;
    await till.run(
      PAY,
      {
        intermediateStatus(message) {
          if (message.fields.intermediateStatus !== 0x17 || aborted) return OK;
          aborted = true;
          return Buffer.concat([OK, encode('abort')]);
        },
      },
      ['completion', 'abortByTerminal'],
    );
  },
  'line-lost-before-result': payAndRepeat,
  'unstored-payment': payAndRepeat,
  'terminal-full': async () => {
    const till = await pay();
    await till.run(PAY);
    await till.run(encode('endOfDay', { password: '000000' }));
    await till.run(PAY);
  },
  'pre-authorisation': async () => {
    const till = await connect();
    const messages = await till.run(encode('preAuthorisation', { amount: 5000 }));
    const { receiptNumber } = lastOf(messages, 'statusInformation').fields;
    await till.run(encode('partialReversal', { receiptNumber: 'FFFF' }));
    await till.run(encode('bookTotal', { receiptNumber: receiptNumber!, amount: 4200 }));
  },
};

describe('the scenarios of the product', () => {
  it('each have a right till in this test', async () => {
    await start();
    expect(scenarioNames().toSorted()).toEqual(Object.keys(TILLS).toSorted());
  });

  it.each(Object.entries(TILLS))('%s', { timeout: 20_000 }, async (name, till) => {
    await start();
    const played = playScenario(virtual.terminal, namedScenario(name));
    await Promise.all([till(), played]);
    expect(await played).toMatchObject({ state: 'passed', deviation: null });
    expect(virtual.terminal).toMatchObject({ behaviour: 'approve', amountRules: true, overrides: {} });
  });
});

const of = (...steps: object[]): Scenario => readScenario({ title: 'One', about: 'of a test', steps });

describe('a till that deviates', () => {
  it.each([
    [[{ expect: 'refund' }], 'step 1 (expect: refund): the till sent authorisation'],
    [
      [{ expect: 'authorisation', with: { amount: 1300 } }],
      'step 1 (expect: authorisation, with amount 1300): authorisation has amount 1200 instead of 1300',
    ],
    [
      [{ expect: 'authorisation' }, { authorisations: 2 }],
      'step 2 (authorisations: 2): 1 authorisations arrived instead of 2',
    ],
    [
      [{ expect: 'authorisation' }, { customer: { pin: '1234' }, within: 50 }],
      'step 2 (customer: pin 1234, within 50): the terminal did not wait for pin in time',
    ],
    [
      [{ expect: 'authorisation' }, { says: 'completion', within: 50 }],
      'step 2 (says: completion, within 50): the terminal did not send completion in time',
    ],
    [
      [{ expect: 'authorisation' }, { booking: { kind: 'payment' }, within: 50 }],
      'step 2 (booking: kind payment, within 50): nothing was booked',
    ],
    [
      [{ expect: 'authorisation' }, { expect: 'abort', within: 50 }],
      'step 2 (expect: abort, within 50): the till did not send abort in time',
    ],
  ])('%j', async (steps, deviation) => {
    await start();
    const played = playScenario(virtual.terminal, of(...steps));
    void (await connect()).run(PAY);
    expect(await played).toMatchObject({ state: 'failed', done: steps.length - 1, deviation });
  });
});

describe('a file that is no scenario', () => {
  it.each([
    [null, 'a scenario must be a JSON object'],
    [[], 'a scenario must be a JSON object'],
    [{ about: 'x', steps: [] }, 'title must be a text'],
    [{ title: 'x', about: 'x', steps: [] }, 'steps must be a list of 1 to 200'],
    [{ title: 'x', about: 'x', steps: 'all' }, 'steps must be a list of 1 to 200'],
    [{ title: 'x', about: 'x', steps: [{ expect: 'abort' }], speed: 1 }, 'there is no speed in a scenario'],
  ])('%j', (value, error) => {
    expect(() => readScenario(value)).toThrow(error);
  });

  it.each([
    [7, 'step 2 must be one of: expect, says, customer'],
    [{}, 'step 2 must be one of'],
    [{ expect: 'abort', says: 'completion' }, 'step 2 must be one of'],
    [{ expect: 'payment' }, 'step 2: expect must be the name of a message'],
    [{ expect: 'toString' }, 'step 2: expect must be the name of a message'],
    [{ expect: 'abort', after: 5 }, 'step 2: expect takes no after'],
    [{ expect: 'abort', within: -1 }, 'step 2: within must be milliseconds'],
    [{ expect: 'abort', with: { amount: null } }, 'step 2: with must hold numbers and texts'],
    [{ customer: { card: 'library' } }, 'step 2: customer card must be one of: girocard-contactless'],
    [{ customer: { pin: '12' } }, 'step 2: customer pin must be 4 to 12 digits'],
    [{ customer: {} }, 'step 2: customer must have one of: card, pin'],
    [{ host: 5 }, 'step 2: host must be two hex digits'],
    [{ line: { explode: true } }, 'step 2: line there is no fault explode'],
    [{ line: 'mute' }, 'step 2: line must be cut, restart or a fault'],
    [{ terminal: { behaviour: 'nice' } }, 'step 2: terminal behaviour must be the name of a behaviour'],
    [{ terminal: { colour: 'red' } }, 'step 2: terminal takes no colour'],
    [{ authorisations: 1.5 }, 'step 2: authorisations must be a whole number'],
  ])('%j', (step, error) => {
    expect(() => of({ expect: 'abort' }, step as object)).toThrow(error);
  });
});

describe('over the control', () => {
  const call = async (method: string, body?: object) => {
    const response = await fetch(`${virtual.control}/scenario`, {
      method,
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  const state = () => virtual.terminal.scenario as ScenarioRun;

  it('lists, plays and ends them, one at a time', async () => {
    await start();
    const { body } = await call('GET');
    expect(body).toMatchObject({
      run: null,
      scenarios: expect.arrayContaining([expect.objectContaining({ name: 'declined' })]),
    });
    expect(await call('POST', { name: 'declined' })).toMatchObject({
      status: 200,
      body: { state: 'running', done: 0 },
    });
    expect(await call('POST', { name: 'declined' })).toMatchObject({ status: 409 });
    await call('DELETE');
    await expect.poll(() => state().state).toBe('failed');
    expect(state().deviation).toContain('ended early');
    await call('POST', { scenario: { title: 'x', about: 'y', steps: [{ authorisations: 0 }] } });
    await expect.poll(() => state().state).toBe('passed');
  });

  it('names the fault', async () => {
    await start();
    expect(await call('POST', { name: 'nice' })).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('there is no scenario') },
    });
    expect(await call('POST', { name: 5 })).toMatchObject({ status: 400 });
    expect(await call('POST', {})).toMatchObject({ status: 400, body: { error: 'a scenario must be a JSON object' } });
  });
});
