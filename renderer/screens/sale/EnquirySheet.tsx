/** The price of an article that was scanned or tapped to look it up. Nothing is sold. */

import { useEffect } from 'react';
import type { Article } from '../../../main/wire/catalogue.ts';
import { useApp } from '../../app/context.tsx';
import { Button } from '../../parts/Button.tsx';
import { Sheet } from '../../parts/Sheet.tsx';
import { useBasketTexts } from '../../texts/pages/basket.ts';

interface EnquirySheetProps {
  readonly article: Article;
  readonly deposit: Article | null;
}

export function EnquirySheet({ article, deposit }: EnquirySheetProps) {
  const { entry, codes, scanner } = useApp();
  const { t, money, language } = useBasketTexts();
  // The next scan is looked up, too.
  useEffect(() => scanner.redirect(codes.takeInBasket), [scanner, codes]);
  const sell = () => {
    entry.endEnquiry();
    codes.addArticle(article);
  };
  const perKilogram = article.measure === 'kg' && !article.carried;
  return (
    <Sheet manual="sell" title={t('enquiry.title')} closeLabel={t('common.close')} onClose={entry.endEnquiry}>
      <div className="grid gap-3">
        <p className="text-xl leading-snug font-medium break-words">
          {language === 'en' && article.descEn ? article.descEn : article.desc}
        </p>
        <p className="figures text-sum leading-none font-bold" data-testid="enquiry-price">
          {money(article.price)}
          {perKilogram && <span className="ms-2 text-xl font-normal">{t('enquiry.perKilogram')}</span>}
        </p>
        {deposit && (
          <p className="figures text-lg">
            {t('enquiry.deposit')} {money(deposit.price)}
          </p>
        )}
        {article.pieces !== undefined && <p>{t('enquiry.pieces', { pieces: article.pieces })}</p>}
        {article.expires !== undefined && <p>{t('enquiry.expires', { day: article.expires })}</p>}
        {article.minimumAge !== undefined && <p>{t('enquiry.age', { years: article.minimumAge })}</p>}
        <p className="text-soft">
          {article.articleNumber} {article.ean}
        </p>
        <div className="grid gap-2 sm:grid-cols-2">
          <Button size="tall" icon="tag" onPress={() => entry.setState({ enquiry: 'waiting' })}>
            {t('enquiry.next')}
          </Button>
          <Button size="tall" look="primary" icon="basket" disabled={perKilogram} onPress={sell}>
            {t('enquiry.sell')}
          </Button>
        </div>
      </div>
    </Sheet>
  );
}
