/** One closing: what the Z report of a till says, beside what the back office has of its records; figures lead to their sales. */

import { useStore } from 'zustand';
import type { OfficeClosing } from '../../../main/wire/office/sales.ts';
import { useResource } from '../../data/useResource.ts';
import { buttonClass } from '../../parts/Button.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { Fact, Message } from '../../parts/Panel.tsx';
import { type Figure, formatFigure, formatTimeIn, spanText } from '../../report/figures.ts';
import { formatRate } from '../../texts/money.ts';
import { useOfficeTexts } from '../../texts/pages/office.ts';
import { useReportTexts } from '../../texts/pages/report.ts';
import { useFormats, useOffice } from '../context.tsx';
import { nameOf } from '../names.ts';
import { AnswerState, PageHead, Part } from '../Page.tsx';
import { Table } from '../Table.tsx';

export default function Closing() {
  const { client, address } = useOffice();
  const { t } = useOfficeTexts();
  const id = useStore(address, ({ path }) => path[1] ?? '');
  const answer = useResource(id, signal => client.closing(id, signal));
  const closing = answer.value;
  return (
    <>
      <PageHead title={closing ? t('closing.title', { number: closing.number ?? '–' }) : t('closing.titleNone')}>
        <nav aria-label={t('closing.nav')} className="flex flex-wrap gap-2 print:hidden">
          <Beside id={closing?.before ?? null} text={t('closing.before')} />
          <Beside id={closing?.next ?? null} text={t('closing.next')} />
          <a href="/reports/cash" className={buttonClass({})}>
            {t('closing.all')}
          </a>
        </nav>
      </PageHead>
      <AnswerState answer={answer} />
      {closing && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          <Held closing={closing} />
          <Facts closing={closing} />
          <Tenders closing={closing} />
          <Taxes closing={closing} />
        </div>
      )}
    </>
  );
}

/** The closing before or behind; no link where there is none. */
const Beside = ({ id, text }: { readonly id: string | null; readonly text: string }) =>
  id === null ? null : (
    <a href={`/closings/${encodeURIComponent(id)}`} className={buttonClass({})}>
      {text}
    </a>
  );

interface ClosingProps {
  readonly closing: OfficeClosing;
}

function useMoney({ store, currency }: OfficeClosing) {
  const formats = useFormats(store);
  return (amount: Figure) => formatFigure(amount, 'money', currency ? { ...formats, currency } : formats);
}

/** The list of the records of the closing; every event, so that it adds up to its turnover. */
const salesOf = ({ records, held: { from, to } }: OfficeClosing, more: Record<string, string> = {}): string =>
  `/sales?${new URLSearchParams({ from, to, closing: records, events: 'all', ...more })}`;

/** The turnover of the till beside that of the back office, and what has not arrived. */
function Held({ closing }: ClosingProps) {
  const { t } = useOfficeTexts();
  const money = useMoney(closing);
  const { held, turnover, gaps, receipts } = closing;
  const missing = gaps.map(({ first, last }) => (first === last ? `${first}` : `${first}–${last}`)).join(', ');
  const isWhole = gaps.length === 0 && (turnover.gross === null || turnover.gross === held.turnover);
  return (
    <Part title={t('closing.held')}>
      {isWhole ? (
        <Message tone="good">{t('closing.agrees', { turnover: money(held.turnover) })}</Message>
      ) : (
        <Message tone="warn">
          {t('closing.differs', { till: money(turnover.gross), office: money(held.turnover) })}
          {missing !== '' && ` ${t('closing.gaps', { numbers: missing })}`}
        </Message>
      )}
      {receipts.missing.length > 0 && (
        <Message tone="warn">{t('closing.noReceipt', { numbers: receipts.missing.join(', ') })}</Message>
      )}
      <p className="flex flex-wrap gap-2 print:hidden">
        <a href={salesOf(closing)} className={buttonClass({ look: 'primary' })}>
          <Icon name="search" />
          {t('closing.sales')}
        </a>
        {gaps.length > 0 && (
          <a href="/tills" className={buttonClass({})}>
            {t('tills.gaps')}
          </a>
        )}
      </p>
    </Part>
  );
}

