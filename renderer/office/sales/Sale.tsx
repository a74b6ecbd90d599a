/** One sale: its facts, its lines, taxes and payments, the receipt as printed, and everything that happened to it. */

import { useState } from 'react';
import { useStore } from 'zustand';
import type { OfficeSale } from '../../../main/wire/office/sales.ts';
import { useResource } from '../../data/useResource.ts';
import { Button, buttonClass } from '../../parts/Button.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { Fact, Message, StatusRegion } from '../../parts/Panel.tsx';
import { ReceiptPaper } from '../../parts/ReceiptPaper.tsx';
import { formatDay, formatSteps, formatTimeIn } from '../../report/figures.ts';
import { formatMoney, formatRate, type Language, withMinus } from '../../texts/money.ts';
import { useOfficeTexts } from '../../texts/pages/office.ts';
import { useReportTexts } from '../../texts/pages/report.ts';
import { useFormats, useMe, useOffice } from '../context.tsx';
import { nameOf } from '../names.ts';
import { AnswerState, PageHead, Part } from '../Page.tsx';
import { ReasonForm } from '../ReasonForm.tsx';
import { Table } from '../Table.tsx';

export default function Sale() {
  const { client, address } = useOffice();
  const { t } = useOfficeTexts();
  const report = useReportTexts();
  const id = useStore(address, ({ path }) => path[1] ?? '');
  const answer = useResource(id, signal => client.sale(id, signal));
  const sale = answer.value;
  return (
    <>
      <PageHead
        title={sale?.receipt_number ? t('receipt.numbered', { number: sale.receipt_number }) : t('receipt.titleNone')}
      >
        <div className="flex flex-wrap gap-2 print:hidden">
          <a
            href="/sales"
            className={buttonClass({})}
            onClick={event => {
              // The list as it was, where the reader came from it.
              if (history.length <= 1) return;
              event.preventDefault();
              history.back();
            }}
          >
            <Icon name="back" />
            {t('receipt.back')}
          </a>
          <Button icon="print" onPress={() => window.print()}>
            {report.t('report.print')}
          </Button>
        </div>
      </PageHead>
      <AnswerState answer={answer} />
      {sale && (
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 xl:grid-cols-[minmax(0,1fr)_24rem]">
          <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
            <Facts sale={sale} />
            <Lines sale={sale} />
            <Tenders sale={sale} />
            <Taxes sale={sale} />
            <History sale={sale} />
            <Books sale={sale} />
          </div>
          <Paper sale={sale} />
        </div>
      )}
    </>
  );
}

interface SaleProps {
  readonly sale: OfficeSale;
}

function useMoney({ currency }: OfficeSale) {
  const { language } = useOfficeTexts();
  return (minor: number) => formatMoney(minor, currency, language);
}

function Facts({ sale }: SaleProps) {
  const { t, language } = useOfficeTexts();
  const money = useMoney(sale);
  const formats = useFormats(sale.store);
  return (
    <section aria-label={t('receipt.facts')} className="card p-4">
      <dl className="grid gap-x-8 gap-y-1 md:grid-cols-2">
        <Fact name={t('sales.sum')}>
          <span className="text-2xl">{money(sale.sum)}</span>
        </Fact>
        <Fact name={t('sales.status')}>{nameOf('status', sale.status, t)}</Fact>
        <Fact name={t('sales.at')}>{formatTimeIn(sale.created, formats)}</Fact>
        <Fact name={t('receipt.businessDay')}>{formatDay(sale.business_day, language)}</Fact>
        <Fact name={t('sales.store')}>{sale.store_name ?? sale.store}</Fact>
        <Fact name={t('sales.till')}>{sale.till_name ?? sale.till}</Fact>
        <Fact name={t('sales.cashier')}>{sale.cashier || '–'}</Fact>
        <Fact name={t('receipt.turnover')}>{money(sale.turnover)}</Fact>
        {sale.discount !== 0 && <Fact name={t('receipt.discount')}>{money(sale.discount)}</Fact>}
        {sale.tip !== 0 && <Fact name={t('receipt.tip')}>{money(sale.tip)}</Fact>}
        <Fact name={t('receipt.id')}>{sale.id}</Fact>
        {sale.transactionRef && <Fact name={t('receipt.ref')}>{sale.transactionRef}</Fact>}
        <Fact name={t('receipt.sequence')}>{sale.sequence}</Fact>
      </dl>
    </section>
  );
}

const quantityOf = ({ quantity, measured, unit }: OfficeSale['lines'][number], language: Language): string =>
  unit === '' ? withMinus(quantity) : `${formatSteps(measured, language)} ${unit}`;

