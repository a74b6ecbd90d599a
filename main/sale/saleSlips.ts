/** The slips of a sale: its receipt when it is closed, and the cancellation slip once all its money was given back. */
import { isPlayed } from '../acquirer/payments/methods.ts';
import { soldItems } from '../domain/basket.ts';
import { ROUNDING } from '../domain/cashRounding.ts';
import type { ReceiptLine } from '../domain/receipt.ts';
import { cancellationReceipt, type ReceiptTender, returnReceipt, saleReceipt } from '../domain/saleReceipt.ts';
import { withTrainingMark } from '../domain/trainingMark.ts';
import type { GoodsReturn, SalePart, SmartTransaction } from '../wire/transactions.ts';
import { localDate, localTime, writtenDate } from '../world/clock.ts';
import type { Sale } from '../world/sales.ts';
import type { World } from '../world/world.ts';
import { tipsBack } from './cardTips.ts';
import { itemsOf } from './document.ts';
import { refundedCash, withoutRefunded } from './refundedCash.ts';

type SlipWorld = Pick<World, 'clock' | 'devices' | 'settings'>;
type CancelWorld = SlipWorld & Pick<World, 'intents' | 'payments'>;

interface Paid {
  readonly method: string;
  readonly tenders: readonly ReceiptTender[];
  /** Cash handed over, minor units. */
  readonly given?: number | undefined;
}

/** The receipt of a sale that is being closed. */
export function saleLines(world: SlipWorld, sale: Sale, { given, ...paid }: Paid): readonly ReceiptLine[] {
  const more = given === undefined ? {} : { given };
  return saleReceipt({ ...factsOf(world, sale, paid), ...more }, world.settings.language);
}

/**
 * The patch of a closed sale that is being cancelled: its cancellation slip, then the slips of the terminal. A sale that
 * was never closed has no receipt, so nothing has to be cancelled on paper.
 */
export function cancellationSlip(
  world: CancelWorld,
  sale: Sale,
  terminal: readonly ReceiptLine[] = [],
): Partial<Pick<SmartTransaction, 'given_back' | 'receipt_reversal'>> {
  const { method, document, receiptNumber } = sale;
  const closed = receiptNumber !== null && method !== null && document.receipt.length > 0;
  const paid = closed
    ? { method, tenders: withoutRefunded(tendersBack(world, sale), refundedCash(world, sale)) }
    : null;
  const own = paid
    ? cancellationReceipt({ ...factsOf(world, sale, paid), ...placesOf(world, sale) }, world.settings.language)
    : [];
  const lines = [...withTrainingMark(world.settings, own), ...terminal];
  return {
    ...(paid ? { given_back: paid.tenders.filter(({ amount }) => amount !== 0).map(givenBack) } : {}),
    ...(lines.length > 0 ? { receipt_reversal: [...lines] as SmartTransaction['receipt'] } : {}),
  };
}

const givenBack = ({ method, amount, tip = 0, detail }: ReceiptTender) => ({
  method,
  amount: amount + tip,
  ...(tip === 0 ? {} : { tip }),
  ...(detail ? { text: detail } : {}),
});

/** The person who cancelled, and why; and both tills, where that was not the till that sold. */
function placesOf({ devices }: SlipWorld, { merchant, till, document }: Sale) {
  const { by = null, till: at = null, reason = '' } = document.cancellation ?? {};
  const name = (id: string | null) => (id === null ? '' : devices.description(merchant, id) || id);
  const tills = at === null || at === till ? {} : { cancelledAt: name(at), soldAt: name(till) };
  return { ...(by === null ? {} : { cancelledBy: by }), ...(reason && { cancelledFor: reason }), ...tills };
}

/** The tenders of a closed sale for its receipts; those of parts with their cards, vouchers, change and tips. */
export function receiptTenders(document: Pick<SmartTransaction, 'tenders' | 'parts'>): readonly ReceiptTender[] {
  const { tenders = [], parts = [] } = document;
  return tenders.map(tender => {
    const part = tender.part === undefined ? undefined : parts.find(({ id }) => id === tender.part);
    const { method, amount, tip, text: detail } = tender;
    return part ? tenderOnPaper(part) : { method, amount, tip, detail };
  });
}

