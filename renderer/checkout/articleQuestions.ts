/** Questions to be answered before an article is sold: the age of the customer, an open price, an unusual quantity. */

import type { Article } from '../../main/wire/catalogue.ts';
import type { BasketStore } from '../stores/basket.ts';
import type { EntryStore } from '../stores/entry.ts';
import { type Goods, isUsualQuantity, isWeighed, wantedOf } from '../stores/lines.ts';
import type { Notice } from '../stores/notices.ts';

/** The cashier's answers about the article that is being added. */
export interface Answers {
  readonly price?: true;
  readonly many?: true;
  readonly expired?: true;
}

interface QuestionParts {
  readonly basket: BasketStore;
  readonly entry: EntryStore;
}

type Miss = (tone: Notice['tone'], text: Notice['text']) => void;
type Add = (article: Goods, answers: Answers) => void;

export const nameIn = ({ desc, descEn }: Pick<Article, 'desc' | 'descEn'>, language: 'de' | 'en'): string =>
  language === 'en' && descEn ? descEn : desc;

/** Gives a function that is true where something is asked first: the answer then calls `add` again, or sells nothing. */
export function createArticleQuestions({ basket, entry }: QuestionParts, miss: Miss, add: Add) {
  /** An answer that comes after the customer has gone changes nothing. */
  function answering(): (run: () => void) => void {
    const { customer } = basket.getState();
    return run => {
      entry.endQuestion();
      if (customer === basket.getState().customer) run();
    };
  }

  function decide(yes: () => void, no: () => void): (isYes: boolean) => void {
    const then = answering();
    return isYes => then(isYes ? yes : no);
  }

  function askAge(article: Goods, years: number, answers: Answers): void {
    const yes = () => {
      basket.confirmAge(years);
      add(article, answers);
    };
    const no = () => miss('warn', ({ t, language }) => t('entry.tooYoung', { name: nameIn(article, language) }));
    entry.ask({ kind: 'age', article, years, answer: decide(yes, no) });
  }

  function askPrice(article: Goods, answers: Answers): void {
    const then = answering();
    entry.ask({
      kind: 'price',
      article,
      answer: price => then(() => price !== null && add({ ...article, price }, { ...answers, price: true })),
    });
  }

  /** The price of such an article is for a kilogram. */
  function askWeight(article: Article, answers: Answers): void {
    const then = answering();
    entry.ask({
      kind: 'weight',
      article,
      answer: grams => then(() => grams !== null && add({ ...article, grams }, answers)),
    });
  }

  /** `expired`: the packet says that its last day is over. */
  function askWhether(kind: 'many' | 'expired', article: Goods, quantity: number, answers: Answers): void {
    const yes = () => add(article, { ...answers, [kind]: true });
    entry.ask({ kind, article, quantity, answer: decide(yes, entry.dropQuantity) });
  }

  return (article: Goods, answers: Answers): boolean => {
    const { minimumAge: years = 0 } = article;
    const quantity = wantedOf(entry.getState(), article);
    if (years > basket.getState().age) askAge(article, years, answers);
    else if (article.expired && !answers.expired) askWhether('expired', article, quantity, answers);
    else if (article.openPrice && !article.carried && !answers.price) askPrice(article, answers);
    else if (article.measure === 'kg' && !article.carried && !isWeighed(article)) askWeight(article, answers);
    else if (!isUsualQuantity(quantity, 0) && !answers.many) askWhether('many', article, quantity, answers);
    else return false;
    return true;
  };
}
