/** Views of returns: the goods that can come back, and the effect of a return before it is made. */
import { cashByRight, dueOut, type PlannedPayOut, plannedPayOuts, tendersOfReturn } from '../../checkout/payOutPlan.ts';
import { type BasketItem, lineTotal, type Measure, RETURN_TYPE } from '../../domain/basket.ts';
import { addUp } from '../../domain/money.ts';
import { type GivenTender, type LineWorth, netOf, returnedTax, unitsIn } from '../../domain/returns.ts';
import { itemsOf } from '../../sale/document.ts';
import { returnSale } from '../../sale/goodsReturn.ts';
import { cardChange } from '../../sale/returnEffects.ts';
import { type ChosenLine, liveUnits, notReturnable, worthOfSale } from '../../sale/returnedLines.ts';
import type {
  PayOutView,
  Returnable,
  ReturnPreview,
  ReturnPreviewInput,
  ReturnView,
  TenderLeft,
} from '../../wire/returns.ts';
import type { Principal } from '../../world/people.ts';
import type { ReturnedUnits } from '../../world/returns.ts';
import type { Sale } from '../../world/sales.ts';
import type { World } from '../../world/world.ts';
import type { Services } from '../services.ts';

type ViewServices = Pick<Services, 'devices' | 'world'>;

export function returnable({ devices, world }: ViewServices, sale: Sale): Returnable {
  const { id, merchant, receiptNumber, document } = sale;
  const refused = notReturnable(sale);
  const units = liveUnits(world, sale);
  const worth = refused === null ? worthOfSale(world, sale) : [];
  const items = itemsOf(document);
  return {
    sale: id,
    receipt_number: receiptNumber,
    currency: document.basket_info.currency,
    refused,
    lines: worth.map(one => {
      const { line, priceOne, net } = one;
      const item = items.find(({ id }) => id === line);
      return {
        line,
        ...(item ? namesOf(item) : { desc: '' }),
        ...countsOf(
          one,
          units.filter(own => own.line === line),
        ),
        ...{ price_one: priceOne, paid: net, tax: item?.tax ?? 0 },
      };
    }),
    returns: [...Map.groupBy(units, ({ by }) => by)].flatMap(([by, own]) => {
      const back = world.ledger.sale(merchant, by);
      if (!back) return [];
      const value = addUp(
        worth.map(line =>
          netOf(
            line,
            own.filter(one => one.line === line.line),
          ),
        ),
      );
      return {
        id: by,
        receipt_number: back.receiptNumber,
        created: back.document.created,
        status: back.document.status,
        open: own.some(({ state }) => state === 'held'),
        value,
        till: back.till === null ? null : (devices.find(merchant, back.till)?.description ?? null),
      };
    }),
  };
}

type LineCounts = Pick<Returnable['lines'][number], 'sold' | 'returned' | 'being_returned' | 'left' | 'measure'>;

/** How much of a line was sold, has come back, is coming back, and is left: in pieces, and by its measure where it has one. */
function countsOf({ units: sold, measure }: LineWorth, units: readonly ReturnedUnits[]): LineCounts {
  const held = unitsIn(units.filter(({ state }) => state === 'held'));
  const returned = unitsIn(units) - held;
  const counts = { sold, returned, being_returned: held, left: sold - returned - held };
  if (!measure) return counts;
  const whole = (part: number) => (part === sold ? 1 : 0);
  const { unit, decimals, priceOne } = measure;
  return {
    ...{ sold: 1, returned: whole(returned), being_returned: whole(held), left: whole(counts.left) },
    measure: { unit, decimals, ...counts, price_one: priceOne },
  };
}

const namesOf = ({ desc, desc_en, articleNumber, ean }: BasketItem) => ({
  desc: desc || articleNumber || ean,
  ...(desc_en ? { desc_en } : {}),
});

const amountOf = ({ value, decimals, unit }: Measure) => ({ value, decimals, unit });

