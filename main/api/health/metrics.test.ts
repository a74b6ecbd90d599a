/** `/metrics` as a real Prometheus reads it: every alert and every panel stands on figures that are there, and an alert fires. */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { freePort } from '../../../drivers/doubles/freePort.ts';
import { closeAll, item, ok, sale, startBridge, temporaryDirectory, until } from '../../doubles/bridge.fixture.ts';

afterAll(closeAll);

const MONITORING = join(import.meta.dirname, '..', '..', '..', 'assets', 'monitoring');
const hasPrometheus = ['prometheus', 'promtool'].every(name => spawnSync(name, ['--version']).status === 0);
const expressions = (text: string) => [...text.matchAll(/\b(?:tillbridge|process)_\w+/g)].map(([name]) => name);
/** Only with an upstream service, a back office, a printer or backups. */
const SOMETIMES = /^tillbridge_(office|upstream|printer|backup|risk$)/;

describe('the figures', () => {
  it('are those of the alerts and of the dashboard, and count what happened', async () => {
    const bridge = await startBridge();
    const client = await bridge.client();
    const text = async () => (await fetch(`${bridge.url}/metrics`)).text();
    await text();
    const { id } = await client.create(sale([item(100)]));
    ok(await client.post(`/${id}/start/cash`));
    const now = await text();
    const value = (name: string) => Number(new RegExp(`^${name.replace(/[{}+]/g, '\\$&')} (.*)$`, 'm').exec(now)?.[1]);
    expect(value('tillbridge_commit_seconds_count')).toBeGreaterThan(1);
    expect(value('tillbridge_commit_seconds_bucket{le="+Inf"}')).toBe(value('tillbridge_commit_seconds_count'));
    expect(value('tillbridge_disk_free_bytes')).toBeGreaterThan(1e6);
    expect(value('tillbridge_event_loop_lag_seconds{quantile="0.99"}')).toBeLessThan(60);
    expect(now).toMatch(/^tillbridge_terminal_up\{device="SDV_\w+"\} [01]$/m);
    const there = new Set(expressions(now));
    for (const file of ['alerts.yml', 'dashboard.json'])
      for (const name of expressions(readFileSync(join(MONITORING, file), 'utf8')))
        if (!SOMETIMES.test(name)) expect([file, name, there.has(name)]).toEqual([file, name, true]);
  });

  it('name no shop, no person and no address', async () => {
    const bridge = await startBridge();
    const text = await (await fetch(`${bridge.url}/metrics`)).text();
    expect(text).not.toMatch(/demo\.example|127\.0\.0\.1|\/dev\/|Karla|Demo Shop/i);
  });
});

describe.skipIf(!hasPrometheus)('a real Prometheus', () => {
  it('takes the rules, reads the till, and fires where the disk fills', async () => {
    execFileSync('promtool', ['check', 'rules', join(MONITORING, 'alerts.yml')]);
    execFileSync('promtool', ['check', 'config', join(MONITORING, 'prometheus.yml')]);
    const bridge = await startBridge({ config: { diskReserve: 1_000_000 } });
    const text = await (await fetch(`${bridge.url}/metrics`)).text();
    const checked = spawnSync('promtool', ['check', 'metrics'], { input: text, encoding: 'utf8' });
    expect(checked.stderr.split('\n').filter(line => /error|parse|no help/i.test(line))).toEqual([]);

    const folder = temporaryDirectory();
    cpSync(MONITORING, folder, { recursive: true });
    const quick = (file: string, change: (text: string) => string) =>
      writeFileSync(join(folder, file), change(readFileSync(join(folder, file), 'utf8')));
    quick('prometheus.yml', all => all.replace(/15s/g, '1s').replace('127.0.0.1:8640', new URL(bridge.url).host));
    quick('alerts.yml', all => all.replace(/for: \d+[mh]/g, 'for: 1s'));
    const port = await freePort();
    const prometheus = spawn(
      'prometheus',
      [
        `--config.file=${join(folder, 'prometheus.yml')}`,
        `--storage.tsdb.path=${join(folder, 'data')}`,
        `--web.listen-address=127.0.0.1:${port}`,
      ],
      { stdio: 'ignore' },
    );
    const ended = once(prometheus, 'exit');
    try {
      interface Alerts {
        readonly data: {
          readonly alerts: readonly { readonly state: string; readonly labels: { readonly alertname: string } }[];
        };
      }
      const firing = await until(async () => {
        const answer = await fetch(`http://127.0.0.1:${port}/api/v1/alerts`).catch(() => null);
        if (!answer?.ok) return null;
        const { alerts } = ((await answer.json()) as Alerts).data;
        const names = alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels.alertname);
        return names.includes('TillbridgeDiskFills') ? names : null;
      });
      expect(firing).not.toContain('TillbridgeAway');
      expect(firing).not.toContain('TillbridgeDatabaseDamaged');
    } finally {
      prometheus.kill('SIGTERM');
      await ended;
    }
  });
});
