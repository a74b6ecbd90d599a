/** Idents: which numbers identify a customer (`GET /Smart/Idents`), and what the service knows of some (`…/validate`). */
import Type, { type Static } from 'typebox';
import { Ident, IdentInput } from './transactions.ts';

/** By prefix and length a client knows a number before it asks. */
export const IdentTemplate = Type.Object({
  object: Type.Literal('smart.idents'),
  id: Type.String(),
  prefix: Type.String(),
  length: Type.Integer(),
  name: Type.String(),
  type: Type.String({ description: 'card, checkin' }),
});
export type IdentTemplate = Static<typeof IdentTemplate>;

export const IdentList = Type.Array(IdentInput, { maxItems: 50 });
export const Idents = Type.Array(Ident);
