/** The features that a terminal is found to have at its pairing, and those that it is found not to know later. */
import { afterEach, expect, it } from 'vitest';
import { introduceTerminal, openTerminal } from '../protocols.ts';
import { type RunningVirtualTerminal, startVirtualTerminal } from '../simulator/zvt/start.ts';
import type { PaymentTerminal, TerminalSettings } from '../terminal.ts';

const TIMERS = { t3: 500, t4: 1000, short: 1000, settle: 100, stop: 100, retryFirst: 5, retryMost: 20, drain: 100 };

let virtual: RunningVirtualTerminal;
let terminal: PaymentTerminal | undefined;
afterEach(async () => {
  await terminal?.close();
  await virtual.close();
  terminal = undefined;
});

async function settingsAt(profile: string): Promise<TerminalSettings> {
  virtual = await startVirtualTerminal({ delay: 0, timers: { t3: 500 }, profile });
  const connection = { type: 'tcp', host: '127.0.0.1', port: virtual.port } as const;
  return { protocol: 'zvt', connection, options: { timers: TIMERS } };
}

const registrations = () =>
  virtual.terminal.log
    .lines()
    .filter(({ direction, hex }) => direction === 'received' && hex.startsWith('0600'))
    .map(({ hex }) => hex);
const WITH_CONTAINER = /^0600..EEEEEEBE0978030106/;

it('a terminal that refuses containers is asked twice, and registered without them from then on', async () => {
  const met = await introduceTerminal(await settingsAt('old'));
  expect(met.settings.options).toMatchObject({ containers: false, timers: TIMERS });
  expect(met.introduction.features).toContain('pay');
  for (const feature of ['tip', 'cashback', 'questions', 'changeConfiguration'] as const)
    expect(met.introduction.features, feature).not.toContain(feature);
  expect(registrations().filter(hex => WITH_CONTAINER.test(hex))).toHaveLength(2);
  const before = registrations().length;
  terminal = await openTerminal(met.settings);
  expect(await terminal.register()).toMatchObject({ ok: true });
  expect(await terminal.pay({ amount: 1200 })).toMatchObject({ kind: 'approved' });
  const later = registrations().slice(before);
  expect(later.length).toBeGreaterThan(0);
  expect(later.filter(hex => WITH_CONTAINER.test(hex))).toEqual([]);
});

it('a terminal without a cashier is not allowed questions, and is sent no tips', async () => {
  const met = await introduceTerminal(await settingsAt('feig-cvend'));
  expect(met.settings).toMatchObject({ profile: 'feig-cvend' });
  expect(met.settings.options).not.toHaveProperty('containers');
  for (const feature of ['tip', 'cashback', 'questions'] as const)
    expect(met.introduction.features, feature).not.toContain(feature);
  expect(met.introduction.features).toContain('tipLater');
});

it('a terminal with every feature keeps every feature', async () => {
  const met = await introduceTerminal(await settingsAt('generic'));
  expect(met.introduction.features).toEqual(expect.arrayContaining(['tip', 'cashback', 'questions']));
  terminal = await openTerminal(met.settings);
  expect(terminal.features.has('questions')).toBe(true);
});

it('a task that the terminal does not know is not offered again until a new connection', async () => {
  terminal = await openTerminal({ ...(await settingsAt('feig-cvend')), profile: 'feig-cvend' });
  expect(terminal.features.has('sendOffline')).toBe(true);
  const offered: boolean[] = [];
  expect(await terminal.perform({ do: 'sendOffline' })).toMatchObject({
    kind: 'failed',
    reason: { code: 'unsupported', resultCode: 0x83 },
  });
  expect(terminal.features.has('sendOffline')).toBe(false);
  expect(terminal.features.has('endOfDay')).toBe(true);
  expect(await terminal.perform({ do: 'sendOffline' })).toMatchObject({ kind: 'failed' });
  expect(virtual.terminal.memory.now.received.sendOffline).toBe(1);
  const { promise: again, resolve } = Promise.withResolvers<void>();
  terminal.onState(state => {
    if (state === 'connecting') offered.push(terminal!.features.has('sendOffline'));
    if (state === 'ready') resolve();
  });
  virtual.terminal.cut();
  await again;
  expect(offered).toEqual([true]);
});

it('a value that the terminal does not know says nothing about the task', async () => {
  terminal = await openTerminal({ ...(await settingsAt('card-complete')), profile: 'generic' });
  expect(await terminal.perform({ do: 'diagnosis' })).toMatchObject({ kind: 'failed', reason: { resultCode: 0x83 } });
  expect(terminal.features.has('diagnosis')).toBe(true);
});
