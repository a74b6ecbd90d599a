/** The sum that is still to be paid, in the head of a dialog that takes money. */

import { useTenderTexts } from '../../texts/pages/tenders.ts';

interface AmountDueProps {
  readonly words: string;
  readonly amount: string;
  /** The amount before it was rounded to the smallest coin; null where nothing is rounded. */
  readonly exact?: string | null;
}

export function AmountDue({ words, amount, exact = null }: AmountDueProps) {
  const { t } = useTenderTexts();
  return (
    <p className="flex flex-wrap items-baseline gap-x-3">
      <span className="text-lg max-sm:sr-only">{words}</span>
      <strong className="figures text-2xl sm:text-3xl">{amount}</strong>
      {exact !== null && <span data-testid="rounded-from">{t('cash.rounded', { amount: exact })}</span>}
    </p>
  );
}
