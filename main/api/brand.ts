/**
 * Existing clients write a brand where the specification writes `svc` ("Conventions"): in path words below
 * `/api/v2/Payment/` and in type names. With the setting `brand` both are understood, and answers carry the client's word.
 */
import type { FastifyInstance } from 'fastify';

/** For the router: the specification's word in the place of the brand. */
export function rewriteBrand(brand: string | null): (url: string) => string {
  if (brand === null) return url => url;
  const branded = new RegExp(`^(/+api/+v2/+payment/+)${brand}(?=[a-z])`, 'i');
  return url => url.replace(branded, '$1svc');
}

/** Type names in answers and notifications, for example `payment.svcprepays`. */
export const brandedJson = (brand: string | null, json: string): string =>
  brand === null ? json : json.replaceAll('"payment.svc', `"payment.${brand}`);

export function brandAnswers(app: FastifyInstance, brand: string | null): void {
  if (brand === null) return;
  app.addHook('onSend', async (_request, reply, payload) => {
    const type = String(reply.getHeader('content-type') ?? '');
    if (!type.startsWith('application/json')) return payload;
    if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return payload;
    return brandedJson(brand, payload.toString());
  });
}
