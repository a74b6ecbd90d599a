/** A whole till without its looks, on a bridge in memory: what its steps do, without a screen. */
import type { RunningPayment } from '../../main/wire/events.ts';
import { createCheckout } from '../checkout/checkout.ts';
import { createScanned } from '../checkout/scannedCodes.ts';
import { createBasket } from '../stores/basket.ts';
import { createBasketSync } from '../stores/basketSync.ts';
import { createCatalogue } from '../stores/catalogue.ts';
import { createLights } from '../stores/lights.ts';
import { createNotices } from '../stores/notices.ts';
import { createWaitingStore } from '../stores/openPayments.ts';
import { createScanner } from '../stores/scanner.ts';
import { createSession } from '../stores/session.ts';
import { createSettings } from '../stores/settings.ts';
import { createTill, screenOf } from '../stores/till.ts';
import { createTexts, wordsOf } from '../texts/texts.ts';
import { article, card } from './goods.ts';
import { createMemoryBridge } from './memoryBridge.ts';

export const CARD = '9276004000000018';

/** `waits` holds whoever waits for time to pass. */
export function setUp() {
  const bridge = createMemoryBridge();
  const [basket, till, notices, catalogue, session] = [
    createBasket(),
    createTill(),
    createNotices(),
    createCatalogue(),
    createSession(),
  ];
  const lights = createLights(() => 0);
  const waiting = createWaitingStore();
  const waits: (() => void)[] = [];
  const wait = () => new Promise<void>(resolve => waits.push(resolve));
  const sync = createBasketSync({
    client: bridge,
    basket,
    currency: () => 'EUR',
    cashier: () => null,
    onSettledElsewhere: sale => till.set({ sale }),
    onChangedElsewhere: sale => checkout.changedElsewhere(sale),
    onOtherOnTill: () => void checkout.load(),
    onCardRefused: () => {},
    later: () => () => {},
  });
  const checkout = createCheckout({
    client: bridge,
    basket,
    sync,
    till,
    waiting,
    lights,
    catalogue,
    notices,
    now: () => 0,
    wait,
  });
  const scanner = createScanner(session, createSettings(null, 'en'));
  const tones: string[] = [];
  const sound = (tone: string) => tones.push(tone);
  const scanned = createScanned({
    client: bridge,
    session,
    scanner,
    basket,
    catalogue,
    till,
    notices,
    checkout,
    sound,
  });
  for (const number of [1, 2]) bridge.articles.set(article(number).ean, article(number, 250));
  catalogue.load({ version: '1', articles: [article(1, 250)] });
  bridge.cards.set(CARD, card(CARD, 5000));
  bridge.cards.set(`${CARD}x`, card(CARD, 0, 'locked'));
  session.setInfo({
    version: '0',
    demo: true,
    training: false,
    terminalPage: null,
    merchant: { name: 'Shop', currency: 'EUR' },
    staff: [],
    staffHidden: false,
    scanner: { prefix: '', suffix: 'Enter', gap: 50, cardPrefixes: ['9276'] },
  });
  session.setSession({
    access_token: '',
    expires_in: 0,
    user: { id: 'USR_1', username: '', name: 'Kim', role: 'cashier' },
  });
  const screen = () => screenOf(till.getState());
  const said = () => notices.getState().notice?.text(wordsOf(createTexts('en'), 'en', 'EUR'));
  const starts = () => bridge.calls.filter(call => call.startsWith('start/'));
  return {
    bridge,
    basket,
    sync,
    till,
    waiting,
    lights,
    checkout,
    scanned,
    session,
    notices,
    tones,
    waits,
    screen,
    said,
    starts,
  };
}

export const until = async (fact: () => boolean) => {
  while (!fact()) await new Promise(resolve => setTimeout(resolve));
};

/** A card payment as the stream tells it. */
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
