/**
 * The page on which a payer accepts or refuses a payment: the local stand-in for the bank's 3-D Secure page and for the
 * pages of wallets. Plain HTML without scripts; it may stand in a frame of any shop.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { endChallenge, type PayerDecision } from '../../acquirer/payments/challenge.ts';
import { paymentOf } from '../../acquirer/payments/operationStart.ts';
import type { PaymentRecord } from '../../acquirer/payments/record.ts';
import { type HtmlPage, languageOf, sendPage, webAddress } from '../../http/htmlPage.ts';
import { BridgeError } from '../../world/errors.ts';
import type { Challenge } from '../../world/payments.ts';
import type { Services } from '../services.ts';
import { texts } from './texts.ts';
import { decideView, endedView, unknownView } from './views.ts';

export const CHALLENGE_PATH = '/challenge';

const ANSWERS: Readonly<Record<string, PayerDecision>> = { accept: 'accepted', refuse: 'refused' };

interface ById {
  Params: { id: string };
  Body: { answer?: unknown } | null | undefined;
}

export function challengeRoutes(app: FastifyInstance, { world, sandbox }: Services): void {
  if (!sandbox) return;
  const route = { config: { public: true }, schema: { hide: true } } as const;

  app.get<ById>(`${CHALLENGE_PATH}/:id`, route, async (request, reply) => {
    const found = await look(request.params.id);
    return found ? show(request, reply, found) : unknown(request, reply);
  });

  app.post<ById>(`${CHALLENGE_PATH}/:id`, route, async (request, reply) => {
    const found = await look(request.params.id);
    if (!found) return unknown(request, reply);
    const answer = ANSWERS[String(request.body?.answer)];
    if (found.challenge.state !== 'open' || !answer) return show(request, reply, found);
    const ending = await endChallenge(world, found.challenge.id, answer).catch(busy);
    const back = returnTo(found.payment, ending !== null && ending.kind !== 'declined');
    if (ending && back) return reply.redirect(back, 303);
    return reply.redirect(`${CHALLENGE_PATH}/${found.challenge.id}`, 303);
  });

  /** A page whose time is up ends now, before anybody sees it. */
  async function look(id: string) {
    const challenge = world.payments.challenges.get(id);
    if (!challenge) return null;
    if (challenge.state === 'open' && challenge.expiresAt <= world.clock.now())
      await endChallenge(world, id, 'timeout').catch(busy);
    const present = world.payments.challenges.get(id) ?? challenge;
    return { challenge: present, payment: paymentOf(world, challenge.merchant, challenge.payment) };
  }

  function show(request: FastifyRequest, reply: FastifyReply, { challenge, payment }: Found) {
    const language = languageOf(request);
    const t = texts[language];
    const back = returnTo(payment, challenge.state === 'accepted' && payment.inner.money.stage !== 'denied');
    const merchant = world.devices.merchant(challenge.merchant).name;
    const body =
      challenge.state === 'open'
        ? decideView(t, { merchant, payment, language, minutes: minutesLeft(challenge, world.clock.now()) })
        : endedView(t, challenge.state, payment.inner.money.stage === 'denied', back);
    return sendPage(reply, { ...FRAMED, language, title: t.title, body, formTargets: returnsOf(payment) });
  }
}

interface Found {
  readonly challenge: Challenge;
  readonly payment: PaymentRecord;
}

const FRAMED = { framed: true } satisfies Partial<HtmlPage>;

/** Somebody else is working on the payment: the page stays, and the payer may answer again. */
function busy(error: unknown): null {
  if (error instanceof BridgeError) return null;
  throw error;
}

function unknown(request: FastifyRequest, reply: FastifyReply) {
  const language = languageOf(request);
  const t = texts[language];
  return sendPage(reply, { ...FRAMED, language, title: t.title, body: unknownView(t), status: 404 });
}

/** Where the caller wanted its payer back; only pages of the web. */
const returnTo = ({ inner: { order } }: PaymentRecord, success: boolean): string | null =>
  webAddress(success ? order.successUrl : order.failureUrl)?.href ?? null;

const returnsOf = ({ inner: { order } }: PaymentRecord): readonly URL[] =>
  [order.successUrl, order.failureUrl].flatMap(url => webAddress(url) ?? []);

const minutesLeft = ({ expiresAt }: Challenge, now: number) => Math.max(1, Math.ceil((expiresAt - now) / 60_000));