function Lines({ sale }: SaleProps) {
  const { t, language } = useOfficeTexts();
  const money = useMoney(sale);
  return (
    <Part title={t('receipt.lines')}>
      <Table
        caption={t('receipt.lines')}
        rows={sale.lines}
        keyOf={line => String(line.position)}
        empty={t('office.none')}
        columns={[
          { title: t('receipt.article'), cell: line => line.name || line.article },
          { title: t('receipt.quantity'), cell: line => quantityOf(line, language), numeric: true },
          { title: t('receipt.tax'), cell: line => formatRate(line.tax, language), numeric: true },
          { title: t('receipt.amount'), cell: line => money(line.amount), numeric: true },
        ]}
      />
    </Part>
  );
}

function Tenders({ sale }: SaleProps) {
  const { t } = useOfficeTexts();
  const money = useMoney(sale);
  return (
    <Part title={t('receipt.tenders')}>
      <Table
        caption={t('receipt.tenders')}
        rows={sale.tenders.map((tender, position) => ({ ...tender, position }))}
        keyOf={tender => String(tender.position)}
        empty={t('office.none')}
        columns={[
          { title: t('sales.method'), cell: tender => nameOf('paidBy', tender.method, t) },
          { title: t('receipt.cardType'), cell: tender => tender.card_type ?? '–' },
          { title: t('receipt.terminal'), cell: tender => tender.terminal ?? '–' },
          { title: t('receipt.trace'), cell: tender => tender.trace ?? '–', numeric: true },
          { title: t('receipt.amount'), cell: tender => money(tender.amount), numeric: true },
        ]}
      />
    </Part>
  );
}

function Taxes({ sale }: SaleProps) {
  const { t, language } = useOfficeTexts();
  const money = useMoney(sale);
  return (
    <Part title={t('receipt.taxes')}>
      <Table
        caption={t('receipt.taxes')}
        rows={sale.taxes}
        keyOf={({ tax }) => String(tax)}
        empty={t('office.none')}
        columns={[
          { title: t('receipt.rate'), cell: ({ tax }) => formatRate(tax, language) },
          { title: t('receipt.gross'), cell: ({ gross }) => money(gross), numeric: true },
          { title: t('receipt.net'), cell: ({ net }) => money(net), numeric: true },
          { title: t('receipt.tax'), cell: ({ amount }) => money(amount), numeric: true },
        ]}
      />
    </Part>
  );
}

function History({ sale }: SaleProps) {
  const { t } = useOfficeTexts();
  const formats = useFormats(sale.store);
  return (
    <Part title={t('receipt.history')}>
      <ol className="grid gap-2">
        {sale.history.map(({ event, at, received, epoch, sequence, figures }) => (
          <li key={`${epoch} ${sequence}`} className="card px-4 py-2">
            <p className="flex flex-wrap justify-between gap-x-4">
              <span className="font-semibold">{nameOf('event', event, t)}</span>
              <span className="figures">{formatTimeIn(at, formats)}</span>
            </p>
            <p className="figures flex flex-wrap justify-between gap-x-4 text-sm text-soft">
              <span>{t('receipt.record', { sequence })}</span>
              <span>{t('receipt.received', { at: formatTimeIn(received, formats) })}</span>
            </p>
            {!figures && <Message tone="warn">{t('receipt.waits')}</Message>}
          </li>
        ))}
      </ol>
    </Part>
  );
}

/** Takes a sale that is no fact out of the books, by a person who leads a shop and with a reason. */
function Books({ sale }: SaleProps) {
  const { client } = useOffice();
  const { t } = useOfficeTexts();
  const { role } = useMe();
  const [isOut, setOut] = useState(false);
  if (role === 'readonly') return null;
  return (
    <Part title={t('receipt.books')}>
      <div className="grid gap-3 card p-4 print:hidden">
        <StatusRegion>{isOut && <Message tone="good">{t('receipt.booksDone')}</Message>}</StatusRegion>
        {!isOut && (
          <ReasonForm
            help={t('receipt.booksHelp')}
            step={t('receipt.booksOut')}
            sure={t('receipt.booksSure')}
            yes={t('receipt.booksYes')}
            danger
            onStep={reason => client.takeOut(sale.id, reason)}
            onDone={() => setOut(true)}
          />
        )}
      </div>
    </Part>
  );
}

function Paper({ sale }: SaleProps) {
  const { t } = useOfficeTexts();
  return (
    <Part title={t('receipt.paper')}>
      {sale.receipt.length === 0 ? (
        <p className="text-soft">{t('receipt.noPaper')}</p>
      ) : (
        <div className="overflow-x-auto card p-4 text-sm">
          <ReceiptPaper lines={sale.receipt} mark={sale.status === 'cancelled' ? t('receipt.cancelled') : undefined} />
        </div>
      )}
    </Part>
  );
}
