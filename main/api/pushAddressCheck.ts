/**
 * Push addresses that no push can ever go to are refused where a caller names them, not hours later in the delivery log.
 * The address behind a name is looked at when a push is sent: it may be another one by then.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type AddressRules, addressFault } from '../services/push/addresses.ts';
import { BridgeError } from '../world/errors.ts';

const SALE = [
  'application_context.return_urls.url_push',
  'payment_context.container_instructions.notification_url',
  'container.notification_url',
] as const;

/** First words of a path in small letters, and the members that take an address there; the first row that fits is taken. */
const MEMBERS: readonly (readonly [path: string, members: readonly string[]])[] = [
  ['/api/v2/smart/transactions', SALE],
  ['/api/v2/payment/containers', ['notification_url']],
  ['/api/v2/payment/contracts', ['url_push']],
  ['/api/v2/payment', ['redirect_url.url_push', 'container.notification_url']],
];

export function checkPushAddresses(app: FastifyInstance, rules: AddressRules): void {
  app.addHook('onRoute', route => {
    const methods = [route.method].flat();
    if (!methods.includes('POST') && !methods.includes('PUT')) return;
    const path = route.url.toLowerCase();
    const row = MEMBERS.find(([below]) => path === below || path.startsWith(`${below}/`));
    if (!row) return;
    const members = row[1].map(name => ({ name, words: name.split('.') }));
    route.preHandler = [
      (request: FastifyRequest, _reply: unknown, done: (error?: Error) => void) => {
        for (const { name, words } of members) {
          const refusal = refusalAt(name, at(request.body, words), rules);
          if (refusal) return done(refusal);
        }
        done();
      },
      ...[route.preHandler ?? []].flat(),
    ];
  });
}

/** Throws `badPushAddress`. Empty text and null are no address, and nothing is pushed. */
export function requirePushAddress(member: string, value: unknown, rules: AddressRules): void {
  const refusal = refusalAt(member, value, rules);
  if (refusal) throw refusal;
}

function refusalAt(member: string, value: unknown, rules: AddressRules): BridgeError | null {
  if (typeof value !== 'string' || value === '') return null;
  const fault = addressFault(value, rules);
  if (fault === null) return null;
  const { reason, setting } = fault;
  return new BridgeError('badPushAddress', `${member}: ${reason}${setting === null ? '' : `; ${setting}`}`);
}

function at(body: unknown, words: readonly string[]): unknown {
  let value = body;
  for (const word of words) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[word];
  }
  return value;
}
