/** The result of an end-of-day: the totals agree, or every difference with the receipts that explain it. */

import { Fragment, useState } from 'react';
import type { DayEnd, Difference } from '../../../main/wire/dayEnds.ts';
import type { ReceiptLine } from '../../../main/wire/shapes.ts';
import { Button } from '../../parts/Button.tsx';
import { Confirmation } from '../../parts/Confirmation.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { Fact, ScreenTitle } from '../../parts/Panel.tsx';
import { Paper, usePrint } from '../../parts/usePrint.tsx';
import { useManagerTexts } from '../../texts/pages/manager.ts';
import { Section } from '../Page.tsx';
import { Blockers } from './DayEndPreview.tsx';
import { DAY_END_STATES } from './dayEndStates.ts';
import type { DayEndStore } from './dayEndStore.ts';
import { CELL, FIRST, HEAD, SumTable } from './SumTable.tsx';

export interface ResultProps {
  readonly dayEnd: DayEnd;
  readonly store: DayEndStore;
}

export function Result({ dayEnd, store }: ResultProps) {
  const { t } = useManagerTexts();
  const slip = dayEnd.receipt as readonly ReceiptLine[];
  const { print, printout } = usePrint({ slip }, 'slip');
  return (
    <>
      <Ending dayEnd={dayEnd} />
      {(dayEnd.state === 'unknown' || dayEnd.needs_person) && (
        <Decision onDecide={tookPlace => void store.decide(tookPlace)} />
      )}
      <div className="flex flex-wrap gap-2">
        {slip.length > 0 && (
          <Button icon="print" onPress={() => print('slip')}>
            {t('manager.print')}
          </Button>
        )}
        <Button icon="next" onPress={() => store.back()}>
          {t('dayEnd.next')}
        </Button>
      </div>
      {dayEnd.differences.length > 0 && <Differences dayEnd={dayEnd} />}
      {dayEnd.noted.length > 0 && <Blockers title={t('dayEnd.noted')} device={dayEnd.device} blockers={dayEnd.noted} />}
      <Totals dayEnd={dayEnd} />
      <Paper title={t('dayEnd.slip')} lines={slip} />
      {printout}
    </>
  );
}

const LOOKS = {
  running: 'border-edge bg-surface',
  agrees: 'border-good bg-good-tint',
  differs: 'border-warn bg-warn-tint',
  failed: 'border-bad bg-bad-tint',
  unknown: 'border-warn bg-warn-tint',
} as const;

function Ending({ dayEnd }: { readonly dayEnd: DayEnd }) {
  const { t, moment, money, language } = useManagerTexts();
  const { state, terminal, journal, started, ended, staff, reason, open_pre_authorisations: open } = dayEnd;
  if (state === 'running') return null;
  const range =
    terminal?.first_receipt != null && terminal.last_receipt != null
      ? t('dayEnd.range', { from: terminal.first_receipt, to: terminal.last_receipt })
      : null;
  return (
    <div className={`grid gap-3 rounded-control border-2 p-5 ${LOOKS[state]}`}>
      <div className={`flex items-center gap-3 ${DAY_END_STATES[state].tone}`}>
        <Icon name={DAY_END_STATES[state].icon} size={48} />
        <ScreenTitle level={2} className="text-3xl leading-tight font-bold">
          {t(`dayEnd.${state}`)}
        </ScreenTitle>
      </div>
      <p className="figures text-sum leading-tight font-bold">{money((terminal ?? journal).amount)}</p>
      <p className="text-lg">{t(dayEnd.needs_person ? 'dayEnd.unknownPersonHelp' : `dayEnd.${state}Help`)}</p>
      <dl className="grid gap-1">
        {reason !== null && <Fact name={t('dayEnd.reason')}>{reason[language]}</Fact>}
        <Fact name={t('manager.terminal')}>{dayEnd.description}</Fact>
        <Fact name={t('dayEnd.at')}>{moment(Date.parse(ended ?? started))}</Fact>
        <Fact name={t('dayEnd.by')}>{staff ?? t('dayEnd.scheduled')}</Fact>
        {range !== null && <Fact name={t('dayEnd.receipts')}>{range}</Fact>}
        {open.length > 0 && <Fact name={t('dayEnd.stillOpen')}>{open.join(', ')}</Fact>}
      </dl>
    </div>
  );
}

/** Asks a person whether the end-of-day took place, where the terminal cannot report it. */
function Decision({ onDecide }: { readonly onDecide: (tookPlace: boolean) => void }) {
  const { t } = useManagerTexts();
  const [tookPlace, setTookPlace] = useState<boolean | null>(null);
  return (
    <Section title={t('dayEnd.decide')}>
      <p>{t('dayEnd.decideHelp')}</p>
      {tookPlace === null ? (
        <div className="flex flex-wrap gap-2">
          <Button size="tall" icon="check" onPress={() => setTookPlace(true)}>
            {t('dayEnd.tookPlace')}
          </Button>
          <Button size="tall" icon="cross" onPress={() => setTookPlace(false)}>
            {t('dayEnd.tookNoPlace')}
          </Button>
        </div>
      ) : (
        <Confirmation
          danger
          no={t('common.back')}
          yes={t(tookPlace ? 'dayEnd.confirmTookPlace' : 'dayEnd.confirmTookNoPlace')}
          onNo={() => setTookPlace(null)}
          onYes={() => onDecide(tookPlace)}
        />
      )}
    </Section>
  );
}

