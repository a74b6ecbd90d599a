/** The machine of one request: the inputs that end it, those that do not, and its effects. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { message } from '../codec/messages.ts';
import { type Effect, type Input, nextStep, type RequestState, requestStarted } from './requestMachine.ts';
import { DEFAULT_TIMERS, requests } from './requests.ts';

const timers = DEFAULT_TIMERS;
const head = { requestType: 'CardPayment', requestId: '7', workstation: '1' };
const answer = (name: string, more: object, result = 'Success'): Input => ({
  type: 'answer',
  message: message(name, { ...head, ...more }, [], result),
});

const mine = answer('CardServiceResponse', {});
const late = answer('CardServiceResponse', { requestId: '6' });
const otherKind = answer('ServiceResponse', {});
const otherType = answer('CardServiceResponse', { requestType: 'PaymentRefund' });
const abortTaken = answer('ServiceResponse', { requestType: 'AbortRequest' });
const abortRefused = answer('ServiceResponse', { requestType: 'AbortRequest' }, 'Failure');

/** Feeds inputs to a payment until it ends; returns all its effects. */
function play(...inputs: readonly Input[]): { effects: Effect[]; ended: Effect | undefined } {
  let { state }: { state: RequestState } = requestStarted(requests.pay, '7', timers);
  const effects: Effect[] = [];
  for (const input of inputs) {
    const step = nextStep(state, input, timers);
    if (!step) continue;
    state = step.state;
    effects.push(...step.effects);
    if (effects.at(-1)?.do === 'end') break;
  }
  return { effects, ended: effects.find(effect => effect.do === 'end') };
}

describe('a payment', () => {
  it('ends by its answer', () => {
    expect(play(mine).ended).toMatchObject({ ending: { by: 'answer' } });
  });

  it('ends by an answer that writes the number with zeros in front, and by no answer without a number', () => {
    expect(play(answer('CardServiceResponse', { requestId: '0007' })).ended).toMatchObject({
      ending: { by: 'answer' },
    });
    for (const requestId of ['', '0', '70'])
      expect(play(answer('CardServiceResponse', { requestId })).effects).toEqual([]);
  });

  it.each([
    ['a late answer to an earlier request', late],
    ['an answer of another kind', otherKind],
    ['an answer to another type of request', otherType],
    ['an answer to an abort that nobody wanted', abortTaken],
  ])('is not ended by %s', (_, input) => {
    expect(play(input).effects).toEqual([]);
    expect(play(input, mine).ended).toMatchObject({ ending: { by: 'answer' } });
  });

  it('requests one abort and goes on until it is answered', () => {
    const wanted: Input = { type: 'abortWanted' };
    const { effects, ended } = play(wanted, wanted, abortTaken, mine);
    expect(effects.filter(effect => effect.do === 'abort')).toHaveLength(1);
    expect(ended).toMatchObject({ ending: { by: 'answer' } });
  });

  it('waits no longer for an answer than a terminal that has accepted the abort needs, also when it shows something', () => {
    const wanted: Input = { type: 'abortWanted' };
    const waits = (...inputs: readonly Input[]) => play(...inputs).effects.filter(effect => effect.do === 'wait');
    expect(waits(wanted, abortTaken).at(-1)).toEqual({ do: 'wait', ms: timers.stop });
    expect(waits(wanted, abortTaken, { type: 'signOfLife' }).at(-1)).toEqual({ do: 'wait', ms: timers.stop });
    expect(waits(wanted, abortRefused, { type: 'signOfLife' }).at(-1)).toEqual({ do: 'wait', ms: timers.card });
    expect(play(wanted, abortTaken, { type: 'quiet' }).ended).toMatchObject({ ending: { by: 'lost' } });
  });

  it('reports that an abort was refused', () => {
    expect(play({ type: 'abortWanted' }, abortRefused).effects).toContainEqual({
      do: 'tell',
      progress: { step: 'abortRefused' },
    });
  });

  it('is given up after silence, and a second silence', () => {
    const quiet: Input = { type: 'quiet' };
    expect(play(quiet).effects).toContainEqual({ do: 'abort' });
    expect(play(quiet, quiet).ended).toMatchObject({ ending: { by: 'lost', reason: { code: 'silent' } } });
  });

  it('waits only a short time after an unreadable message', () => {
    const { effects, ended } = play({ type: 'garbled' }, { type: 'signOfLife' }, { type: 'quiet' });
    expect(effects[0]).toEqual({ do: 'wait', ms: timers.settle });
    expect(ended).toMatchObject({ ending: { by: 'lost', reason: { code: 'garbled' } } });
    expect(play({ type: 'garbled' }, mine).ended).toMatchObject({ ending: { by: 'answer' } });
  });

  it('waits for the time of a question', () => {
    expect(play({ type: 'signOfLife', questionTime: 60_000 }).effects).toEqual([
      { do: 'wait', ms: timers.card + 60_000 },
    ]);
  });

  it('requests at most one abort and ends only by its answer, whatever comes', () => {
    const lost: Input = { type: 'lost', reason: { code: 'lineLost', text: '' } };
    const inputs = fc.constantFrom<Input[]>(
      ...([mine, late, otherKind, otherType, abortTaken, abortRefused, lost] as const),
      { type: 'garbled' },
      { type: 'signOfLife' },
      { type: 'abortWanted' },
      { type: 'quiet' },
    );
    fc.assert(
      fc.property(fc.array(inputs, { maxLength: 12 }), sequence => {
        const { effects, ended } = play(...sequence);
        expect(effects.filter(effect => effect.do === 'abort').length).toBeLessThanOrEqual(1);
        if (ended?.do === 'end' && ended.ending.by === 'answer') expect(sequence).toContain(mine);
      }),
    );
  });
});

it('a request that moves no money is not aborted: silence ends it', () => {
  const { state } = requestStarted(requests.endOfDay, '7', timers);
  expect(nextStep(state, { type: 'abortWanted' }, timers)).toBeNull();
  expect(nextStep(state, { type: 'quiet' }, timers)?.effects).toMatchObject([{ do: 'end', ending: { by: 'lost' } }]);
});
