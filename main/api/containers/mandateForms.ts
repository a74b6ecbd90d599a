/** Mandate forms at their secret addresses, and the decision about the signed ones. */
import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { mandatePdf } from '../../wallet/mandatePdf.ts';
import { decideMandate, mandateForm } from '../../wallet/mandates.ts';
import { MandateDecision, PaymentContainer } from '../../wire/containers.ts';
import { BridgeError } from '../../world/errors.ts';
import { describeRoute, sendJson } from '../resource.ts';
import type { Services } from '../services.ts';

const FORMS = '/bridge/v1/mandates';
const tag = 'Payment Containers';

/** The address is the secret that opens the form: the person who signs it has no token. */
export const formPath = (secret: string): string => `${FORMS}/${secret}`;

export function mandateFormRoutes(app: FastifyInstance, { world }: Services): void {
  app.get<{ Params: { secret: string } }>(
    `${FORMS}/:secret`,
    {
      ...describeRoute(tag, 'Open a mandate form', { description: 'PDF of one page', content: PDF }),
      config: { public: true },
    },
    async ({ params }, reply) => {
      const found = mandateForm(world, params.secret);
      if (!found) throw new BridgeError('notFound', 'this address of a mandate form is unknown, or its time is over');
      return reply
        .headers({
          'content-type': 'application/pdf',
          'content-disposition': `inline; filename="${found.form.reference.replace(/\W/g, '-')}.pdf"`,
          'cache-control': 'private, no-store',
          'referrer-policy': 'no-referrer',
        })
        .send(Buffer.from(await mandatePdf(found.form, found.made)));
    },
  );

  app.post<{ Params: { issue: string }; Body: MandateDecision }>(
    '/bridge/v1/serviceIssues/:issue/decide',
    describeRoute(tag, 'Decide about a signed mandate, as the service desk does', PaymentContainer, {
      params: Type.Object({ issue: Type.String({ pattern: '^[0-9]{1,15}$' }) }),
      body: MandateDecision,
    }),
    async ({ principal, params, body }, reply) =>
      sendJson(
        reply,
        await world.ledger.write(() => decideMandate(world, principal.merchant, Number(params.issue), body.accepted)),
      ),
  );
}

const PDF = { 'application/pdf': { schema: { type: 'string', format: 'binary' } } } as const;
