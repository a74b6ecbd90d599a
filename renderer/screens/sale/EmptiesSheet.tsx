/** Empties that the customer brings: a tap or a scan takes one container back at its deposit. */

import { useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import type { Article } from '../../../main/wire/catalogue.ts';
import { useApp } from '../../app/context.tsx';
import { Button } from '../../parts/Button.tsx';
import { NumberPad } from '../../parts/NumberPad.tsx';
import { Sheet } from '../../parts/Sheet.tsx';
import { isEmpties, largestQuantity, totalOfLine } from '../../stores/lines.ts';
import { type NumberForm, readNumber } from '../../texts/number.ts';
import { useBasketTexts } from '../../texts/pages/basket.ts';
import { NumberField } from './NumberField.tsx';

const CONTAINERS: NumberForm = { decimals: 0, most: 999 };

export function EmptiesSheet() {
  const { entry, basket, catalogue, scanner, notices, edit } = useApp();
  const { t, money, language } = useBasketTexts();
  const { byNumber, byEan } = useStore(catalogue);
  const lines = useStore(basket, state => state.lines);
  const [text, setText] = useState('1');
  const [fresh, setFresh] = useState(true);
  const deposits = useMemo(() => depositsIn(byNumber), [byNumber]);
  const nameOf = ({ desc, descEn }: Article) => (language === 'en' && descEn ? descEn : desc);
  const take = (deposit: Article) => {
    const { value: quantity, fault } = readNumber(text.trim() === '' ? '1' : text, CONTAINERS);
    if (fault || quantity === null || quantity === 0) return notices.miss('warn', () => t('empties.noCount'));
    const before = -(
      lines.find(line => isEmpties(line) && line.articleNumber === deposit.articleNumber)?.quantity ?? 0
    );
    if (before + quantity > largestQuantity)
      return notices.miss('warn', () => t('basket.tooMany', { most: largestQuantity }));
    edit(store => store.takeEmpties(deposit, quantity));
    notices.announce(() => t('empties.taken', { quantity, name: nameOf(deposit) }));
    setText('1');
    setFresh(true);
  };
  // A bottle is scanned as the article that it was sold as.
  useEffect(() =>
    scanner.redirect(code => {
      const article = byEan.get(code) ?? byNumber.get(code);
      const deposit = article && (byNumber.get(article.deposit ?? '') ?? deposits.find(one => one === article));
      if (deposit) take(deposit);
      else notices.miss('warn', () => t('empties.notOne', { name: article ? nameOf(article) : code }));
    }),
  );
  const type = (value: string) => {
    setText(value);
    setFresh(false);
  };
  return (
    <Sheet manual="deposit" title={t('empties.title')} closeLabel={t('common.close')} onClose={entry.close}>
      {deposits.length === 0 ? (
        <p className="p-2">{t('empties.none')}</p>
      ) : (
        <div className="grid gap-4 sm:grid-cols-2">
          <div className="grid content-start gap-2">
            <p className="text-soft">{t('empties.help')}</p>
            {deposits.map(deposit => (
              <Button
                key={deposit.articleNumber}
                size="tall"
                className="justify-between!"
                onPress={() => take(deposit)}
              >
                <span className="min-w-0 text-start break-words">{nameOf(deposit)}</span>
                <span className="figures">{money(-deposit.price)}</span>
              </Button>
            ))}
            <ul className="grid gap-1">
              {lines.filter(isEmpties).map(line => (
                <li key={line.key} className="figures flex justify-between gap-2 font-medium">
                  <span>
                    {-line.quantity} × {line.name[language]}
                  </span>
                  <span>{money(totalOfLine(line))}</span>
                </li>
              ))}
            </ul>
          </div>
          <div className="grid content-start gap-2">
            <NumberField label={t('entry.quantity')} value={text} form={CONTAINERS} onChange={type} />
            <NumberPad
              label={t('adjust.digits')}
              deleteLabel={t('adjust.delete')}
              onKey={digit => type(fresh ? digit : text + digit)}
              onDelete={() => type(text.slice(0, -1))}
            />
            <Button look="primary" size="tall" onPress={entry.close}>
              {t('empties.done')}
            </Button>
          </div>
        </div>
      )}
    </Sheet>
  );
}

/** The articles that others are sold with, dearest last. */
function depositsIn(byNumber: ReadonlyMap<string, Article>): readonly Article[] {
  const numbers = new Set([...byNumber.values()].flatMap(({ deposit }) => deposit ?? []));
  return [...numbers].flatMap(number => byNumber.get(number) ?? []).sort((a, b) => a.price - b.price);
}
