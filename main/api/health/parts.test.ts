/** `/healthz` part by part: what is wrong, why, what to do, and no names for those who may not know them. */
import { afterAll, describe, expect, it } from 'vitest';
import { closeAll, startBridge, until } from '../../doubles/bridge.fixture.ts';
import { createRisks, type RiskKind } from '../../store/risks.ts';
import type { QueueTarget } from '../../wire/events.ts';
import { type HealthFacts, type HealthPart, healthParts } from './parts.ts';

afterAll(closeAll);

const well: HealthFacts = {
  risks: [],
  disk: { free: 1e9, reserve: 2e8 },
  backups: { to: '/backups', problem: null },
  queue: { targets: { upstream: null, office: null } },
  terminals: [{ device: 'SDV_1', description: 'Counter 1', state: 'ready', condition: null }],
  printers: [{ printer: 'PRN_1', name: 'Kitchen', state: 'ready', paper_low: false }],
  update: { running: '1.0.0', last: null },
  mayKnowNames: true,
};
const target: QueueTarget = {
  ...{ state: 'up', address: 'https://office.example', since: 0, next_try: null, reason: null, waiting: 0 },
  ...{ oldest: null, sum: 0, parked: 0, limit: null },
};
const states = (facts: Partial<HealthFacts>) =>
  Object.fromEntries(
    healthParts({ ...well, ...facts }).map(({ part, id, state }) => [part === 'queue' ? `queue ${id}` : part, state]),
  );
const queue = (change: Partial<QueueTarget>): Partial<HealthFacts> => ({
  queue: { targets: { upstream: null, office: { ...target, ...change } } },
});
const last = { at: '', version: '2.0.0', because: [] };

describe('the parts', () => {
  it('are all there, and well', () => {
    expect(states({})).toEqual({
      ...{ database: 'ok', disk: 'ok', clock: 'ok', backup: 'ok', 'queue upstream': 'off', 'queue office': 'off' },
      ...{ terminal: 'ok', printer: 'ok', update: 'off' },
    });
  });

  it.each<[string, Partial<HealthFacts>]>([
    ['disk', { disk: { free: 1e8, reserve: 2e8 } }],
    ['backup', { backups: { to: '/backups', problem: { at: '', kind: 'unreachable', text: '' } as never } }],
    ['queue office', queue({ state: 'down' })],
    ['queue office', queue({ state: 'refused' })],
    ['queue office', queue({ parked: 1 })],
    ['queue office', queue({ limit: { passed: false, texts: { de: '', en: '' } } })],
    ['terminal', { terminals: [{ ...well.terminals[0]!, state: 'offline' }] }],
    ['printer', { printers: [{ ...well.printers[0]!, state: 'paperOut' }] }],
    ['printer', { printers: [{ ...well.printers[0]!, paper_low: true }] }],
    ['update', { update: { running: '1.0.0', last: { ...last, ending: 'wentBack' } } }],
  ])('%s warns, with cause and cure, and nothing else does', (name, facts) => {
    const before = states({ ...(name === 'queue office' ? queue({}) : {}) });
    expect(states(facts)).toEqual({ ...before, [name]: 'warning' });
    const found = healthParts({ ...well, ...facts }).find(({ state }) => state === 'warning');
    for (const texts of [found?.cause, found?.cure]) expect(texts).toMatchObject({ de: /./, en: /./ });
  });

  it('an update that waits for a quiet moment is as it should be', () => {
    expect(states({ update: { running: '1.0.0', last: { ...last, ending: 'waits' } } }).update).toBe('ok');
  });

  it.each<[RiskKind, HealthPart['part']]>([
    ['diskFull', 'disk'],
    ['damaged', 'database'],
    ['clockUnsure', 'clock'],
    ['backupOverdue', 'backup'],
  ])('the risk %s fails %s, in its own words', (kind, part) => {
    const risks = createRisks();
    risks.raise(kind, '');
    const failed = healthParts({ ...well, risks: risks.all() }).filter(({ state }) => state === 'failed');
    expect(failed).toMatchObject([{ part, cause: risks.all()[0]?.cause, cure: risks.all()[0]?.cure }]);
  });
});

describe('the page of a bridge', () => {
  it.each(['/healthz', '/metrics'])('%s answers the HEAD of a load balancer or a monitor', async path => {
    const bridge = await startBridge();
    const answer = await fetch(`${bridge.url}${path}`, { method: 'HEAD' });
    expect(answer.status).toBe(200);
    expect(Number(answer.headers.get('content-length'))).toBeGreaterThan(100);
  });

  it('names the terminal at this machine or with a token, and for nobody else', async () => {
    const bridge = await startBridge();
    const { token } = await bridge.client();
    interface Page {
      readonly parts: readonly HealthPart[];
    }
    const names = async (headers: Record<string, string>) => {
      const answer = await fetch(`${bridge.url}/healthz`, { headers });
      return ((await answer.json()) as Page).parts.filter(({ part }) => part === 'terminal').map(({ name }) => name);
    };
    await until(async () => (await names({})).length > 0);
    const here = await names({});
    expect(here.every(name => typeof name === 'string' && name !== '')).toBe(true);
    // A server on this machine that calls for somebody elsewhere says so.
    const elsewhere = { 'x-forwarded-for': '192.0.2.7' };
    expect(await names(elsewhere)).toEqual(here.map(() => null));
    expect(await names({ ...elsewhere, authorization: 'Bearer nobody' })).toEqual(here.map(() => null));
    expect(await names({ ...elsewhere, authorization: `Bearer ${token}` })).toEqual(here);
  });
});
