/** A question about an article that has to be answered before it is sold. Closing it sells nothing. */

import { type FormEvent, useState } from 'react';
import { useStore } from 'zustand';
import type { Article } from '../../../main/wire/catalogue.ts';
import { useApp } from '../../app/context.tsx';
import { Button } from '../../parts/Button.tsx';
import { Confirmation } from '../../parts/Confirmation.tsx';
import { NumberPad } from '../../parts/NumberPad.tsx';
import { Sheet } from '../../parts/Sheet.tsx';
import type { EntryQuestion } from '../../stores/entry.ts';
import { moneyForm } from '../../texts/money.ts';
import { readNumber } from '../../texts/number.ts';
import { useBasketTexts } from '../../texts/pages/basket.ts';
import { shopDay } from '../../texts/shopDay.ts';
import { NumberField } from './NumberField.tsx';
import { WeightSheet } from './WeightSheet.tsx';

type Asked<Kind extends EntryQuestion['kind']> = Extract<EntryQuestion, { kind: Kind }>;
/** An unusual quantity, or a packet past its date. */
type Doubted = Extract<EntryQuestion, { quantity: number }>;

export function QuestionSheet({ question }: { readonly question: EntryQuestion }) {
  switch (question.kind) {
    case 'age':
      return <Age {...question} />;
    case 'expired':
      return <Expired {...question} />;
    case 'price':
      return <Price {...question} />;
    case 'weight':
      return <Weight {...question} />;
    case 'many':
      return <Many {...question} />;
    case 'changed':
      return <Changed {...question} />;
  }
}

const useName = (article: Article): string => {
  const { language } = useBasketTexts();
  return language === 'en' && article.descEn ? article.descEn : article.desc;
};

function Age({ article, years, answer }: Asked<'age'>) {
  const { t, language } = useBasketTexts();
  const name = useName(article);
  return (
    <Sheet
      manual="sell"
      title={t('question.ageTitle', { years })}
      closeLabel={t('common.close')}
      onClose={() => answer(false)}
    >
      <div className="grid gap-3">
        <p className="text-xl font-semibold">{t('question.age', { name, day: bornUntil(years, language) })}</p>
        <p className="text-soft">{t('question.ageHelp')}</p>
        <Confirmation
          yes={t('question.ageYes')}
          no={t('question.ageNo')}
          onYes={() => answer(true)}
          onNo={() => answer(false)}
        />
      </div>
    </Sheet>
  );
}

function Expired({ article, answer }: Doubted) {
  const { t, language } = useBasketTexts();
  const name = useName(article);
  const day = new Intl.DateTimeFormat(language === 'de' ? 'de-DE' : 'en-GB', { dateStyle: 'medium', timeZone: 'UTC' });
  return (
    <Sheet
      manual="sell"
      title={t('question.expiredTitle')}
      closeLabel={t('common.close')}
      onClose={() => answer(false)}
    >
      <div className="grid gap-3">
        <p className="text-xl font-semibold">
          {t('question.expired', { name, day: day.format(new Date(article.expires ?? '')) })}
        </p>
        <p className="text-soft">{t('question.expiredHelp')}</p>
        <Confirmation
          yes={t('question.expiredYes')}
          no={t('question.expiredNo')}
          onYes={() => answer(true)}
          onNo={() => answer(false)}
        />
      </div>
    </Sheet>
  );
}

/** The last birthday on which somebody is old enough today: birthdays are days of the calendar, also after midnight in a bar. */
function bornUntil(years: number, language: 'de' | 'en'): string {
  const [year = 0, month = 1, date = 1] = shopDay().split('-').map(Number);
  return new Intl.DateTimeFormat(language === 'de' ? 'de-DE' : 'en-GB', {
    dateStyle: 'medium',
    timeZone: 'UTC',
  }).format(Date.UTC(year - years, month - 1, date));
}

function Price({ article, answer }: Asked<'price'>) {
  const { session } = useApp();
  const { t, money } = useBasketTexts();
  const name = useName(article);
  const currency = useStore(session, state => state.info?.merchant.currency ?? 'EUR');
  const [text, setText] = useState('');
  const form = { ...moneyForm(currency), most: 99_999_999 };
  const price = readNumber(text, form).value;
  const isGood = price !== null && price > 0;
  const take = (event?: FormEvent) => {
    event?.preventDefault();
    if (isGood) answer(price);
  };
  return (
    <Sheet
      manual="sell"
      title={t('question.priceTitle', { name })}
      closeLabel={t('common.close')}
      onClose={() => answer(null)}
    >
      <form onSubmit={take} className="grid gap-3">
        <NumberField
          label={t('question.price')}
          value={text}
          form={form}
          invalid={text !== '' && !isGood}
          onChange={setText}
        />
        <p className="figures min-h-6 text-end text-lg font-semibold text-soft">{isGood ? `= ${money(price)}` : ''}</p>
        <NumberPad
          label={t('adjust.digits')}
          deleteLabel={t('adjust.delete')}
          decimals={form.decimals}
          onKey={key => setText(before => before + key)}
          onDelete={() => setText(before => before.slice(0, -1))}
        />
        <Button look="primary" size="tall" hint="Enter" disabled={!isGood} onPress={() => take()}>
          {t('question.priceTake')}
        </Button>
        <button type="submit" hidden tabIndex={-1} />
      </form>
    </Sheet>
  );
}

function Weight({ article, answer }: Asked<'weight'>) {
  const name = useName(article);
  return <WeightSheet article={article} name={name} answer={answer} />;
}

function Many({ article, quantity, answer }: Doubted) {
  const { t, money } = useBasketTexts();
  const name = useName(article);
  return (
    <Sheet manual="sell" title={t('question.manyTitle')} closeLabel={t('common.close')} onClose={() => answer(false)}>
      <div className="grid gap-3">
        <p className="text-xl font-semibold">
          {t('basket.many', { quantity, name, total: money(quantity * article.price) })}
        </p>
        <Confirmation
          yes={t('basket.manyYes', { quantity })}
          no={t('basket.manyNo')}
          onYes={() => answer(true)}
          onNo={() => answer(false)}
        />
      </div>
    </Sheet>
  );
}

function Changed({ prices, answer }: Asked<'changed'>) {
  const { entry, edit } = useApp();
  const { t, money } = useBasketTexts();
  const decide = (yes: boolean) => {
    entry.endQuestion();
    edit(() => answer(yes));
  };
  return (
    <Sheet
      manual="sell"
      title={t('question.changedTitle')}
      closeLabel={t('common.close')}
      onClose={() => decide(false)}
    >
      <div className="grid gap-3">
        <p>{t('question.changed')}</p>
        <ul className="grid gap-1">
          {prices.map(({ line, desc, was, now }) => (
            <li key={line} className="flex flex-wrap justify-between gap-x-4 text-lg">
              <span className="min-w-0 break-words">{desc}</span>
              <span className="figures font-semibold">
                {money(was)} → {now === null ? t('question.notSold') : money(now)}
              </span>
            </li>
          ))}
        </ul>
        <Confirmation
          yes={t('question.changedYes')}
          no={t('question.changedNo')}
          onYes={() => decide(true)}
          onNo={() => decide(false)}
        />
      </div>
    </Sheet>
  );
}
