/** The page of the audit log: its entries by kind and subject, and the check of its chain. */

import { useState } from 'react';
import { type AuditCheck, type AuditEntry, auditKinds } from '../../../main/wire/audit.ts';
import { useApp } from '../../app/context.tsx';
import { useChange } from '../../data/useChange.ts';
import { type Rows, useRows } from '../../data/useRows.ts';
import { Field } from '../../form/Field.tsx';
import { Form } from '../../form/Form.tsx';
import { Select } from '../../form/Select.tsx';
import { Button } from '../../parts/Button.tsx';
import { Message, StatusRegion } from '../../parts/Panel.tsx';
import { usePeopleTexts } from '../../texts/pages/people.ts';
import { Page, PageProblem, Section } from '../Page.tsx';
import { AuditEntries } from './AuditEntries.tsx';

const PAGE = 25;
const PATH = '/bridge/v1/audit';

interface Filter {
  /** Empty: every kind. */
  readonly kind: string;
  readonly subject: string;
}

export default function Audit() {
  const { client } = useApp();
  const { t } = usePeopleTexts();
  const [filter, setFilter] = useState<Filter>({ kind: '', subject: '' });
  const { kind, subject } = filter;
  const q = [kind && `kind:${kind}`, subject && `subject:${subject}`].filter(Boolean).join(' AND ');
  const entries = useRows(q, offset =>
    client.ask<Rows<AuditEntry>>('GET', `${PATH}?count=${PAGE}&offset=${offset}${q && `&q=${encodeURIComponent(q)}`}`),
  );
  const { value: found, problem } = entries;
  return (
    <Page title={t('changes.title')}>
      <PageProblem problem={problem} onAgain={entries.reload} />
      <ChainCheck />
      <Section title={t('changes.entries')}>
        <FilterForm filter={filter} onFilter={setFilter} />
        <p role="status" className="text-soft">
          {found &&
            (found.count === 0
              ? t('changes.none')
              : t('changes.found', { shown: found.data.length, count: found.count }))}
        </p>
        {found && <AuditEntries entries={found.data} />}
        {found && found.data.length < found.count && (
          <Button className="justify-self-start" onPress={() => void entries.more()}>
            {t('changes.more')}
          </Button>
        )}
      </Section>
    </Page>
  );
}

interface FilterFormProps {
  readonly filter: Filter;
  readonly onFilter: (filter: Filter) => void;
}

function FilterForm({ filter, onFilter }: FilterFormProps) {
  const { t } = usePeopleTexts();
  const [subject, setSubject] = useState(filter.subject);
  // Characters that the query language reads as signs are in no id and no number.
  const search = () => onFilter({ ...filter, subject: subject.replace(/[^\p{L}\p{N}_.@-]/gu, '') });
  return (
    <Form onSubmit={search} className="grid items-start gap-4 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]">
      <Select
        label={t('changes.kind')}
        value={filter.kind}
        options={[
          { value: '', text: t('changes.kind.all') },
          ...auditKinds.map(kind => ({ value: kind, text: t(`changes.kind.${kind}`) })),
        ]}
        onChange={kind => onFilter({ ...filter, kind })}
      />
      <Field label={t('changes.subject')} help={t('changes.subjectHelp')} value={subject} onChange={setSubject} />
      <Button icon="search" className="sm:mt-6" onPress={search}>
        {t('changes.search')}
      </Button>
    </Form>
  );
}

/** Computes the chain anew, and says what came of it. */
function ChainCheck() {
  const { client } = useApp();
  const { t, problem: textOf } = usePeopleTexts();
  const [check, setCheck] = useState<AuditCheck | null>(null);
  const { busy, problem, run } = useChange();
  const look = async () => setCheck(await run(() => client.ask<AuditCheck>('GET', `${PATH}/check`)));
  return (
    <section aria-label={t('changes.check')} className="grid gap-2">
      <div className="flex flex-wrap items-center gap-3">
        <Button icon="check" busy={busy} onPress={() => void look()}>
          {busy ? t('changes.checking') : t('changes.check')}
        </Button>
        <p className="min-w-0 flex-1 text-sm text-soft max-sm:basis-full">{t('changes.checkHelp')}</p>
      </div>
      <StatusRegion>
        {problem && <Message tone="error">{textOf(problem)}</Message>}
        {check && <CheckResult check={check} />}
      </StatusRegion>
    </section>
  );
}

function CheckResult({ check: { ok, entries, broken, head } }: { readonly check: AuditCheck }) {
  const { t } = usePeopleTexts();
  if (ok)
    return (
      <Message tone="good">
        {t('changes.ok', { count: entries, head: head === '' ? '–' : `${head.slice(0, 12)}…` })}
      </Message>
    );
  return (
    <Message tone="error">
      {broken === null ? t('changes.cutOff', { count: entries }) : t('changes.broken', { id: broken })}
    </Message>
  );
}
