/** The glossary of the counter: one word for each thing that a card or a code gives. */

import { useCustomerTexts } from '../../../texts/customer/texts.ts';

const WORDS = ['balance', 'bonus', 'discount', 'coupon', 'voucher', 'points'] as const;

export function Words() {
  const { t } = useCustomerTexts();
  return (
    <details className="rounded-panel border border-line px-3">
      <summary className="touch flex cursor-pointer items-center font-medium">{t('customer.words')}</summary>
      <ul className="grid gap-1 pb-3">
        {WORDS.map(word => (
          <li key={word}>{t(`customer.word.${word}`)}</li>
        ))}
      </ul>
    </details>
  );
}
