/** Counts and amounts in a table: one row a card type or a till, the total below. */

import { useManagerTexts } from '../../texts/pages/manager.ts';

export interface Sum {
  readonly count: number;
  readonly amount: number;
}

export interface SumTableProps {
  readonly caption: string;
  readonly head: string;
  readonly rows: readonly (Sum & { readonly key: string; readonly name: string })[];
  readonly total: Sum;
}

export function SumTable({ caption, head, rows, total }: SumTableProps) {
  const { t, money } = useManagerTexts();
  return (
    <table className="figures w-full border-collapse">
      <caption className="pb-1 text-start font-semibold">{caption}</caption>
      <thead>
        <tr className="border-b border-line text-sm text-soft">
          <th scope="col" className={FIRST}>
            {head}
          </th>
          <th scope="col" className={HEAD}>
            {t('dayEnd.count')}
          </th>
          <th scope="col" className={HEAD}>
            {t('dayEnd.amount')}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, count, amount }) => (
          <tr key={key} className="border-b border-line">
            <th scope="row" className={FIRST}>
              {name}
            </th>
            <td className={CELL}>{count}</td>
            <td className={CELL}>{money(amount)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr className="font-bold">
          <th scope="row" className={`${FIRST} font-bold`}>
            {t('dayEnd.total')}
          </th>
          <td className={CELL}>{total.count}</td>
          <td className={CELL}>{money(total.amount)}</td>
        </tr>
      </tfoot>
    </table>
  );
}

export const FIRST = 'py-1.5 pe-2 text-start font-normal break-words sm:pe-3';
export const CELL = 'py-1.5 ps-2 text-end whitespace-nowrap sm:ps-3';
export const HEAD = `${CELL} font-normal`;
