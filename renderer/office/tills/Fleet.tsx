/** The fleet at a glance: how many tills need something, each count with the way to the tills that it is about. */

import type { ReportAnswer, ReportRow } from '../../../main/wire/office/reports.ts';
import { useResource } from '../../data/useResource.ts';
import { Icon } from '../../parts/Icon.tsx';
import { Message } from '../../parts/Panel.tsx';
import { figureOf } from '../../report/figures.ts';
import { type OfficeTextKey, useOfficeTexts } from '../../texts/pages/office.ts';
import { useOffice } from '../context.tsx';
import { AnswerState, Part } from '../Page.tsx';

interface Need {
  readonly text: OfficeTextKey;
  /** Tills of which it is true, and the column by which the report shows them first. */
  readonly isOf: (row: ReportRow) => boolean;
  readonly column: string;
}

const isSomething = (column: string) => (row: ReportRow) => figureOf(row, column) !== null;
const isAbove = (column: string) => (row: ReportRow) => Number(figureOf(row, column)) > 0;

const NEEDS: readonly Need[] = [
  { text: 'fleet.twice', isOf: isAbove('machines'), column: 'machines' },
  { text: 'fleet.silent', isOf: row => figureOf(row, 'state') === 'silent', column: 'state' },
  { text: 'fleet.clock', isOf: isSomething('clock'), column: 'clock' },
  { text: 'fleet.update', isOf: isSomething('update'), column: 'update' },
  { text: 'fleet.waiting', isOf: isAbove('waiting'), column: 'waiting' },
  { text: 'fleet.missing', isOf: isAbove('missing'), column: 'missing' },
  { text: 'fleet.unclosed', isOf: row => figureOf(row, 'last_closing') === null, column: 'last_closing' },
];

export function Fleet() {
  const { client } = useOffice();
  const { t } = useOfficeTexts();
  const answer = useResource('fleet', signal => client.report('health', {}, signal));
  return (
    <Part title={t('fleet.title')}>
      <AnswerState answer={answer} />
      {answer.value && <Needs answer={answer.value} />}
      <p>
        <a href="/reports/health" className="text-action-ink underline">
          {t('fleet.all')}
        </a>
      </p>
    </Part>
  );
}

function Needs({ answer }: { readonly answer: ReportAnswer }) {
  const { t, language } = useOfficeTexts();
  // A till that was revoked is no part of the fleet any more.
  const rows = (answer.rows as readonly ReportRow[]).filter(row => figureOf(row, 'state') !== 'revoked');
  const found = NEEDS.map(need => ({ ...need, count: rows.filter(need.isOf).length })).filter(({ count }) => count > 0);
  if (found.length === 0) return <Message tone="good">{t('fleet.fine', { count: rows.length })}</Message>;
  return (
    <>
      <p>{t('fleet.count', { count: rows.length.toLocaleString(language) })}</p>
      <ul className="grid gap-2 md:grid-cols-2">
        {found.map(({ text, column, count }) => (
          <li key={text}>
            <a
              href={`/reports/health?sort=${column}:desc`}
              className="touch flex items-center gap-3 rounded-control border border-warn bg-warn-tint px-3 font-semibold text-warn hover:underline"
            >
              <Icon name="alert" />
              <span className="min-w-0 flex-1 py-2">{t(text, { count })}</span>
              <Icon name="next" size={20} />
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}
