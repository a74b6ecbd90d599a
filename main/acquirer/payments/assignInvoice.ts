/** Attaches the shop's own invoice, a PDF uploaded before, to a payment. */
import type { InvoiceAnswer } from '../../wire/payments.ts';
import { BridgeError } from '../../world/errors.ts';
import type { World } from '../../world/world.ts';
import { paymentOf } from './operationStart.ts';
import { type PaymentStepWorld, savePayment } from './paymentStep.ts';

const KIND = 'external_invoice';

/**
 * Throws `notFound` for a document that this merchant has not uploaded, and `duplicate` for a second invoice without
 * `replace`.
 */
export function assignInvoice(
  world: PaymentStepWorld & Pick<World, 'address' | 'ledger' | 'wallet'>,
  merchant: string,
  payment: string,
  document: string,
  replace: boolean,
): Promise<InvoiceAnswer> {
  return world.ledger.write(() => {
    const found = world.wallet.documents.find(merchant, document);
    if (!found) throw new BridgeError('notFound', `there is no document.uploads ${document}`);
    if (found.content.subarray(0, 5).toString('latin1') !== '%PDF-')
      throw new BridgeError('badInput', `${document} is not a PDF`);
    const before = paymentOf(world, merchant, payment);
    const others = before.document.documents.filter(({ document_type }) => document_type !== KIND);
    if (!replace && others.length < before.document.documents.length)
      throw new BridgeError('duplicate', `${payment} has an external invoice; set update_existing to replace it`);
    const url = `${world.address()}/api/v2/Document/Uploads/${document}/Download`;
    world.wallet.documents.assign(merchant, document, payment);
    savePayment(world, before, {}, { documents: [...others, { url, type: 'pdf', document_type: KIND }] });
    const name = 'name' in found.document && found.document.name ? String(found.document.name) : `${document}.pdf`;
    return { document: { id: document, mime_type: 'application/pdf', name, size: found.content.length, url } };
  });
}
