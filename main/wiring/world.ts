/** Composes the world that the steps of a sale work with. Bridge, fixtures and benchmarks all call `createWorld`. */

import { hasOpenPayment } from '../acquirer/payments/currentPayment.ts';
import { followSubscription } from '../acquirer/subscriptions/paymentEnding.ts';
import { bookRefund } from '../cash/movements.ts';
import { resolvedSale, voidPayment } from '../checkout/acquirer/acquirerPayment.ts';
import { recordCounterPayment, returnCounterPayments, returnPartPayment } from '../checkout/acquirer/counterPayment.ts';
import { followPayment } from '../checkout/acquirer/paymentEnding.ts';
import { salePayments } from '../checkout/salePayments.ts';
import { scaledWaits, type Waits } from '../domain/denialWait.ts';
import { purposeOf } from '../domain/purpose.ts';
import { sideOf } from '../domain/routing.ts';
import { soldArticles } from '../masterData/articles/soldArticle.ts';
import { createAgeGuard } from '../sale/ages.ts';
import { close } from '../sale/close.ts';
import { addLateSlip } from '../sale/lateSlip.ts';
import { guardParked } from '../sale/parked.ts';
import { beginReturn, endPart, endReturn, keepPart, openPart } from '../sale/partSteps.ts';
import { queueMails } from '../sale/receiptMails.ts';
import { createReturnWriter } from '../sale/returnEffects.ts';
import { publishPayments } from '../sale/saleOutcome.ts';
import { createSaleRecords } from '../sale/saleRecord.ts';
import { cancellationSlip } from '../sale/saleSlips.ts';
import { askPerson, queueStatusPush } from '../sale/statusPush.ts';
import { advance } from '../sale/transition.ts';
import { createVoidRecords } from '../sale/voids.ts';
import { createCardCodes } from '../services/auth/cardCodes.ts';
import type { Pins } from '../services/auth/pins.ts';
import type { Hub } from '../services/push/hub.ts';
import { createRecovery } from '../terminal/payment/reconciliation/recovery.ts';
import { createRunningPayments } from '../terminal/payment/runningPayments.ts';
import { payersOf } from '../wallet/containers.ts';
import { type CardAuthority, ownCards } from '../world/cardAuthority.ts';
import { type Clock, machineZone } from '../world/clock.ts';
import type { Config } from '../world/config.ts';
import type { TerminalSlot } from '../world/devices.ts';
import type { PaymentProcessing } from '../world/paymentProcessing.ts';
import { noPrinting, type Printing } from '../world/printing.ts';
import type { SaleWriter } from '../world/saleWriters.ts';
import type { World } from '../world/world.ts';
import type { Tables } from './tables.ts';

/** Everything the world is made of. */
export interface WorldParts {
  readonly config: WorldConfig;
  readonly tables: Tables;
  readonly processing: PaymentProcessing;
  readonly terminals: OpenTerminals;
  readonly hub: Pick<Hub, 'publish' | 'answering'>;
  readonly clock: Clock;
  readonly pins: Pins;
  readonly log: World['log'];
  /** Milliseconds; see `World.settings.outcomeTimeout`. */
  readonly outcomeTimeout?: number;
  /** See `World.settings.waits`; left out: those of the configuration. */
  readonly waits?: Waits;
  /** See `Queue.admit`; left out: nothing is refused. */
  readonly admit?: () => void;
  /** See `World.admitMoney`; left out: nothing is doubted. */
  readonly admitMoney?: () => void;
  /** Left out: nothing waits. */
  readonly queueLeft?: World['queueLeft'];
  /** Left out: the shop owns the balances of its loyalty cards. */
  readonly cardAuthority?: (world: () => World) => CardAuthority;
  /** Writes of the acquirer with a step of a sale; left out: nothing. */
  readonly acquirerWriter?: SaleWriter;
  /** Left out: no till has a printer. */
  readonly printing?: Printing;
  /** Base address of the bridge; known once the port is open. */
  address(): string;
}

/** The open terminals: by the id of a device, and by the id or TID that a client names. */
interface OpenTerminals {
  slot(device: string): TerminalSlot | null;
  named(merchant: string, named: string): TerminalSlot | null;
}

