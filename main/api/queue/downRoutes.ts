/** How young is what flows down from the upstream service, and reading it now. */
import type { FastifyInstance } from 'fastify';
import { DownStateView } from '../../wire/down.ts';
import { timestamp } from '../../world/clock.ts';
import { BridgeError } from '../../world/errors.ts';
import type { Principal } from '../../world/people.ts';
import { describeRoute } from '../resource.ts';
import type { Services } from '../services.ts';

const path = '/bridge/v1/queue/down';
const tag = 'Queue';

export function downRoutes(app: FastifyInstance, services: Services): void {
  app.get(path, describeRoute(tag, 'How young is what flows down, by parts', DownStateView), async ({ principal }) =>
    stateOf(services, principal),
  );

  app.post(`${path}/read`, describeRoute(tag, 'Read it now', DownStateView), async ({ principal }) => {
    const { sync } = services.down;
    if (sync?.merchant !== principal.merchant)
      throw new BridgeError('noUpstreamService', 'no upstream service is configured from which anything could be read');
    sync.wake();
    return stateOf(services, principal);
  });
}

type ShopContract = DownStateView['shop']['contracts'][number];

/** The data from upstream belong to one merchant, and another one sees nothing of them. */
function stateOf({ down: { sync }, world: { clock } }: Services, { merchant: own }: Principal): DownStateView {
  if (sync?.merchant !== own) return { reading: null, parts: [], shop: { merchant: null, contracts: [] } };
  const { reading, parts, merchant, contracts } = sync.view();
  const now = clock.now();
  const moment = (at: number | null) => (at === null ? null : timestamp(at));
  return {
    reading,
    shop: {
      merchant: merchant && { ...merchant, name: String(merchant.name) },
      contracts: contracts.map(({ id, content }) => ({ id, ...(content as Omit<ShopContract, 'id'>) })),
    },
    parts: parts.map(({ part, pageAt, comparedAt, problem, rows, cases }) => ({
      part,
      last_page: moment(pageAt),
      compared: moment(comparedAt),
      age_seconds: pageAt === null ? null : Math.max(0, Math.round((now - pageAt) / 1000)),
      rows,
      cases,
      problem,
    })),
  };
}
