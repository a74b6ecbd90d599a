/** The declaration of a resource, from which its list route and its read route are made. */
import type { TObject } from 'typebox';
import type { QueryDeclaration } from '../query/declaration.ts';

/** A resource as its routes see it. */
export interface ResourceDeclaration {
  /** Path of the collection, for example `/api/v2/Payment/Customers`. */
  readonly path: string;
  /** Heading in the published description. */
  readonly tag: string;
  /** Type name on the wire, for example `payment.customers`. */
  readonly object: string;
  readonly item: TObject;
  readonly queries: QueryDeclaration;
}
