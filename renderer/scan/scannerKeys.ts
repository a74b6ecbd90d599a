/** The keys of a taught scanner as the listener wants them; loaded only where a scanner was taught. */

import { characterOf } from './layouts.ts';
import type { ScannerKeys } from './teaching.ts';
import type { WedgeOptions } from './wedge.ts';

/** Empty for what is stored in another form. */
export function wedgeKeysOf(stored: object | null): Partial<WedgeOptions> {
  const { prefix = '', suffix, layout = null } = (stored ?? {}) as Partial<ScannerKeys>;
  if (typeof prefix !== 'string' || !['Enter', 'Tab', 'none'].includes(suffix ?? '')) return {};
  return {
    ...{ prefix, suffix: suffix === 'none' ? '' : (suffix ?? 'Enter') },
    ...(layout === 'us' || layout === 'de' ? { characterOf: event => characterOf(event, layout) } : {}),
  };
}