function Differences({ dayEnd }: { readonly dayEnd: DayEnd }) {
  const { t } = useManagerTexts();
  return (
    <Section title={t('dayEnd.difference')}>
      <table className="figures w-full border-collapse max-sm:text-sm">
        <thead>
          <tr className="border-b border-line text-sm text-soft">
            <th scope="col" className={FIRST}>
              {t('dayEnd.cardType')}
            </th>
            <th scope="col" className={HEAD}>
              {t('dayEnd.terminal')}
            </th>
            <th scope="col" className={HEAD}>
              {t('dayEnd.journal')}
            </th>
            <th scope="col" className={HEAD}>
              {t('dayEnd.difference')}
            </th>
          </tr>
        </thead>
        <tbody>
          {dayEnd.differences.map(difference => (
            <DifferenceRows key={difference.card_type} difference={difference} tills={tillsOf(dayEnd)} />
          ))}
        </tbody>
      </table>
    </Section>
  );
}

const tillsOf = ({ journal }: DayEnd): ReadonlyMap<string, string> =>
  new Map(journal.by_till.flatMap(({ till, description }) => (till ? [[till, description]] : [])));

interface DifferenceRowsProps {
  readonly difference: Difference;
  readonly tills: ReadonlyMap<string, string>;
}

function DifferenceRows({ difference: { card_type, terminal, journal, receipts }, tills }: DifferenceRowsProps) {
  const { t, money } = useManagerTexts();
  const [open, setOpen] = useState(false);
  return (
    <Fragment>
      <tr className="border-t border-line">
        <th scope="row" className={`${FIRST} font-semibold`}>
          {card_type}
        </th>
        <td className={CELL}>
          {money(terminal.amount)}
          <span className="block text-sm text-soft">{terminal.count} ×</span>
        </td>
        <td className={CELL}>
          {money(journal.amount)}
          <span className="block text-sm text-soft">{journal.count} ×</span>
        </td>
        <td className={`${CELL} font-bold text-bad`}>
          {money(terminal.amount - journal.amount)}
          <span className="block text-sm">{terminal.count - journal.count} ×</span>
        </td>
      </tr>
      <tr>
        <td colSpan={4} className="pb-3">
          {receipts.length === 0 ? (
            <p className="text-soft">{t('dayEnd.noReceipts')}</p>
          ) : (
            <Button icon={open ? 'minus' : 'plus'} expanded={open} onPress={() => setOpen(!open)}>
              {t('dayEnd.showReceipts', { cardType: card_type, count: receipts.length })}
            </Button>
          )}
          {open && <Receipts receipts={receipts} tills={tills} />}
        </td>
      </tr>
    </Fragment>
  );
}

interface ReceiptsProps {
  readonly receipts: Difference['receipts'];
  readonly tills: ReadonlyMap<string, string>;
}

function Receipts({ receipts, tills }: ReceiptsProps) {
  const { t, money, moment } = useManagerTexts();
  return (
    <ul className="mt-2 grid gap-2">
      {/* biome-ignore-start lint/suspicious/noArrayIndexKey: receipts may lack a number, and never change places */}
      {receipts.map(({ receipt_number, amount, till, at, kind, sale }, index) => (
        <li key={index} className="grid gap-1 well px-3 py-2">
          <p className="flex flex-wrap items-baseline justify-between gap-x-4">
            <strong>
              {t('dayEnd.receipt')} {receipt_number ?? '–'}
            </strong>
            <strong>{amount === null ? '–' : money(amount)}</strong>
          </p>
          <p className="font-medium text-warn">{t(`dayEnd.kind.${kind}`)}</p>
          <p className="flex flex-wrap gap-x-4 text-sm text-soft">
            {at !== null && <span>{moment(Date.parse(at))}</span>}
            {till !== null && <span>{tills.get(till) ?? till}</span>}
            {sale !== null && <span className="break-all">{sale}</span>}
          </p>
        </li>
      ))}
      {/* biome-ignore-end lint/suspicious/noArrayIndexKey: see above */}
    </ul>
  );
}

function Totals({ dayEnd: { terminal, journal } }: { readonly dayEnd: DayEnd }) {
  const { t } = useManagerTexts();
  const side = terminal ?? journal;
  return (
    <Section title={t(terminal ? 'dayEnd.terminal' : 'dayEnd.journal')}>
      <SumTable
        caption={t('dayEnd.byCardType')}
        head={t('dayEnd.cardType')}
        rows={side.by_card_type.map(row => ({ key: row.card_type, name: row.card_type, ...row }))}
        total={side}
      />
      {journal.by_till.length > 0 && (
        <SumTable
          caption={`${t('dayEnd.byTill')} (${t('dayEnd.journal')})`}
          head={t('dayEnd.till')}
          rows={journal.by_till.map(row => ({
            ...row,
            key: row.till ?? '',
            name: row.description || t('dayEnd.noTill'),
          }))}
          total={journal}
        />
      )}
    </Section>
  );
}
