/** What is still to be paid, in the head of a dialog that takes money. */

interface AmountDueProps {
  readonly words: string;
  readonly amount: string;
}

export function AmountDue({ words, amount }: AmountDueProps) {
  return (
    <p className="flex items-baseline gap-x-3">
      <span className="text-lg max-sm:sr-only">{words}</span>
      <strong className="figures text-2xl sm:text-3xl">{amount}</strong>
    </p>
  );
}