/** The tenders as a cancellation gives them back, with every tip that a card was charged. */
function tendersBack(world: Pick<World, 'intents'>, sale: Sale): readonly ReceiptTender[] {
  const { tenders = [] } = sale.document;
  return receiptTenders(sale.document).flatMap((paper, index) => {
    const tender = tenders[index];
    const rounding = sale.document.parts?.find(({ id }) => id === tender?.part)?.rounding ?? 0;
    const back = { ...paper, amount: paper.amount - rounding };
    return [
      tender ? { ...back, tip: tipsBack(world, sale, tender).amount } : back,
      ...(rounding === 0 ? [] : [{ method: ROUNDING, amount: rounding }]),
    ];
  });
}

const tenderOnPaper = ({
  method,
  amount,
  given,
  tip,
  text,
  card,
  voucher,
  returned_as: as,
}: SalePart): ReceiptTender => ({
  method: as ?? method,
  amount,
  given,
  tip,
  ...(voucher ? { left: voucher.left } : {}),
  detail: as
    ? undefined
    : (text ?? [card?.cardtype, card?.last_four && `**** ${card.last_four}`].filter(Boolean).join(' ')),
});

/** The slip of a sale that is given up: what went back, then the slips of the terminals. */
export function returnLines(world: SlipWorld, sale: Sale, parts: readonly SalePart[]): readonly ReceiptLine[] {
  const back = parts.filter(({ status }) => status === 'returned');
  const terminal = back.flatMap(({ receipt_reversal = [] }) => receipt_reversal);
  if (back.length === 0) return [];
  const { shop, date, time, currency, cashier } = factsOf(world, sale, { method: 'cash', tenders: [] });
  const tenders = back.map(part => ({ ...tenderOnPaper(part), given: undefined }));
  const own = returnReceipt(
    { shop, date, time, currency, tenders, ...(cashier === undefined ? {} : { cashier }) },
    world.settings.language,
  );
  return [...withTrainingMark(world.settings, own), ...terminal];
}

function factsOf(world: SlipWorld, sale: Sale, { method, tenders }: Pick<Paid, 'method' | 'tenders'>) {
  const { document, receiptNumber } = sale;
  const { basket_info: info, cashier } = document;
  const merchant = world.devices.merchant(sale.merchant);
  const at = new Date(world.clock.now());
  return {
    shop: [merchant.name, ...merchant.address, ...merchant.receiptHead],
    foot: merchant.receiptFoot,
    items: itemsOf(document),
    sum: info.sum,
    currency: info.currency,
    tenders,
    date: writtenDate(at, world.settings.language),
    time: localTime(at),
    ...(info.gratuity ? { tipWithin: info.gratuity } : {}),
    ...(isPlayed(document, method) ? { played: true as const } : {}),
    ...(receiptNumber === null ? {} : { receiptNumber }),
    ...(typeof cashier === 'string' ? { cashier } : {}),
    ...(merchant.country === 'DE' && sale.till !== null
      ? { unsigned: { began: momentOf(document.created, at), serial: sale.till } }
      : {}),
    ...(document.goods_return ? { returned: returnedGoods(document, document.goods_return) } : {}),
  };
}

/** The time of a moment, with its date where that is another day than `at`. */
function momentOf(created: string, at: Date): string {
  const began = new Date(created);
  const time = localTime(began);
  return localDate(began) === localDate(at) ? time : `${localDate(began)} ${time}`;
}

const returnedGoods = (document: Sale['document'], { sales, without_receipt, reason, cards = [] }: GoodsReturn) => ({
  receipts: sales.flatMap(({ receipt_number: number }) => number ?? []),
  withoutReceipt: without_receipt > 0,
  isExchange: soldItems(itemsOf(document)).length > 0,
  reason,
  cards,
});
