/** The acceptance passes a careful register, and names the duty that a careless one breaks. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CaseResult, chosenCases, playAll } from './acceptance.ts';
import { cases } from './cases.ts';
import { type Counter, openCounter } from './counter.ts';
import { type Flaw, startRegister } from './exampleRegister.fixture.ts';
import { httpRegister, registerByHand } from './register.ts';
import { exitCodeOf, junitOf, lineOf, summaryOf } from './report.ts';

const LIMIT = 20_000;

let counter: Counter;
beforeAll(async () => {
  counter = await openCounter(0);
});
afterAll(() => counter.close());

async function play(flaw: Flaw | null, limit: number, only?: readonly string[]): Promise<readonly CaseResult[]> {
  const register = await startRegister(counter.url, flaw);
  const results: CaseResult[] = [];
  try {
    const options = { limit, ...(only ? { only } : {}) };
    for await (const result of playAll(counter, httpRegister(register.url, LIMIT), options)) results.push(result);
  } finally {
    await register.close();
  }
  return results;
}

describe('a register that follows the outcome', () => {
  it('passes every case', async () => {
    const results = await play(null, LIMIT);
    expect(results.filter(({ state }) => state !== 'passed')).toEqual([]);
    expect(results.map(({ name }) => name)).toEqual(cases.map(({ name }) => name));
  });
});

describe('a register with a flaw fails the case of its duty', () => {
  const FLAWS: readonly (readonly [flaw: Flaw, name: string, finding: RegExp])[] = [
    ['status200IsPaid', 'unknown', /said paid before the bridge did/],
    ['sellsAnew', 'answer-lost', /charged 2 times/],
    ['unknownIsNotPaid', 'unknown', /said not paid while nobody knew/],
    ['forgets', 'register-restarted', /says not_paid, and the sale is paid/],
    ['forgetsRunning', 'register-restarted', /has forgotten the sale acceptance-\w+-register-restarted: GET/],
    ['forgetsRunning', 'approved-after-stop', /has forgotten the sale/],
    ['hasNoSales', 'stopped', /does not offer (POST|GET) \/acceptance\/sales/],
    ['stopIsNotPaid', 'approved-after-stop', /says not_paid, and the sale is paid/],
    ['cancelsAlone', 'cancelled', /charged 1 times instead of 0/],
  ];
  it.each(FLAWS.filter((_, at) => process.env.LONG || at % 3 === 0))('%s: %s', async (flaw, name, finding) => {
    const [result] = await play(flaw, 1000, [name]);
    expect(result?.state).toBe('failed');
    expect(result?.findings.join('\n')).toMatch(finding);
  });

  it('a step that it does not offer is skipped, and is not passed', async () => {
    const results = await play('hasNoStop', LIMIT, ['stopped', 'register-restarted']);
    expect(results.map(({ state }) => state)).toEqual(['skipped', 'skipped']);
    expect(results[1]?.findings).toEqual(['the register does not offer POST /acceptance/restart (404)']);
  });

  it('a register that is not there fails, with its address', async () => {
    const gone = await startRegister(counter.url);
    await gone.close();
    const options = { limit: 200, only: ['approved'] };
    const { value } = await playAll(counter, httpRegister(gone.url, LIMIT), options).next();
    expect((value as CaseResult).findings).toEqual([`POST ${gone.url}/acceptance/sales: ECONNREFUSED`]);
  });
});

describe('a register that is worked by hand', () => {
  it('is asked for each step, until the answer is one of the letters', async () => {
    const asked: string[] = [];
    const answers = ['what?', 'P'];
    const register = registerByHand({
      question: (text: string) => {
        asked.push(text);
        return Promise.resolve(answers.shift() ?? '');
      },
    });
    expect(await register.sell({ reference: 'a-1', amount: 1205, currency: 'EUR' })).toBe('paid');
    expect(asked).toHaveLength(2);
    expect(asked[0]).toContain('12.05 EUR with the reference a-1');
  });
});

describe('the report', () => {
  const failed: CaseResult = {
    name: 'approved',
    duty: 'says paid',
    guide: 'http://127.0.0.1:8640/docs/guides/first-card-payment',
    state: 'failed',
    findings: ['a "<result>"'],
    ms: 1500,
  };

  it('names what is broken and where it is explained', () => {
    expect(lineOf(failed)).toContain('FAIL');
    expect(lineOf(failed)).toContain(`see ${failed.guide}`);
    expect(summaryOf([failed])).toBe('0 passed, 1 failed, 0 skipped');
  });

  it('is XML for a CI whatever the register says', () => {
    expect(junitOf([failed])).toContain('<failure message="a &quot;&lt;result&gt;&quot;"/>');
    expect(junitOf([failed])).toContain('tests="1" failures="1" skipped="0"');
  });

  it('is a success only where a case passed and none failed', () => {
    const passed = { ...failed, state: 'passed' } as const;
    const skipped = { ...failed, state: 'skipped' } as const;
    expect([[passed, skipped], [passed, failed], [skipped], []].map(exitCodeOf)).toEqual([0, 1, 1, 1]);
  });

  it('knows the cases by their names', () => {
    expect(() => chosenCases(['aproved'])).toThrow(/there is no case aproved; there are: approved,/);
  });
});
