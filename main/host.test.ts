/** The host around the bridge: private authorities. */
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer, getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { startHost } from './host.ts';
import { certificate, key } from './services/push/certificate.fixture.ts';

// A process keeps the authorities of its hosts, and the next test files are in it.
const authorities = getCACertificates('default');
afterAll(() => setDefaultCACertificates(authorities));

/** A shop whose upstream service has a certificate that nobody knows. Gives how the first call of the till ends. */
async function firstCall(settings: (folder: string) => object): Promise<'trusted' | 'hung up'> {
  const folder = mkdtempSync(join(tmpdir(), 'tillbridge-host-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const service = createServer({ cert: certificate, key }).listen(0, '127.0.0.1');
  onTestFinished(() => void service.close());
  await once(service, 'listening');
  const { port } = service.address() as AddressInfo;
  const ended = Promise.race([
    once(service, 'secureConnection').then(([socket]) => socket.destroy() && ('trusted' as const)),
    once(service, 'tlsClientError').then(() => 'hung up' as const),
  ]);
  const upstream = { address: `https://127.0.0.1:${port}`, client_id: 'till', client_secret: 'secret' };
  const terminals = [{ protocol: 'zvt', connection: { type: 'tcp', host: '127.0.0.1', port: 9 } }];
  const config = join(folder, 'config.json');
  writeFileSync(config, JSON.stringify({ upstream, logLevel: 'silent', terminals, ...settings(folder) }));
  const host = await startHost(['--demo', '--port', '0', '--data', join(folder, 'data'), '--config', config], {});
  onTestFinished(() => host.close());
  return ended;
}

it('does not trust a certificate that nobody vouches for, and trusts one of a named authority, upstream too', async () => {
  expect(await firstCall(() => ({}))).toBe('hung up');
  const named = (folder: string) => {
    const own = join(folder, 'own.pem');
    writeFileSync(own, certificate);
    return { authorities: own };
  };
  expect(await firstCall(named)).toBe('trusted');
});
