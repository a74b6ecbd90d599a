/** The cash that goes to the customer now: the last and largest line after every step that gives money back. */

interface HandOutProps {
  readonly name: string;
  readonly amount: string;
}

export function HandOut({ name, amount }: HandOutProps) {
  return (
    <p className="flex flex-wrap items-baseline justify-between gap-x-4">
      <span className="text-xl font-semibold">{name}</span>
      <strong className="figures text-sum leading-tight" data-testid="hand-out">
        {amount}
      </strong>
    </p>
  );
}
