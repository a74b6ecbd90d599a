/** The lines of the loyalty card at the end of the basket: discounts of campaigns, and bonus in one sum. They cannot be changed. */

import type { BasketItem } from '../../../main/wire/transactions.ts';
import { Icon } from '../../parts/Icon.tsx';
import { isFromBalance } from '../../stores/lines.ts';
import { useBasketTexts } from '../../texts/pages/basket.ts';

/** Amount that the card takes off. The bridge has a line of balance for each tax rate; a customer hears one sum. */
export default function BonusLines({ items }: { readonly items: readonly BasketItem[] }) {
  const texts = useBasketTexts();
  const fromBalance = items.filter(isFromBalance);
  const rows = [...items.filter(item => !isFromBalance(item)).map(item => [item]), fromBalance];
  return rows.map(
    ([first, ...more]) =>
      first && (
        <BonusLine
          key={first.id}
          name={first === fromBalance[0] ? null : (texts.language === 'en' && first.desc_en) || first.desc}
          total={texts.money([first, ...more].reduce((sum, one) => sum + one.quantity * one.priceOne, 0))}
        />
      ),
  );
}

/** A bonus line of the loyalty card, which cannot be changed. */
function BonusLine({
  name,
  total,
}: {
  /** The campaign; null for bonus that was on the card. */
  readonly name: string | null;
  readonly total: string;
}) {
  const { t } = useBasketTexts();
  return (
    <li className="grid grid-cols-[2.75rem_1fr_auto] items-center gap-2 border-b border-line bg-good-tint px-3 py-2 text-good">
      <span className="justify-self-end">
        <Icon name="tag" />
      </span>
      <span className="leading-tight font-medium">
        <span className="me-1.5 rounded bg-good px-1.5 text-sm font-bold text-surface">
          {t(name === null ? 'basket.bonusBalance' : 'basket.bonus')}
        </span>
        {name}
      </span>
      <span className="figures font-semibold">{total}</span>
    </li>
  );
}