function Facts({ closing }: ClosingProps) {
  const { t, language } = useOfficeTexts();
  const money = useMoney(closing);
  const formats = useFormats(closing.store);
  const { turnover, receipts, cash, days, by, reason } = closing;
  const span = { from: days[0] ?? '', to: days.at(-1) ?? '' };
  return (
    <section aria-label={t('receipt.facts')} className="card p-4">
      <dl className="grid gap-x-8 gap-y-1 md:grid-cols-2">
        <Fact name={t('receipt.turnover')}>
          <span className="text-2xl">{money(turnover.gross)}</span>
        </Fact>
        <Fact name={t('sales.title')}>{turnover.sales ?? '–'}</Fact>
        <Fact name={t('receipt.businessDay')}>{spanText(span, language)}</Fact>
        <Fact name={t('closing.made')}>{formatTimeIn(closing.made, formats)}</Fact>
        <Fact name={t('sales.store')}>{closing.store_name}</Fact>
        <Fact name={t('sales.till')}>{closing.till_name}</Fact>
        <Fact name={t('closing.by')}>{by ?? t('closing.schedule')}</Fact>
        <Fact name={t('closing.receipts')}>
          {receipts.first === null ? '–' : `${receipts.first}–${receipts.last} (${receipts.count})`}
        </Fact>
        <Fact name={t('closing.cashSales')}>{money(cash.sales)}</Fact>
        <Fact name={t('closing.expected')}>{money(cash.expected)}</Fact>
        <Fact name={t('closing.counted')}>{money(cash.counted)}</Fact>
        <Fact name={t('closing.difference')}>{money(cash.difference)}</Fact>
        {reason && <Fact name={t('closing.reason')}>{reason}</Fact>}
      </dl>
    </section>
  );
}

/** The name of a row leads to its sales. */
function RowLink({ href, text }: { readonly href: string; readonly text: string }) {
  const report = useReportTexts();
  return (
    <a href={href} aria-label={report.t('report.salesOf', { label: text })} className="touch text-action-ink underline">
      {text}
    </a>
  );
}

function Tenders({ closing }: ClosingProps) {
  const { t } = useOfficeTexts();
  const money = useMoney(closing);
  const tipsOf = ({ tips }: OfficeClosing['tenders'][number]) => (tips ? money(tips) : '–');
  return (
    <Part title={t('receipt.tenders')}>
      <Table
        caption={t('receipt.tenders')}
        rows={closing.tenders}
        keyOf={({ method }) => method}
        empty={t('office.none')}
        columns={[
          {
            title: t('sales.method'),
            cell: ({ method }) => <RowLink href={salesOf(closing, { method })} text={nameOf('paidBy', method, t)} />,
          },
          { title: t('closing.count'), cell: ({ payments }) => payments ?? '–', numeric: true },
          ...(closing.tenders.some(({ tips }) => tips)
            ? [{ title: t('closing.tips'), cell: tipsOf, numeric: true }]
            : []),
          { title: t('receipt.amount'), cell: ({ net }) => money(net), numeric: true },
        ]}
      />
    </Part>
  );
}

function Taxes({ closing }: ClosingProps) {
  const { t, language } = useOfficeTexts();
  const money = useMoney(closing);
  return (
    <Part title={t('receipt.taxes')}>
      <Table
        caption={t('receipt.taxes')}
        rows={closing.turnover.by_tax}
        keyOf={({ rate }) => String(rate)}
        empty={t('office.none')}
        columns={[
          {
            title: t('receipt.rate'),
            cell: ({ rate }) => (
              <RowLink href={salesOf(closing, { tax: String(rate) })} text={formatRate(rate, language)} />
            ),
          },
          { title: t('receipt.gross'), cell: ({ gross }) => money(gross), numeric: true },
          { title: t('receipt.net'), cell: ({ net }) => money(net), numeric: true },
          { title: t('receipt.tax'), cell: ({ tax }) => money(tax), numeric: true },
        ]}
      />
    </Part>
  );
}
