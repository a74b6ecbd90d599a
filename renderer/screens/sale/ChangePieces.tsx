/** The notes and coins that make up the change, the largest first. */

import { exponentOf, piecesFor } from '../../../main/domain/currencies.ts';
import { LOCALES } from '../../texts/money.ts';
import { useReceiptTexts } from '../../texts/pages/receipt.ts';

interface ChangePiecesProps {
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
}

/** Nothing where the coins of the currency cannot make the amount. */
export function ChangePieces({ amount, currency }: ChangePiecesProps) {
  const { t, language } = useReceiptTexts();
  const pieces = piecesFor(amount, currency) ?? [];
  if (pieces.length === 0) return null;
  return (
    <ul aria-label={t('receipt.pieces')} className="flex flex-wrap gap-2" data-testid="change-pieces">
      {pieces.map(({ value, pieces: count }) => (
        <li
          key={value}
          style={NOTES[currency]?.[value] ? { borderInlineStartColor: NOTES[currency][value] } : {}}
          className={`figures bg-surface px-3 py-1 text-lg font-semibold text-ink ${NOTES[currency]?.[value] ? 'rounded-small border-s-8' : 'rounded-full border border-(--fill-edge)'}`}
        >
          {count > 1 && <span className="text-soft">{count} × </span>}
          {pieceText(value, currency, language)}
        </li>
      ))}
    </ul>
  );
}

/** Colours of notes, in light and dark as they are on paper. */
const NOTES: Readonly<Record<string, Readonly<Record<number, string>>>> = {
  EUR: {
    500: '#8a8f98',
    1000: '#c0392b',
    2000: '#2b6cb0',
    5000: '#d9822b',
    10000: '#2f855a',
    20000: '#b7950b',
    50000: '#7d3c98',
  },
};

/** Words for coins below the large unit, where people have one. */
const SMALL: Readonly<Record<string, string>> = { EUR: 'ct', USD: '¢', GBP: 'p', CHF: 'Rp.' };

function pieceText(value: number, currency: string, language: 'de' | 'en'): string {
  const unit = 10 ** exponentOf(currency);
  const small = SMALL[currency];
  if (value < unit && small) return `${value}\u00a0${small}`;
  const digits = value % unit === 0 ? 0 : exponentOf(currency);
  const form = { style: 'currency', currency, minimumFractionDigits: digits, maximumFractionDigits: digits } as const;
  return new Intl.NumberFormat(LOCALES[language], form).format(value / unit);
}
