/** Scanned and typed codes: adds the article or the loyalty card to the basket, or shows why this is not possible now. */

import type { CardView } from '../../main/wire/cardLookup.ts';
import type { Article } from '../../main/wire/catalogue.ts';
import type { BridgeClient } from '../bridge/client.ts';
import { problemOf } from '../bridge/problem.ts';
import type { SlowScan } from '../scan/slowScan.ts';
import type { Tone } from '../scan/sound.ts';
import type { BasketStore } from '../stores/basket.ts';
import { paidParts, type RefusalReason } from '../stores/basketState.ts';
import { totalsOf } from '../stores/basketTotals.ts';
import type { CatalogueStore } from '../stores/catalogue.ts';
import { type EntryStore, isNumber } from '../stores/entry.ts';
import { type Goods, isWeighed, largestQuantity, roomFor, wantedOf } from '../stores/lines.ts';
import type { Notice, NoticeAbout, NoticesStore } from '../stores/notices.ts';
import type { ScannerStore } from '../stores/scanner.ts';
import type { SessionStore } from '../stores/session.ts';
import { type Screen, screenOf, type TillStore } from '../stores/till.ts';
import { readNumber } from '../texts/number.ts';
import { type Answers, createArticleQuestions, nameIn } from './articleQuestions.ts';
import type { Checkout } from './checkout.ts';

export interface CodeParts {
  readonly client: Pick<BridgeClient, 'article' | 'card' | 'voucher'>;
  readonly session: SessionStore;
  readonly scanner: Pick<ScannerStore, 'showSlow' | 'receiver'>;
  readonly basket: BasketStore;
  readonly catalogue: CatalogueStore;
  readonly till: TillStore;
  readonly entry: EntryStore;
  readonly notices: NoticesStore;
  readonly checkout: Pick<Checkout, 'nextCustomer' | 'backToBasket' | 'openCustomer'>;
  readonly sound: (tone: Tone) => void;
}

/** True for screens without a running payment, which the next article may replace. */
const TAKES_CODES: Readonly<Record<Screen, boolean>> = {
  till: true,
  receipt: true,
  declined: true,
  payment: false,
  question: false,
  handOver: false,
  unknown: false,
  partlyReversed: false,
  late: false,
  signature: false,
};

export type CodeSteps = ReturnType<typeof createCodeSteps>;

export function createCodeSteps(parts: CodeParts) {
  const { session, scanner, basket, till, entry, sound, notices } = parts;
  const feedback = createFeedback(parts);
  const cards = createCardLookup(parts, feedback);
  const articles = createArticleLookup(parts, feedback, cards);

  /** Leaves a finished sale so that the basket can take an article; false, with a message, while this is not possible. */
  function isReady(): boolean {
    const state = till.getState();
    const screen = screenOf(state);
    if (session.getState().state !== 'signedIn') return feedback.miss('warn', ({ t }) => t('scan.signInFirst'));
    if (parts.entry.getState().question) return feedback.miss('warn', ({ t }) => t('entry.answerFirst'));
    if (state.busy || parts.entry.getState().busy || !TAKES_CODES[screen])
      return feedback.miss('warn', ({ t }) => t('scan.notNow'));
    if (screen === 'receipt') parts.checkout.nextCustomer();
    if (screen === 'declined') parts.checkout.backToBasket();
    return true;
  }

  const isCard = (value: string): boolean =>
    session.getState().info?.scanner.cardPrefixes.some(prefix => value.startsWith(prefix)) ?? false;

  function takeInBasket(value: string): void {
    if (!isReady()) return;
    if (isCard(value)) void cards.find(value);
    else void articles.find(value);
  }

  return {
    /** Takes a code from the scanner. */
    take(value: string): void {
      scanner.showSlow(null);
      const receiver = scanner.receiver();
      if (receiver) receiver(value);
      else takeInBasket(value);
    },
    /** Takes a code for the basket, whatever field would take it. */
    takeInBasket,
    /** Offers a slow scan instead of taking it, because a person may have typed the characters. */
    offerSlowScan(scan: SlowScan): void {
      scanner.showSlow(scan);
      sound('miss');
      notices.announce(({ t }) => t('scan.slow', { pace: scan.pace }));
    },
    /** Call before a slow request; the returned function tells whether the same customer's sale is still open. */
    sameCustomerCheck(): () => boolean {
      const { customer } = basket.getState();
      return () => customer === basket.getState().customer && screenOf(till.getState()) !== 'receipt';
    },
    /** Takes a card number that was typed by hand. */
    takeTypedCard: (value: string) => isReady() && void cards.find(value.replace(/\s/g, '')),
    /**
     * Takes what was typed before × as the quantity of the next article, or says why it is none. False where the text is no number
     * at all, so that × belongs to it.
     */
    multiply(text: string): boolean {
      if (!isNumber(text)) return false;
      const { value, fault } = readNumber(text, { decimals: 0, most: largestQuantity });
      if (value !== null && value > 0) {
        entry.multiply(value);
        return true;
      }
      entry.refuseQuantity();
      if (fault === 'most') feedback.miss('warn', ({ t }) => t('basket.tooMany', { most: largestQuantity }));
      else feedback.miss('warn', ({ t }) => t('scan.wholePieces', { text: text.trim() }));
      return true;
    },
    /** Adds an article that was chosen on the screen. */
    addArticle(article: Article): boolean {
      if (!isReady()) return false;
      articles.add(article);
      return true;
    },
  };
}

const dayOf = ({ expires }: Article): string => (expires ? ` (${expires})` : '');

