/** A PostgreSQL server for the tests of a file that stop it. */
import { afterAll, beforeAll } from 'vitest';
import { type Cluster, startCluster } from './cluster.fixture.ts';

/** One server for the tests of the file that calls it. */
export function usePostgres(): Cluster {
  let cluster: Cluster | null = null;
  const own = () => {
    if (!cluster) throw new Error('the server is started by beforeAll');
    return cluster;
  };
  beforeAll(async () => {
    cluster = await startCluster();
  });
  afterAll(() => cluster?.remove());
  return {
    database: () => own().database(),
    copy: database => own().copy(database),
    stop: () => own().stop(),
    start: () => own().start(),
    restart: () => own().restart(),
    remove: () => own().remove(),
  };
}
