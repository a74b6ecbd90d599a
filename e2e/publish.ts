/** `npm run api`: writes what is made from declarations: the types in `assets/api/`, and the conformance table. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clientTypes } from '../main/api/docs/clientTypes.ts';
import type { Description } from '../main/api/docs/components.ts';
import { createBridge } from '../main/bridge.ts';
import { configOf } from '../main/world/config.ts';
import { rows } from './conformance/index.ts';
import { conformanceTable } from './conformance/table.ts';

writeFileSync(join(import.meta.dirname, 'conformance/README.md'), conformanceTable(rows));

const place = join(import.meta.dirname, '..', 'assets', 'api');
const data = mkdtempSync(join(tmpdir(), 'tillbridge-'));
const bridge = await createBridge(configOf({ data, port: 0, demo: true }), {
  log: () => undefined,
  openTerminal: () => Promise.reject(new Error('no terminal is configured')),
});
try {
  const answer = await fetch(`${bridge.url}/docs/json`);
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, 'types.d.ts'), await clientTypes((await answer.json()) as Description));
} finally {
  await bridge.close();
  rmSync(data, { recursive: true });
}
