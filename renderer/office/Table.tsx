/** A plain table of the back office: a caption, heads, rows, and words where there is no row. */

import type { ReactNode } from 'react';
import { SidewaysScroll } from '../parts/SidewaysScroll.tsx';

export interface TableColumn<Row> {
  readonly title: string;
  readonly cell: (row: Row) => ReactNode;
  /** Figures stand at the end of their column. */
  readonly numeric?: boolean;
}

export interface TableProps<Row> {
  readonly caption: string;
  /** The first column is the head of each row. */
  readonly columns: readonly TableColumn<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly empty: string;
}

export function Table<Row>({ caption, columns, rows, keyOf, empty }: TableProps<Row>) {
  if (rows.length === 0) return <p className="card p-4 text-soft">{empty}</p>;
  return (
    <SidewaysScroll label={caption}>
      <table className="figures w-full border-collapse">
        <caption className="sr-only">{caption}</caption>
        <thead className="text-sm text-soft">
          <tr className="border-b border-edge">
            {columns.map(({ title, numeric }) => (
              <th
                key={title}
                scope="col"
                className={`px-2 py-2 font-normal sm:px-3 ${numeric ? 'text-end' : 'text-start'}`}
              >
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(row => (
            <tr key={keyOf(row)} className="h-12 border-b border-line last:border-b-0 hover:bg-sunken">
              {columns.map(({ title, cell, numeric }, index) =>
                index === 0 ? (
                  <th key={title} scope="row" className="min-w-32 px-2 text-start font-normal wrap-break-word sm:px-3">
                    {cell(row)}
                  </th>
                ) : (
                  <td
                    key={title}
                    className={
                      numeric ? 'px-2 text-end whitespace-nowrap sm:px-3' : 'max-w-80 px-2 wrap-break-word sm:px-3'
                    }
                  >
                    {cell(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </SidewaysScroll>
  );
}