/** Nothing is written. */
export function previewOf({ world }: ViewServices, principal: Principal, input: ReturnPreviewInput): ReturnPreview {
  const { sale, chosen } = returnSale(world, principal, input);
  const tenders = tendersOfReturn(world, principal, sale);
  const value = sale.document.goods_return?.value ?? 0;
  const items = itemsOf(sale.document);
  return {
    value,
    currency: sale.document.basket_info.currency,
    lines: items
      .filter(({ item_type: type }) => type === RETURN_TYPE)
      .map(item => {
        const own = [item, ...items.filter(({ parent }) => parent === item.id)];
        return {
          sale: item.return_of?.sale ?? null,
          line: item.return_of?.line ?? null,
          ...namesOf(item),
          quantity: -item.quantity,
          ...(item.measure ? { measure: amountOf(item.measure) } : {}),
          amount: 0 - addUp(own.map(lineTotal)) || 0,
          tax: item.tax,
          tax_amount: 0 - returnedTax(own) || 0,
        };
      }),
    tenders: tenders.map(tender => tenderLeft(world, principal.merchant, tender)),
    pay_out: proposed(world, principal, sale),
    cards: cardsOf(world, chosen),
  };
}

function cardsOf(world: World, chosen: readonly ChosenLine[]): ReturnPreview['cards'] {
  return [...Map.groupBy(chosen, ({ sale }) => sale.id).values()].flatMap(own => {
    const [first] = own;
    const units = own.flatMap(({ worth, ranges }) => ranges.map(range => ({ line: worth.line, ...range })));
    const change = first && cardChange(world, { sale: first.sale, units });
    if (!change) return [];
    const { entries: _, ...effect } = change;
    return effect;
  });
}

/** The steps in which the money would go; cash that needs a right is marked. */
function proposed(world: World, principal: Principal, sale: Sale): PayOutView[] {
  const due = dueOut(sale);
  if (due === 0) return [];
  const plan: readonly PlannedPayOut[] = plannedPayOuts(world, principal, sale, undefined);
  const byRight = cashByRight(world, sale, plan);
  return plan.map(({ method, amount, to, how }) => ({
    method,
    amount,
    sale: to?.sale ?? null,
    tender: to?.tender ?? null,
    how,
    by_right: method === 'cash' && to === null && byRight > 0,
  }));
}

export function returnView({ world }: ViewServices, principal: Principal, sale: Sale): ReturnView {
  const tenders = tendersOfReturn(world, principal, sale);
  return {
    transaction: sale.document,
    due: sale.state === 'closed' || sale.state === 'cancelled' ? 0 : dueOut(sale),
    tenders: tenders.map(tender => tenderLeft(world, sale.merchant, tender)),
    pay_out: sale.state === 'closed' || sale.state === 'cancelled' ? [] : proposed(world, principal, sale),
  };
}

/** Names the card or voucher of a tender, and the sum that can go back to it. */
function tenderLeft(
  world: World,
  merchant: string,
  { sale: id, tender, canReverse, canRefund, holdsBalance: _, ...facts }: GivenTender,
): TenderLeft {
  const document = world.ledger.sale(merchant, id)?.document;
  const own = document?.tenders?.[tender];
  const part = document?.parts?.find(one => one.id === own?.part);
  const intent =
    part || own?.method !== 'cashless'
      ? null
      : (world.intents.ofSale(id).find(({ kind }) => kind === 'payment') ?? null);
  const known = document?.payments?.find(one => one.method === own?.method && one.status === 'paid')?.card;
  const digits = part?.card?.last_four ?? intent?.facts?.lastFour ?? known?.last_four ?? null;
  const name = part?.card?.cardtype ?? intent?.facts?.cardName ?? known?.name ?? null;
  const words = [name, digits && `**** ${digits}`].filter(Boolean).join(' ');
  return {
    sale: id,
    tender,
    ...facts,
    can_reverse: canReverse,
    can_refund: canRefund,
    text: (own?.text ?? words) || null,
  };
}
