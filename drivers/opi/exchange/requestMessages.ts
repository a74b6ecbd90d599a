/** Composes the messages of the till's requests. */
import { writeAmount } from '../codec/amounts.ts';
import { type Element, element } from '../codec/element.ts';
import { message, timeStamp } from '../codec/messages.ts';
import type { OpiSettings } from '../settings.ts';
import type { Request } from './requests.ts';

/** `content` follows the data of the till in the order of the schema. */
export function compose(
  request: Request,
  requestId: string,
  settings: OpiSettings,
  content: readonly (Element | undefined)[] = [],
): Element {
  const { workstation, sender, popId } = settings;
  const head = { requestType: request.type, requestId, workstation, sender, popId };
  return message(request.message, head, [posData(settings), ...content]);
}

export function totalAmount(amount: number, currency: string): Element {
  return element('TotalAmount', { Currency: currency }, writeAmount(amount, currency));
}

/** Names a transaction by its STAN and its receipt number, as far as they are known. Throws a RangeError where neither is. */
export function original(
  receiptNumber: number | undefined,
  stan: number | undefined,
): { readonly by: Element | undefined; readonly receipt: Element | undefined } {
  if (receiptNumber === undefined && stan === undefined) throw new RangeError('a reversal has to name its payment');
  const named = receiptNumber === undefined ? [] : [element('ReversalReceiptNo', {}, String(receiptNumber))];
  return {
    by: stan === undefined ? undefined : element('OriginalTransaction', { STAN: String(stan).padStart(6, '0') }),
    receipt: named.length === 0 ? undefined : element('PrivateData', {}, named),
  };
}

function posData({ language }: OpiSettings): Element {
  return element('POSdata', { LanguageCode: language }, [
    element('POSTimeStamp', {}, timeStamp()),
    element('PrinterStatus', {}, 'Available'),
  ]);
}
