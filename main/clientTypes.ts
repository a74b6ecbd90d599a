/** Writes the types and the clients of the API, for the package: a checkout makes them at the first visit of `/docs`. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clientFiles } from './api/docs/clients/clientFiles.ts';
import { createBridge } from './bridge.ts';
import type { Description } from './http/docs/document/components.ts';
import { configOf } from './world/configReading.ts';

/** The description is read from a bridge with demo data, as a client reads it. */
export async function writeClientTypes(folder: string): Promise<void> {
  const data = mkdtempSync(join(tmpdir(), 'tillbridge-'));
  const bridge = await createBridge(configOf({ data, port: 0, demo: true }), {
    log: () => undefined,
    openTerminal: () => Promise.reject(new Error('no terminal is configured')),
  });
  try {
    const description = (await (await fetch(`${bridge.url}/docs/json`)).json()) as Description;
    mkdirSync(folder, { recursive: true });
    for (const [name, make] of Object.entries(clientFiles)) writeFileSync(join(folder, name), await make(description));
  } finally {
    await bridge.close();
    rmSync(data, { recursive: true });
  }
}
