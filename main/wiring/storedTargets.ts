/** Where records go: as the configuration says, else as the shop was set up. */
import { purposeOf } from '../domain/purpose.ts';
import type { Database } from '../store/database.ts';
import { createShopStore, type StoredTargets } from '../store/shopFacts.ts';
import type { Config } from '../world/config.ts';
import type { Log } from '../world/log.ts';
import { plainTarget } from '../world/targetSettings.ts';

const NONE: StoredTargets = { upstream: null, backoffice: null };

/** A live shop alone has stored ones. The configuration wins, and the log says so. */
export function withStoredTargets(config: Config, db: Database, log: Log): Config {
  if (purposeOf(config) !== 'live') return config;
  const stored = storedTargets(db, log);
  for (const target of ['upstream', 'backoffice'] as const)
    if (config[target] !== null && stored[target] !== null)
      log('info', `${target}: the configuration counts, not what the shop was set up with`);
  const used = {
    ...config,
    upstream: config.upstream ?? stored.upstream,
    backoffice: config.backoffice ?? stored.backoffice,
  };
  // A shop that was set up so sells on: a configuration file with such an address is refused.
  const plain = config.plainHttp ? null : plainTarget(used);
  if (plain !== null)
    log('warn', `${plain}: called without TLS beyond this machine; secrets and sales can be read on the way`);
  return used;
}

/** Without the key of the secrets the shop sells on, and says that nothing is sent. */
function storedTargets(db: Database, log: Log): StoredTargets {
  try {
    return createShopStore(db).targets();
  } catch (error) {
    log('error', 'the stored upstream service and back office cannot be read', { error: String(error) });
    return NONE;
  }
}
