/** The sum of a basket or a sale as its receipt prints it, and how it comes about where something is taken off. */

import { Fact } from '../../parts/Panel.tsx';
import { useTexts } from '../../texts/context.tsx';

interface SumFactsProps {
  /** Articles with the tip, minor units. */
  readonly goods: number;
  readonly discount: number;
  readonly bonus: number;
  /** Pieces in the basket, where they are not listed beside. */
  readonly pieces?: number;
  /** Begins the ids of the facts for tests. */
  readonly of?: 'paid-' | '';
}

export function SumFacts({ goods, discount, bonus, pieces = 0, of = '' }: SumFactsProps) {
  const { t, money } = useTexts();
  const off = discount + bonus;
  return (
    <>
      {off !== 0 && (
        <Fact name={t('totals.goods')} id={`${of}goods`}>
          {money(goods)}
        </Fact>
      )}
      {discount !== 0 && (
        <Fact name={t('totals.discount')} id={`${of}discount`}>
          {money(discount)}
        </Fact>
      )}
      {bonus !== 0 && (
        <Fact name={t('totals.bonus')} id={`${of}bonus`}>
          {money(bonus)}
        </Fact>
      )}
      <Fact
        name={
          <>
            {pieces > 0 && <span data-testid="pieces">{t('basket.count', { count: pieces })}</span>}
            {pieces > 0 && ' · '}
            {t('totals.sum')}
          </>
        }
        id={`${of}sum`}
      >
        {money(goods + off)}
      </Fact>
    </>
  );
}
