/** The requested payment and the last payment of the terminal side by side, as far as they are known. */

import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import type { Evidence, RunningPayment } from '../../../main/wire/events.ts';
import { useApp } from '../../app/context.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { Fact, Message } from '../../parts/Panel.tsx';
import { useTerminalTexts } from '../../texts/pages/terminal.ts';
import { Numbers } from '../payment/Numbers.tsx';
import { type OpenDecisionProps, subjectOf } from './Decision.tsx';
import { compareEvidence } from './evidenceComparison.ts';

/** The payment in the dialog has nothing to do with the sale on the screen. */
const NOTHING = { sale: null, busy: null } as const;

type Last = NonNullable<Evidence['last']>;
type Totals = NonNullable<Evidence['totals']>;

export function EvidencePanel({ decision: { payment, keyScope, failure } }: OpenDecisionProps) {
  const { till, lights } = useApp();
  const { t, money, time, language } = useTerminalTexts();
  const tillState = useStore(till);
  const { sale, busy } = keyScope === 'screen' ? tillState : NOTHING;
  const terminal = useStore(lights, state => state.terminal);
  const since = payment?.startedAt ?? busy?.since;
  const evidence = payment?.evidence;
  const subject = payment ? subjectOf(payment) : sale && ({ kind: 'sale', id: sale.id } as const);
  return (
    <>
      <section aria-label={t('unknown.evidence')} className="grid gap-3 card p-4">
        <h2 className="font-semibold">{t('unknown.evidence')}</h2>
        {evidence?.because && (
          <Message tone="info">
            <span className="block text-sm text-soft">{t('unknown.because')}</span>
            <span className="inline-block first-letter:uppercase">{evidence.because[language]}</span>
          </Message>
        )}
        {payment && evidence?.last ? (
          <Comparison payment={payment} last={evidence.last} />
        ) : (
          <dl className="grid gap-1">
            <Fact name={t('payment.amount')} id="payment-amount">
              {money(payment?.amount ?? busy?.amount ?? sale?.basket_info.missing_sum ?? 0)}
            </Fact>
            {since !== undefined && <Fact name={t('unknown.started')}>{time(since)}</Fact>}
            {evidence?.asked != null && <Fact name={t('unknown.kept')}>{t('unknown.keepsNone')}</Fact>}
          </dl>
        )}
        <dl className="grid gap-1">
          {evidence?.totals && <TotalFacts totals={evidence.totals} />}
          {terminal && <Fact name={t('payment.terminal')}>{terminal.description}</Fact>}
        </dl>
      </section>
      <Numbers subject={subject} trace={evidence?.last?.trace_number ?? null} problem={failure?.problem ?? null} />
    </>
  );
}

function Comparison({ payment, last }: { readonly payment: RunningPayment; readonly last: Last }) {
  const { t, money, time } = useTerminalTexts();
  const { amount, time: timeFits, receipt } = compareEvidence(payment, last);
  const known = payment.evidence?.known_receipt ?? null;
  const notKnown = t('unknown.notKnown');
  const number = (value: number | null) => (value === null ? notKnown : t('unknown.number', { number: value }));
  const card = [last.card_name, last.last_four && `… ${last.last_four}`].filter(Boolean).join(' ');
  return (
    <table className="figures w-full border-collapse text-start">
      <thead>
        <tr className="border-b border-line text-sm text-soft">
          <th scope="col" className="py-1 pe-2 text-start font-normal">
            {t('unknown.what')}
          </th>
          <th scope="col" className="py-1 pe-2 text-start font-normal">
            {t('unknown.wanted')}
          </th>
          <th scope="col" className="py-1 text-start font-normal">
            {t('unknown.kept')}
          </th>
        </tr>
      </thead>
      <tbody>
        <Row
          name={t('payment.amount')}
          wanted={<span data-testid="payment-amount">{money(payment.amount)}</span>}
          kept={last.amount === null ? notKnown : money(last.amount)}
          fits={amount}
        />
        <Row
          name={t('unknown.time')}
          wanted={time(payment.startedAt)}
          kept={last.at === null ? notKnown : time(last.at)}
          fits={timeFits}
        />
        <Row
          name={t('unknown.receipt')}
          wanted={
            known === null ? notKnown : known === 0 ? t('unknown.noReceipt') : t('unknown.after', { number: known })
          }
          kept={number(last.receipt_number)}
          fits={receipt}
          labels={NEW_OR_NOT}
        />
        <Row name={t('unknown.card')} wanted="" kept={card || notKnown} fits={null} />
        <Row
          name={t('unknown.ending')}
          wanted=""
          kept={t(last.approved ? 'unknown.approved' : 'unknown.refused')}
          fits={null}
        />
      </tbody>
    </table>
  );
}

interface RowProps {
  readonly name: string;
  readonly wanted: ReactNode;
  readonly kept: ReactNode;
  /** Null where there is nothing to compare. */
  readonly fits: boolean | null;
  /** Texts for a match and a difference. */
  readonly labels?: { readonly yes: ResultKey; readonly no: ResultKey };
}

type ResultKey = 'unknown.same' | 'unknown.other' | 'unknown.new' | 'unknown.notNew';
const SAME_OR_NOT = { yes: 'unknown.same', no: 'unknown.other' } as const;
const NEW_OR_NOT = { yes: 'unknown.new', no: 'unknown.notNew' } as const;

function Row({ name, wanted, kept, fits, labels = SAME_OR_NOT }: RowProps) {
  const { t } = useTerminalTexts();
  return (
    <tr className="border-b border-line align-baseline last:border-0">
      <th scope="row" className="py-1.5 pe-2 text-start font-normal text-soft">
        {name}
      </th>
      <td className="py-1.5 pe-2 font-semibold">{wanted}</td>
      <td className="py-1.5 font-semibold">
        <span className="flex flex-wrap items-baseline gap-x-2">
          {kept}{' '}
          {fits !== null && (
            <span className={`inline-flex items-center gap-1 text-sm ${fits ? 'text-good' : 'text-bad'}`}>
              <Icon name={fits ? 'check' : 'cross'} size={16} />
              {t(fits ? labels.yes : labels.no)}
            </span>
          )}
        </span>
      </td>
    </tr>
  );
}

function TotalFacts({ totals }: { readonly totals: Totals }) {
  const { t, money } = useTerminalTexts();
  const text = (sum: Totals['now']) => {
    if (!sum) return t('unknown.notKnown');
    const { count, amount } = sum;
    return count === null ? money(amount) : t('unknown.sum', { count, amount: money(amount) });
  };
  return (
    <>
      <Fact name={`${t('unknown.totals')}, ${t('unknown.before')}`}>{text(totals.before)}</Fact>
      <Fact name={`${t('unknown.totals')}, ${t('unknown.now')}`}>{text(totals.now)}</Fact>
    </>
  );
}
