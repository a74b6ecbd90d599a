/** A found sale and its history, as the API answers them. */
import { notReturned } from '../../domain/figureLines.ts';
import { netOf } from '../../domain/returns.ts';
import type { FoundSaleRow } from '../../store/foundSales.ts';
import type { FoundSale, SaleStep } from '../../wire/foundSales.ts';
import type { BasketItem } from '../../wire/transactions.ts';
import { timestamp } from '../../world/clock.ts';
import type { IntentRow } from '../../world/sales.ts';
import type { Services } from '../services.ts';

type ViewServices = Pick<Services, 'approvalLog' | 'devices' | 'foundSales' | 'receiptCopies' | 'world'>;

export function foundSale(
  { devices, foundSales, world }: ViewServices,
  merchant: string,
  row: FoundSaleRow,
): FoundSale {
  const { document, till, staff } = row;
  return {
    id: row.id,
    receipt_number: row.receiptNumber,
    created: document.created,
    status: document.status,
    result: document.outcome?.result ?? null,
    sum: document.basket_info.sum,
    currency: document.basket_info.currency,
    tenders: (document.tenders ?? []).map(({ method, amount, tip = 0 }) => ({ method, amount: amount + tip })),
    articles: piecesOf(document.basket.products),
    cashier: document.cashier ?? foundSales.nameOf(staff),
    till: till === null ? null : (devices.find(merchant, till)?.description ?? null),
    card_end: row.cardEnd,
    returned: returnedOf(world, row.id),
    copies: row.copies,
  };
}

/** Sum of the returned goods of a sale, by the worth that its lines got at the first return. */
function returnedOf({ returns }: ViewServices['world'], sale: string): number {
  const worth = returns.worthOf(sale);
  if (worth === null) return 0;
  const units = returns.unitsOf(sale).filter(({ state }) => state === 'returned');
  return worth.reduce(
    (sum, line) =>
      sum +
      netOf(
        line,
        units.filter(one => one.line === line.line),
      ),
    0,
  );
}

/** Pieces of the articles; a line by weight is one. Discounts, bonus and empties are no articles. */
const piecesOf = (products: readonly Pick<BasketItem, 'item_type' | 'quantity'>[]): number =>
  products
    .filter(({ item_type: type }) => !NO_ARTICLES.has(type))
    .reduce((total, { quantity }) => total + (Number.isInteger(quantity) ? Math.abs(quantity) : 1), 0);

const NO_ARTICLES: ReadonlySet<string> = new Set(notReturned);

const ORDER = [
  'opened',
  'payment',
  'approval',
  'cancelled',
  'reversal',
  'print',
] as const satisfies readonly SaleStep['kind'][];

type Step = Omit<SaleStep, 'at'> & { readonly ms: number };

const NOTHING = {
  state: null,
  method: null,
  amount: null,
  terminal: null,
  terminal_receipt: null,
  card_end: null,
  person: null,
  reason: null,
  slip: null,
  copy: null,
} as const;

/** The steps of a sale, oldest first. */
export function historyOf(services: ViewServices, merchant: string, row: FoundSaleRow): readonly SaleStep[] {
  const { approvalLog, foundSales, receiptCopies, world } = services;
  const { nameOf } = foundSales;
  const steps: Step[] = [
    {
      ...NOTHING,
      kind: 'opened',
      ms: Date.parse(row.document.created),
      person: foundSale(services, merchant, row).cashier,
    },
    ...world.intents.ofSale(row.id).map(intent => commandStep(services, merchant, intent, nameOf(intent.staff))),
    ...approvalLog.ofObject(merchant, row.id).map(({ created, approved_by, reason }) => ({
      ...NOTHING,
      kind: 'approval' as const,
      ms: Date.parse(created),
      person: approved_by.name,
      reason: { de: reason, en: reason },
    })),
    ...cancellationStep(services, merchant, row),
    ...receiptCopies.ofSale(row.id).map(({ at, staff, client, slip, copy }) => ({
      ...NOTHING,
      kind: 'print' as const,
      ...{ ms: at, slip, copy, person: nameOf(staff) ?? client },
    })),
  ];
  // Approvals are kept to the second, so the second decides first.
  const second = ({ ms }: Step) => Math.floor(ms / 1000);
  const inOrder = (a: Step, b: Step) =>
    second(a) - second(b) || ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind) || a.ms - b.ms;
  return steps.toSorted(inOrder).map(({ ms, ...step }) => ({ at: timestamp(ms), ...step }));
}

/** A command at the terminal that belongs to the sale. */
/** The person who cancelled, and the till at which that happened. */
function cancellationStep({ world }: ViewServices, merchant: string, { document }: FoundSaleRow): readonly Step[] {
  const { cancellation, status } = document;
  if (!cancellation || status !== 'cancelled') return [];
  const { by, client, till, at, reason: why } = cancellation;
  const terminal = till === null ? null : world.devices.description(merchant, till) || null;
  const reason = why === undefined ? null : { de: why, en: why };
  return [{ ...NOTHING, kind: 'cancelled', ms: Date.parse(at), person: by ?? client, terminal, reason }];
}

function commandStep({ devices }: ViewServices, merchant: string, intent: IntentRow, person: string | null): Step {
  const { facts } = intent;
  return {
    ...NOTHING,
    kind: intent.kind === 'payment' ? 'payment' : 'reversal',
    ms: intent.startedAt,
    ...{ state: intent.state, method: intent.method, amount: intent.amount || null, person, reason: intent.reason },
    terminal: devices.find(merchant, intent.device)?.description ?? null,
    terminal_receipt: facts?.receiptNumber ?? null,
    card_end: facts?.lastFour ?? null,
  };
}
