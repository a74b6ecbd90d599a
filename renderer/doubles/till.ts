/** A whole till without components, on a bridge in memory: stores and steps for tests. */
import type { RunningPayment } from '../../main/wire/events.ts';
import { createCheckout } from '../checkout/checkout.ts';
import { createCodeSteps } from '../checkout/scannedCodes.ts';
import { BasketStore } from '../stores/basket.ts';
import { BasketSync } from '../stores/basketSync.ts';
import { createCatalogue } from '../stores/catalogue.ts';
import { createEntry } from '../stores/entry.ts';
import { createLights } from '../stores/lights.ts';
import { createNotices } from '../stores/notices.ts';
import { createOpenPaymentsStore } from '../stores/openPayments.ts';
import { createScanner } from '../stores/scanner.ts';
import { createSession } from '../stores/session.ts';
import { createSettings } from '../stores/settings.ts';
import { createTill, screenOf } from '../stores/till.ts';
import { en } from '../texts/en.ts';
import { openPaymentTexts } from '../texts/pages/openPayments.ts';
import { createTranslations, textsIn } from '../texts/texts.ts';
import { article, card } from './goods.ts';
import { MemoryBridge } from './memoryBridge.ts';

const translations = createTranslations(en);
translations.add(openPaymentTexts);

export const CARD = '9276004000000018';

/** Two articles, a card with balance, a locked card, and a signed-in cashier. */
export function setUpTill() {
  const bridge = new MemoryBridge();
  const stores = createStores();
  const { basket, till, notices, catalogue, session } = stores;
  const waits: (() => void)[] = [];
  const sync = new BasketSync({
    client: bridge,
    basket,
    currency: () => 'EUR',
    cashier: () => null,
    onSettledElsewhere: sale => till.set({ sale }),
    onChangedElsewhere: sale => checkout.changedElsewhere(sale),
    onOtherOnTill: () => void checkout.load(),
    onPriceRefused: sale => checkout.changedElsewhere(sale),
    onCardRefused: () => {},
    later: () => () => {},
  });
  const wait = () => new Promise<void>(resolve => waits.push(resolve));
  const checkout = createCheckout({ ...stores, client: bridge, sync, now: () => 0, wait });
  const tones: string[] = [];
  const sound = (tone: string) => tones.push(tone);
  const codes = createCodeSteps({ ...stores, client: bridge, checkout, sound });
  for (const number of [1, 2]) bridge.articles.set(article(number).ean, article(number, 250));
  catalogue.load({ version: '1', articles: [article(1, 250)] });
  bridge.cards.set(CARD, card(CARD, 5000));
  bridge.cards.set(`${CARD}x`, card(CARD, 0, 'locked'));
  signIn(session);
  return {
    ...stores,
    bridge,
    sync,
    checkout,
    codes,
    tones,
    /** Resolvers of everybody who waits for time to pass. */
    waits,
    screen: () => screenOf(till.getState()),
    /** The message line in English. */
    message: () => notices.getState().notice?.text(textsIn(translations, 'en', 'EUR')),
    starts: () => bridge.calls.filter(call => call.startsWith('start/')),
  };
}

function createStores() {
  const session = createSession();
  return {
    basket: new BasketStore(),
    till: createTill(),
    entry: createEntry(),
    notices: createNotices(),
    catalogue: createCatalogue(),
    session,
    lights: createLights(() => 0),
    openPayments: createOpenPaymentsStore(),
    scanner: createScanner(session, createSettings(null, 'en')),
  };
}

function signIn(session: ReturnType<typeof createSession>): void {
  session.setInfo({
    version: '0',
    demo: true,
    training: false,
    terminalPage: null,
    setup: { waiting: false, here: true },
    merchant: { name: 'Shop', currency: 'EUR', cashStep: 1 },
    staff: [],
    tills: [{ id: 'SDV_1', name: 'Till 1' }],
    staffHidden: false,
    lockAfter: 0,
    scanner: { prefix: '', suffix: 'Enter', gap: 50, cardPrefixes: ['9276'] },
  });
  session.setSession({
    access_token: '',
    expires_in: 0,
    user: { id: 'USR_1', username: '', name: 'Kim', role: 'cashier', language: null },
    till: 'SDV_1',
  });
}

/** Waits until `fact` is true. */
export const until = async (fact: () => boolean) => {
  while (!fact()) await new Promise(resolve => setTimeout(resolve));
};

/** A card payment as the event stream reports it. */
export const running: RunningPayment = {
  transaction: 'STX_1',
  device: 'SDV_1',
  amount: 250,
  currency: 'EUR',
  startedAt: 0,
  operation: null,
  kind: 'payment',
  question: null,
  evidence: null,
  step: 'prompt',
  prompt: null,
  till: null,
  aborting: false,
  newsAt: 0,
  lateBecause: null,
};

/** A question of the terminal about a signature. */
export const question = {
  id: 'Q1',
  kind: 'signature' as const,
  text: '',
  texts: { de: '', en: '' },
  choices: [],
  wants: null,
  initial: null,
  least: null,
  picture: null,
  receipt_merchant: [],
  until: 0,
};

/** The view of a ready terminal. */
export const terminal = (device: string) =>
  ({ device, description: device, state: 'ready', since: 0, reason: null, condition: null }) as const;

/** The till of `setUpTill`, as a payment names it. */
export const ours = { id: 'SDV_1', description: 'Till' };