type WorldConfig = Pick<
  Config,
  | 'documents'
  | 'language'
  | 'strictSums'
  | 'creditorId'
  | 'demo'
  | 'training'
  | 'virtualTerminals'
  | 'reservationMinutes'
  | 'largestAmount'
  | 'preAuthorisationDays'
  | 'answerWithin'
  | 'waitScale'
  | 'dayEnd'
>;

/** Milliseconds, the terminal's own limit: a blocking call then answers with what is known. */
const OUTCOME_TIMEOUT = 60_000;

export function createWorld(parts: WorldParts): World {
  const { config, tables, processing, terminals, hub, clock, pins, log, address } = parts;
  const { sales, loyalty, wallet } = tables;
  const cardAuthority = parts.cardAuthority?.(() => world) ?? ownCards;
  const world: World = {
    ledger: sales,
    saleWriters: saleWriters(() => world, tables.articles, cardAuthority, parts.acquirerWriter ?? {}),
    saleSteps: {
      advance: (...step) => advance(world, ...step),
      close: (sale, closing) => close(world, sale, closing),
      cancellationSlip: (sale, terminal) => cancellationSlip(world, sale, terminal),
      openPart: (...part) => openPart(world, ...part),
      endPart: (...ending) => endPart(world, ...ending),
      keepPart: (...part) => keepPart(world, ...part),
      beginReturn: (sale, id, reversal) => beginReturn(world, sale, id, reversal),
      endReturn: (...ending) => endReturn(world, ...ending),
      addLateSlip: (...slip) => addLateSlip(world, ...slip),
      askPerson: (sale, about) => askPerson(world, sale, about),
    },
    intents: tables.intents,
    returns: tables.returns,
    dayEnds: tables.dayEnds,
    dayEndChanged: (merchant, event) => hub.publish(merchant, 'dayEnd', event),
    soldArticles: soldArticles({ shop: tables.merchants, articles: tables.articles }),
    basketGrants: tables.basketGrants,
    parkedBaskets: tables.parkedBaskets,
    tillScreen: { shown: tables.merchants.saleOnTill, show: tables.merchants.putOnTill },
    basketParked: (merchant, event) => hub.publish(merchant, 'parked', event),
    cashBook: tables.cashBook,
    cashRefunded: ({ amount, ...refund }) => bookRefund(world, amount, refund),
    ...{ zReports: tables.zReports, figures: tables.figures },
    parkedCount: tables.parkedBaskets.count,
    queueLeft: parts.queueLeft ?? (() => ({ waiting: 0, parked: 0 })),
    isDeposit: (merchant, article) => tables.articles.depositOf(merchant, article) > 0,
    ...{ costs: tables.costs, loyalty },
    loyaltyBatch: (merchant, id) => tables.loyaltyManagement.batches.find(merchant, id)?.document ?? null,
    cardCodes: createCardCodes({ ledger: sales, clock, loyalty, pins }),
    cardAuthority,
    mails: tables.mails,
    devices: devicesOf(tables, terminals),
    acquirer: processing.acquirer,
    demoOutcomes: processing.demoOutcomes,
    payments: tables.payments,
    salePayments: {
      isOpen: sale => hasOpenPayment(world, sale),
      resolved: sale => resolvedSale(world, sale),
      void: (sale, detail, check) => voidPayment(world, sale, detail, check),
      list: (sale, before) => salePayments(world, sale, before),
      publish: sale => publishPayments(world, sale),
    },
    payers: payersOf(wallet),
    wallet,
    followPayment(operation, ending) {
      const following = followPayment(world, operation, ending);
      followSubscription(world, operation, ending);
      return following;
    },
    address,
    pushes: tables.pushes,
    queue: { append: tables.queue.append, admit: parts.admit ?? (() => undefined) },
    admitMoney: parts.admitMoney ?? (() => undefined),
    printing: parts.printing ?? noPrinting,
    agreements: tables.agreements,
    shops: tables.shops,
    subscriptions: tables.subscriptions,
    clock,
    settings: settingsOf(config, tables.merchants, processing, parts),
    businessDay: tables.businessDay,
    running: createRunningPayments((merchant, device, payment) => {
      hub.publish(merchant, 'payment', { device, payment });
      return hub.answering(merchant);
    }, clock.now),
    recovery: createRecovery(() => world),
    log,
  };
  return world;
}

