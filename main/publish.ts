/** `npm run api`: writes the types that are published with the API into `assets/api/`. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Description } from './api/docs/components.ts';
import { typesOf } from './api/docs/types.ts';
import { createBridge } from './bridge.ts';
import { configOf } from './config.ts';

const place = join(import.meta.dirname, '..', 'assets', 'api');
const data = mkdtempSync(join(tmpdir(), 'tillbridge-'));
const bridge = await createBridge(configOf({ data, port: 0 }), {
  log: () => undefined,
  openTerminal: () => Promise.reject(new Error('no terminal is configured')),
});
try {
  const answer = await fetch(`${bridge.url}/docs/json`);
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, 'types.d.ts'), await typesOf((await answer.json()) as Description));
} finally {
  await bridge.close();
  rmSync(data, { recursive: true });
}
