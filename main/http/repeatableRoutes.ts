/** The routes on which a request under an `Idempotency-Key` is carried out once. */

/**
 * The API of the specification, and beside it what moves money or goods, counts them, or gives a number out; `{id}` stands for a parameter,
 * `…` for anything.
 */
const ROUTES = [
  '/api/v2/…',
  '/bridge/v1/terminals/{id}/operations…',
  '/bridge/v1/terminals/{id}/day-end',
  '/bridge/v1/till/late…',
  '/bridge/v1/transactions/…',
  '/bridge/v1/cash-movements',
  '/bridge/v1/drawer-openings',
  '/bridge/v1/shifts…',
  '/bridge/v1/z-reports',
  '/bridge/v1/parked…',
  '/bridge/v1/returns',
  '/bridge/v1/returns/{id}/pay-out',
  '/bridge/v1/sales/{id}/invoices',
  '/bridge/v1/counter/cards',
  '/bridge/v1/loyalty/cards',
  '/bridge/v1/loyalty/cards/{id}/corrections',
  '/bridge/v1/loyalty/campaigns',
  '/bridge/v1/loyalty/customers',
  '/bridge/v1/loyalty/batches/range',
  '/bridge/v1/loyalty/vouchers',
  '/bridge/v1/loyalty/vouchers/many',
];

const PATTERN = new RegExp(
  `^(${ROUTES.map(route => route.replace('{id}', '[^/]+').replace('…', '.*')).join('|')})$`,
  'i',
);

/** `route`: a path with its parameters named in any way. */
export const isRepeatableRoute = (route: string): boolean => PATTERN.test(route);