/**
 * The table of what a commit of a sale also writes, in this order. The sale itself, its event and its link in the chain are
 * written by the ledger (`store/sales.ts`), its loyalty bookings by the step (`sale/transition.ts`).
 */
const saleWriters = (
  world: () => World,
  articles: Tables['articles'],
  cardAuthority: CardAuthority,
  acquirerWriter: SaleWriter,
): readonly SaleWriter[] => [
  // A parked basket is on no till: nobody pays or changes it there.
  { saved: (sale, step) => guardParked(world(), sale, step) },
  // An article with an age limit is paid for once somebody has confirmed the age.
  createAgeGuard(world),
  // Units and tenders of the sales that a return takes goods back from; first, because it refuses steps.
  createReturnWriter(world),
  // The numbered record for upstream service and back office; before the refund of the payments that it tells about.
  createSaleRecords(world),
  // The Payment Transaction of cash and of a card at the terminal, and its refund.
  {
    closing: (sale, closing) => recordCounterPayment(world(), sale, closing),
    returning: sale => returnCounterPayments(world(), sale),
    partReturned: (sale, part) => returnPartPayment(world(), sale, part),
  },
  // The notification of a new status to the push address of the sale.
  { saved: (sale, step) => queueStatusPush(world(), sale, step) },
  // Records lines that were taken out of a basket at the screen before it was paid.
  createVoidRecords(world),
  // A sale that holds its card at the upstream service becomes the sale there, or is released.
  ...(cardAuthority === ownCards ? [] : [{ saved: cardAuthority.saved }]),
  // A sale that was paid at the upstream service is the sale there already; its row comes after the row of its held
  // card.
  acquirerWriter,
  // An article that was sold is never removed.
  {
    closed: ({ merchant, document }) =>
      articles.markSold(
        merchant,
        document.basket.products.map(({ articleNumber }) => articleNumber),
      ),
  },
  // The mails that the sale asks for.
  { closed: sale => queueMails(world(), sale) },
  // Prints by itself what the till is set to print, and opens the drawer.
  {
    closed: sale => world().printing.saleClosed(sale),
    saved: (sale, { before }) => {
      if (sale.state === 'cancelled' && before.state !== 'cancelled') world().printing.saleReversed(sale);
    },
  },
];

/** The devices of the shop, joined with the terminals that are open at them. */
function devicesOf({ merchants, devices }: Tables, terminals: OpenTerminals): World['devices'] {
  return {
    merchant: merchants.merchant,
    slot: terminals.slot,
    owned: (merchant, device) => devices.find(merchant, device) !== null,
    description: (merchant, device) => devices.find(merchant, device)?.description ?? null,
    terminalFor(merchant, device, named) {
      if (named !== undefined) return terminals.named(merchant, named);
      const requesting = device === null ? null : devices.find(merchant, device);
      if (!requesting) return null;
      const candidates = sideOf(requesting.type) === 'terminal' ? [requesting.id] : devices.routedWith(requesting.id);
      return candidates.map(terminals.slot).find(slot => slot !== null) ?? null;
    },
  };
}

/** Settings of the configuration; a member that it leaves open follows the shop, also after a change. */
const settingsOf = (
  config: WorldConfig,
  { firstMerchant }: Pick<Tables['merchants'], 'firstMerchant'>,
  { sandbox }: Pick<PaymentProcessing, 'sandbox'>,
  {
    outcomeTimeout = OUTCOME_TIMEOUT,
    waits = scaledWaits(config.waitScale),
  }: Pick<WorldParts, 'outcomeTimeout' | 'waits'>,
): World['settings'] => ({
  documents: config.documents,
  get language() {
    return config.language ?? firstMerchant()?.language ?? 'de';
  },
  strictSums: config.strictSums,
  creditorId: config.creditorId,
  sandbox: sandbox !== null,
  training: config.training || (config.virtualTerminals && purposeOf(config) === 'live'),
  reservationMinutes: config.reservationMinutes,
  largestAmount: config.largestAmount,
  preAuthorisationDays: config.preAuthorisationDays,
  outcomeTimeout,
  waits,
  answerWithin: config.answerWithin * 1000,
  dayEnd: {
    at: config.dayEnd.at,
    get zone() {
      return firstMerchant()?.timeZone ?? machineZone();
    },
  },
});
