/** Numbers of a payment for whoever is asked about it later, folded away from what a cashier reads and does. */

import type { Problem } from '../../bridge/problem.ts';
import { Fold } from '../../parts/Fold.tsx';
import { Fact } from '../../parts/Panel.tsx';
import { usePaymentTexts } from '../../texts/pages/payment.ts';

interface NumbersProps {
  /** Id of the sale, or of the operation that belongs to none. */
  readonly subject?: { readonly kind: 'sale' | 'operation'; readonly id: string } | null;
  /** Number of the payment in the terminal. */
  readonly trace?: number | null;
  /** Code and reference of a refused call. */
  readonly problem?: Problem | null;
}

export function Numbers({ subject, trace, problem }: NumbersProps) {
  const { t } = usePaymentTexts();
  const refused = problem?.kind === 'refused' ? problem : null;
  const facts = [
    ['numbers.trace', trace],
    ['numbers.code', refused?.code],
    ['numbers.reference', refused?.supportId],
    [`numbers.${subject?.kind ?? 'sale'}`, subject?.id],
  ] as const;
  const known = facts.filter(([, number]) => number != null && number !== '');
  if (known.length === 0) return null;
  return (
    <Fold title={t('numbers.title')} className="card px-4">
      <dl className="grid gap-1 pb-3">
        {known.map(([name, number]) => (
          <Fact key={name} name={t(name)}>
            {number}
          </Fact>
        ))}
      </dl>
    </Fold>
  );
}

/** The sentence of a problem alone: `Numbers` shows its code and reference. */
export const sentenceOf = (problem: Problem, textOf: (problem: Problem) => string): string =>
  problem.kind === 'refused' ? problem.text.replace(` (${problem.code})`, '') : textOf(problem);
