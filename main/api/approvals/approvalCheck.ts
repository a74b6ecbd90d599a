/** Looks at every call of a person that gives money or value away, before it is carried out and again in its commit. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Limits, ruleOf, type ValueRule, valueKinds } from '../../domain/approvalRules.ts';
import { formatAmount, type Language } from '../../domain/money.ts';
import { languageOf } from '../../http/errorAnswers.ts';
import { plainReason, type Refuse, type Requester } from '../../services/auth/approvals.ts';
import { ApprovalHeaders, LONGEST_REASON, type Needs } from '../../wire/approvals.ts';
import { BridgeError, errors } from '../../world/errors.ts';
import type { Principal } from '../../world/people.ts';
import { needRight } from '../../world/requestContext.ts';
import type { Services } from '../services.ts';
import { approvalNeeds } from './approvalNeeds.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** From the table of gifts; written when the route is listed. */
    gives?: ValueRule;
  }
}

/** Before the resources are registered, behind the context of requests. Costs the other routes nothing but one look. */
export function checkApprovals(app: FastifyInstance, services: Services): void {
  app.addHook('onRoute', route => {
    const [method = ''] = [route.method].flat();
    const rule = ruleOf(method, route.url);
    if (rule === null) return;
    route.config = { ...route.config, gives: rule };
    route.schema = { ...route.schema, headers: ApprovalHeaders };
  });
  app.addHook('preHandler', (request, _reply, done) => {
    const { gives } = request.routeOptions.config;
    if (gives === undefined || !isPerson(request.principal)) return done();
    try {
      requireApproval(services, request, request.principal, gives);
      done();
    } catch (error) {
      done(error as Error);
    }
  });
}

export const isPerson = (principal: Principal): principal is Requester => principal.staff !== null;

function requireApproval(
  { world, approvals, shop }: Services,
  request: FastifyRequest,
  asking: Requester,
  rule: ValueRule,
): void {
  const { params, body, headers } = request as FastifyRequest<{ Params: Record<string, string> }>;
  const { currency } = shop.merchant(asking.merchant);
  const language = languageOf(headers['accept-language']);
  const brought = {
    approval: textOf(headers['x-approval']),
    reason: reasonOf(headers['x-reason']) ?? reasonIn(request),
  };
  needRight(
    approvals.right(
      asking,
      brought,
      () => approvalNeeds[rule](world, { principal: asking, params, body }),
      refusal(asking, approvals.limits, currency, language),
    ),
  );
}

/** Master data of the loyalty programme and returns carry their reason in the body: whoever has given it there is not asked twice. */
function reasonIn({ body, routeOptions }: FastifyRequest): string | null {
  if (!REASON_IN_BODY.some(path => routeOptions.url?.startsWith(path))) return null;
  const { reason } = (body ?? {}) as { readonly reason?: unknown };
  return typeof reason === 'string' ? plainReason(reason.slice(0, LONGEST_REASON)) : null;
}

const REASON_IN_BODY = [
  '/bridge/v1/loyalty/',
  '/bridge/v1/returns',
  '/bridge/v1/transactions/',
  '/bridge/v1/drawer-openings',
];

const textOf = (header: string | readonly string[] | undefined): string | null =>
  typeof header === 'string' && header !== '' ? header : null;

/** Percent-encoded, because a header holds no umlaut that every client writes alike. */
export function reasonOf(header: string | readonly string[] | undefined): string | null {
  const text = textOf(header);
  if (text === null) return null;
  try {
    return plainReason(decodeURIComponent(text).slice(0, LONGEST_REASON));
  } catch {
    return plainReason(text.slice(0, LONGEST_REASON));
  }
}

/** Says what is refused, up to which limit it is free, and the call that helps. */
function refusal({ role }: Requester, limits: Limits, currency: string, language: Language): Refuse {
  return (key, { operation, object, amount }) => {
    const { unit, de, en } = valueKinds[operation];
    const limit = role === 'cashier' ? limits[operation] : null;
    const by = key === 'approvalNeeded' ? 'manager' : 'self';
    const needs: Needs = { operation, object, amount, currency, unit, limit, by, texts: { de, en } };
    const shown = `${operation} of ${object}${amount === null ? '' : ` for ${amount}`}`;
    const details =
      by === 'manager'
        ? `${shown} needs the approval of a manager; a cashier may do it alone up to ${limit}. POST ${APPROVALS} with username, pin, reason and the operation, object and amount of "needs", then repeat this call with its "approval" in the header X-Approval`
        : `${shown} needs a reason; repeat this call with the header X-Reason (UTF-8, percent-encoded)`;
    const error_user = `${sentences[language](needs, key)} (${errors[key].code})`;
    return new BridgeError(key, details, { extra: { error_user, needs } });
  };
}

const APPROVALS = '/bridge/v1/approvals';

type Sentence = (needs: Needs, key: 'approvalNeeded' | 'reasonNeeded') => string;

const sentences: Readonly<Record<Language, Sentence>> = {
  de: (needs, key) => `${needs.texts.de}${about(needs, 'de', 'Kasse allein bis')}. ${errors[key].de}`,
  en: (needs, key) => `${needs.texts.en}${about(needs, 'en', 'cashier alone up to')}. ${errors[key].en}`,
};

/** Amount and limit as people read them. */
function about({ amount, limit, unit, currency, by }: Needs, language: Language, upTo: string): string {
  if (unit === 'none') return '';
  const shown = (value: number) => (unit === 'points' ? String(value) : formatAmount(value, currency, language));
  const first = amount === null ? '' : `: ${shown(amount)}`;
  return by === 'manager' && limit !== null ? `${first} (${upTo} ${shown(limit)})` : first;
}
