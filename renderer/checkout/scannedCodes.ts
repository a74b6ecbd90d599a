/** What a scanned code means on each screen: an article, a loyalty card, or a word why not now. */

import type { Article } from '../../main/wire/catalogue.ts';
import type { BridgeClient } from '../bridge/client.ts';
import { problemOf } from '../bridge/problem.ts';
import type { SlowScan } from '../scan/slowScan.ts';
import type { Tone } from '../scan/sound.ts';
import type { BasketStore } from '../stores/basket.ts';
import type { CatalogueStore } from '../stores/catalogue.ts';
import type { Notice, NoticesStore } from '../stores/notices.ts';
import type { ScannerStore } from '../stores/scanner.ts';
import type { SessionStore } from '../stores/session.ts';
import { type Screen, screenOf, type TillStore } from '../stores/till.ts';
import type { Checkout } from './checkout.ts';

export interface ScannedParts {
  readonly client: Pick<BridgeClient, 'article' | 'card'>;
  readonly session: SessionStore;
  readonly scanner: Pick<ScannerStore, 'showSlow'>;
  readonly basket: BasketStore;
  readonly catalogue: CatalogueStore;
  readonly till: TillStore;
  readonly notices: NoticesStore;
  readonly checkout: Pick<Checkout, 'nextCustomer' | 'backToBasket'>;
  readonly sound: (tone: Tone) => void;
}

/** Screens on which nothing moves, so that the next article may come. */
const TAKES: Readonly<Record<Screen, boolean>> = {
  till: true,
  receipt: true,
  declined: true,
  payment: false,
  question: false,
  handOver: false,
  unknown: false,
  late: false,
  signature: false,
};

export type Scanned = ReturnType<typeof createScanned>;

export function createScanned(parts: ScannedParts) {
  const { client, session, scanner, basket, catalogue, till, notices, checkout, sound } = parts;
  let askedCard: string | null = null;

  /** A code from the scanner. */
  function code(value: string): void {
    scanner.showSlow(null);
    if (!ready()) return;
    if (isCard(value)) void card(value);
    else void article(value);
  }

  async function article(value: string): Promise<void> {
    const { customer } = basket.getState();
    const known = catalogue.getState().byEan.get(value) ?? catalogue.getState().byNumber.get(value);
    if (known) return add(known);
    try {
      const found = await client.article(value);
      if (customer !== basket.getState().customer) return;
      if (found) add(found);
      else miss('warn', ({ t }) => t('scan.unknown', { code: value }));
    } catch (error) {
      const failure = problemOf(error);
      miss('error', ({ problem }) => problem(failure));
    }
  }

  /** Scanners fire twice: a card that is in use or being looked up is not taken again. */
  async function card(value: string): Promise<void> {
    if (askedCard === value) return;
    if (basket.getState().card?.number === value) return same();
    const { customer } = basket.getState();
    askedCard = value;
    try {
      const found = await client.card(value);
      if (customer !== basket.getState().customer || askedCard !== value) return;
      if (!found || found.refusal) return refuse(value, found?.refusal ?? 'unknown');
      basket.setCard(value, found);
      hit(({ t }) => t('card.taken', { group: found.merchantcard.cardgroup.display_name }));
    } catch (error) {
      const failure = problemOf(error);
      miss('error', ({ problem }) => problem(failure));
    } finally {
      if (askedCard === value) askedCard = null;
    }
  }

  function add(found: Article): void {
    const line = basket.add(found);
    hit(({ t, money, language }) =>
      t('scan.added', { name: line.name[language], quantity: line.quantity, price: money(line.priceOne) }),
    );
  }

  /** Makes the screen one that can take an article, or says why it cannot now. */
  function ready(): boolean {
    const state = till.getState();
    const screen = screenOf(state);
    if (session.getState().state !== 'signedIn') return miss('warn', ({ t }) => t('scan.signInFirst'));
    if (state.busy || !TAKES[screen]) return miss('warn', ({ t }) => t('scan.notNow'));
    if (screen === 'receipt') checkout.nextCustomer();
    if (screen === 'declined') checkout.backToBasket();
    return true;
  }

  function hit(text: Notice['text']): void {
    sound('hit');
    notices.hit(text);
  }

  function miss(tone: Notice['tone'], text: Notice['text']): false {
    sound('miss');
    notices.miss(tone, text);
    return false;
  }

  const same = () => {
    miss('info', ({ t }) => t('card.alreadyUsed'));
  };

  const refuse = (value: string, reason: Parameters<BasketStore['refuseCard']>[1]) => {
    basket.refuseCard(value, reason);
    sound('miss');
    notices.say(({ t }) => t(`card.refused.${reason}`));
  };

  const isCard = (value: string): boolean =>
    session.getState().info?.scanner.cardPrefixes.some(prefix => value.startsWith(prefix)) ?? false;

  /** Offered and not taken: it may have been a hand. */
  function slow(scan: SlowScan): void {
    scanner.showSlow(scan);
    sound('miss');
    notices.say(({ t }) => t('scan.slow', { pace: scan.pace }));
  }

  return {
    code,
    slow,
    /** Asked before something that takes a while: is it still the same customer, and the sale not over? */
    serving(): () => boolean {
      const { customer } = basket.getState();
      return () => customer === basket.getState().customer && screenOf(till.getState()) !== 'receipt';
    },
    /** A card number that was typed by hand. */
    typedCard: (value: string) => ready() && void card(value.replace(/\s/g, '')),
    /** An article that was chosen on the screen. */
    chosen(found: Article): boolean {
      if (!ready()) return false;
      add(found);
      return true;
    },
  };
}