/** Sound and message for a hit or a miss. */
function createFeedback({ sound, notices }: Pick<CodeParts, 'sound' | 'notices'>) {
  const miss = (tone: Notice['tone'], text: Notice['text'], about?: NoticeAbout): false => {
    sound('miss');
    notices.miss(tone, text, about);
    return false;
  };
  return {
    miss,
    hit(text: Notice['text']): void {
      sound('hit');
      notices.hit(text);
    },
    fail(error: unknown): void {
      const failure = problemOf(error);
      miss('error', ({ problem }) => problem(failure));
    },
  };
}

type Feedback = ReturnType<typeof createFeedback>;

type CardLookup = ReturnType<typeof createCardLookup>;

function createArticleLookup(
  { client, basket, catalogue, entry, checkout }: CodeParts,
  feedback: Feedback,
  cards: Pick<CardLookup, 'take'>,
) {
  const isAsked = createArticleQuestions({ basket, entry }, feedback.miss, add);

  function add(article: Goods, answers: Answers = {}): void {
    if (entry.getState().enquiry !== 'off') return void showPrice(article);
    if (entry.getState().isRefused) {
      entry.dropQuantity();
      return void feedback.miss('warn', ({ t, language }) =>
        t('scan.quantityAgain', { name: nameIn(article, language) }),
      );
    }
    if (paidParts(basket.getState()).length > 0) return void feedback.miss('warn', ({ t }) => t('parts.fixed'));
    if ((isWeighed(article) || article.measure === 'kg') && (entry.getState().quantity ?? 1) > 1) {
      entry.dropQuantity();
      feedback.miss('warn', ({ t, language }) => t('scan.weighEach', { name: nameIn(article, language) }));
      return;
    }
    if (roomFor(basket.getState().lines, article) < wantedOf(entry.getState(), article)) {
      entry.dropQuantity();
      return void feedback.miss('warn', ({ t }) => t('basket.tooMany', { most: largestQuantity }));
    }
    if (isAsked(article, answers)) return;
    const { deposit } = article;
    const known = deposit === undefined ? null : catalogue.getState().byNumber.get(deposit);
    if (deposit === undefined || known) addWith(article, known ?? null);
    else void addWithLookup(article, deposit);
  }

  /** Sells nothing. */
  function showPrice(article: Article): void {
    const deposit = article.deposit === undefined ? null : catalogue.getState().byNumber.get(article.deposit);
    entry.showPrice(article, deposit ?? null);
    feedback.hit(({ t, money, language }) =>
      t('entry.price', { name: nameIn(article, language), price: money(article.price) }),
    );
  }

  /** Nothing is sold without its deposit. */
  async function addWithLookup(article: Goods, number: string): Promise<void> {
    const { customer } = basket.getState();
    try {
      const deposit = await client.article(number);
      if (customer !== basket.getState().customer) return;
      if (deposit) addWith(article, deposit);
      else feedback.miss('warn', ({ t }) => t('scan.noDeposit', { number }));
    } catch (error) {
      feedback.fail(error);
    }
  }

  function addWith(article: Goods, deposit: Article | null): void {
    const line = basket.add(article, deposit, wantedOf({ quantity: entry.takeQuantity() }, article));
    const { sum } = totalsOf(basket.getState());
    feedback.hit(({ t, money, language }) => {
      const { quantity, priceOne } = line;
      const name = line.name[language] + dayOf(article);
      return t('scan.added', { name, quantity, price: money(priceOne), total: money(sum) });
    });
  }

  /** Looks the code up in the catalogue, then at the bridge. */
  async function find(code: string): Promise<void> {
    const { customer } = basket.getState();
    const known = catalogue.getState().byEan.get(code) ?? catalogue.getState().byNumber.get(code);
    if (known) return add(known);
    try {
      const article = await client.article(code);
      if (customer !== basket.getState().customer) return;
      if (article) return add(article);
      // No article: it may be the code of a coupon.
      const isCode = (await client.voucher(code)) !== null;
      if (customer !== basket.getState().customer) return;
      if (isCode) return checkout.openCustomer('redeem', code);
      // Cards of another system begin as they like.
      const card = await client.card(code);
      if (customer !== basket.getState().customer) return;
      if (card) cards.take(code, card);
      else feedback.miss('warn', ({ t }) => t('scan.unknown', { code }), { kind: 'article', code });
    } catch (error) {
      feedback.fail(error);
    }
  }

  return { add, find };
}

/** Scanners often read a card twice: a card that is in use or being looked up is not taken again. */
function createCardLookup({ client, basket, sound, notices, checkout }: CodeParts, feedback: Feedback) {
  let pending: string | null = null;

  function take(number: string, card: CardView | null): void {
    if (card?.voucher) {
      checkout.openCustomer('redeem', number);
      return;
    }
    if (!card || card.refusal) {
      refuse(number, card?.refusal ?? 'unknown');
      return;
    }
    if (paidParts(basket.getState()).length > 0) return void feedback.miss('warn', ({ t }) => t('parts.fixed'));
    basket.setCard(number, card);
    feedback.hit(({ t }) => t('card.taken', { group: card.merchantcard.cardgroup.display_name }));
  }

  function refuse(number: string, reason: RefusalReason): void {
    basket.refuseCard(number, reason);
    sound('miss');
    notices.announce(({ t }) => t(`card.refused.${reason}`));
  }

  const find = async (number: string): Promise<void> => {
    if (pending === number) return;
    if (basket.getState().card?.number === number) return void feedback.miss('info', ({ t }) => t('card.alreadyUsed'));
    const { customer } = basket.getState();
    pending = number;
    try {
      const card = await client.card(number);
      if (customer === basket.getState().customer && pending === number) take(number, card);
    } catch (error) {
      feedback.fail(error);
    } finally {
      if (pending === number) pending = null;
    }
  };
  return { find, take };
}
