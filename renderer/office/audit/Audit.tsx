/** The audit log: who read and changed what, and whether its chain is whole. */

import { useState } from 'react';
import { useStore } from 'zustand';
import type { TargetChange } from '../../../main/wire/office/targets.ts';
import { type Resource, useResource } from '../../data/useResource.ts';
import { Button } from '../../parts/Button.tsx';
import { Message, StatusRegion } from '../../parts/Panel.tsx';
import { formatTimeIn } from '../../report/figures.ts';
import { formatMoney } from '../../texts/money.ts';
import { useOfficeTexts } from '../../texts/pages/office.ts';
import { useFormats, useMe, useOffice } from '../context.tsx';
import { nameOf } from '../names.ts';
import { AnswerState, PageHead } from '../Page.tsx';
import { Pages } from '../Pages.tsx';
import { Table } from '../Table.tsx';

const PAGE = 50;

export default function Audit() {
  const { client, address } = useOffice();
  const { t } = useOfficeTexts();
  const formats = useFormats();
  const factsText = useFactsText();
  const offset = useStore(address, ({ query }) => Math.max(0, Math.floor(Number(query.get('offset')) || 0)));
  const query = { count: String(PAGE), offset: String(offset), sort: 'number:desc' };
  const answer = useResource(JSON.stringify(query), signal => client.audit(query, signal));
  return (
    <>
      <PageHead title={t('audit.title')} about={t('audit.about')} />
      <Check />
      <AnswerState answer={answer} />
      {answer.value && (
        <>
          <Table
            caption={t('audit.title')}
            rows={answer.value.data}
            keyOf={({ number }) => String(number)}
            empty={t('office.none')}
            columns={[
              { title: t('audit.number'), cell: row => row.number },
              {
                title: t('audit.at'),
                cell: row => <span className="whitespace-nowrap">{formatTimeIn(row.at, formats)}</span>,
              },
              { title: t('audit.person'), cell: row => row.name ?? row.person ?? t('audit.system') },
              { title: t('audit.action'), cell: row => nameOf('action', row.action, t) },
              {
                title: t('audit.facts'),
                cell: row => <span className="block min-w-48 wrap-anywhere">{factsText(row.facts)}</span>,
              },
            ]}
          />
          <Pages
            offset={offset}
            size={PAGE}
            count={answer.value.count}
            onOffset={next => address.go(next > 0 ? `/audit?offset=${next}` : '/audit')}
          />
        </>
      )}
    </>
  );
}

/** Names of facts that stand several times in a list. */
const MEMBERS: Readonly<Record<string, string>> = { stores: 'store', targets: 'target' };

/** The facts of a row in words: names of stores, roles and reports, days and files as they are. */
function useFactsText(): (facts: object) => string {
  const { client } = useOffice();
  const { t, language } = useOfficeTexts();
  const reports = useResource('reports', signal => client.reports(signal)).value?.data ?? [];
  const titles = new Map(reports.map(({ name, title }) => [name, title[language]]));
  const keys = new Map(reports.flatMap(({ by }) => by.map(key => [key.name, key.title[language]] as const)));
  const { stores } = useMe();
  const factText = (name: string, value: unknown): string => {
    if (Array.isArray(value)) return listOf(name, value);
    if (typeof value === 'boolean') return t(value ? 'office.yes' : 'office.no');
    if (name === 'store') return stores.find(({ id }) => id === value)?.name ?? String(value ?? t('people.allStores'));
    if (name === 'target') {
      const { store, month, currency, before, after } = value as TargetChange;
      const [old, next] = [before, after].map(sum => (sum === null ? '–' : formatMoney(sum, currency, language)));
      return `${factText('store', store)} ${month}: ${old} → ${next}`;
    }
    if (name === 'role') return nameOf('people.role', String(value), t);
    if (name === 'by' || name === 'across') return keys.get(String(value)) ?? nameOf('fact.by', String(value), t);
    if (name === 'factor') return nameOf('fact.factor', String(value), t);
    if (name === 'every') return nameOf('views.mailed', String(value), t);
    if (name === 'report') return titles.get(String(value)) ?? String(value);
    return typeof value === 'object' ? JSON.stringify(value) : String(value);
  };
  const listOf = (name: string, values: readonly unknown[]): string =>
    name === 'stores' && values.length > 1 && values.length >= stores.length
      ? t('people.allStores')
      : values.map(value => factText(MEMBERS[name] ?? '', value)).join(', ');
  return facts =>
    Object.entries(facts)
      .map(([name, value]) => `${nameOf('fact', name, t)}: ${factText(name, value)}`)
      .join('; ');
}

/** Checks the chain when somebody asks: it reads the whole log. */
function Check() {
  const { t } = useOfficeTexts();
  const [asked, setAsked] = useState(0);
  return (
    <div className="grid gap-2">
      <Button className="justify-self-start" icon="check" onPress={() => setAsked(count => count + 1)}>
        {t('audit.check')}
      </Button>
      {asked > 0 && <CheckResult key={asked} />}
    </div>
  );
}

function CheckResult() {
  const { client } = useOffice();
  const { t } = useOfficeTexts();
  const answer: Resource<{ ok: boolean; rows: number; broken: number | null }> = useResource('check', signal =>
    client.checkAudit(signal),
  );
  const { value } = answer;
  return (
    <>
      <AnswerState answer={answer} />
      <StatusRegion>
        {value &&
          (value.ok ? (
            <Message tone="good">{t('audit.ok', { rows: value.rows })}</Message>
          ) : (
            <Message tone="error">{t('audit.broken', { number: value.broken ?? 0 })}</Message>
          ))}
      </StatusRegion>
    </>
  );
}
