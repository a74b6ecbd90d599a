/** Open cases: what the till and the target say differently. Both versions stand side by side, and a manager closes the case. */

import { useStore } from 'zustand';
import { Button } from '../../parts/Button.tsx';
import { formatMoney } from '../../texts/money.ts';
import { useQueueTexts } from '../../texts/queue/texts.ts';
import { Section } from '../Page.tsx';
import type { QueueCase } from './client.ts';
import type { QueueStore } from './queueStore.ts';

export function Cases({ store }: { readonly store: QueueStore }) {
  const { t } = useQueueTexts();
  const { cases, busy } = useStore(store);
  return (
    <Section title={t('queue.cases')}>
      {cases?.length === 0 && <p className="text-soft">{t('queue.casesNone')}</p>}
      <ul className="grid gap-2">
        {cases?.map(one => (
          <li key={one.id} className="grid gap-3 rounded-panel border border-line bg-raised p-3">
            <CaseFacts case={one} />
            <Button className="justify-self-start" busy={busy} onPress={() => void store.closeCase(one)}>
              {t('queue.close')}
            </Button>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function CaseFacts({ case: { texts, at, amount, currency, object, facts } }: { readonly case: QueueCase }) {
  const { t, moment, language } = useQueueTexts();
  const { local, remote } = facts as { readonly local?: unknown; readonly remote?: unknown };
  return (
    <div className="grid gap-1">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-semibold">{texts[language]}</span>
        {amount !== null && (
          <span className="figures font-semibold">{formatMoney(amount, currency ?? 'EUR', language)}</span>
        )}
      </p>
      <p className="figures flex flex-wrap gap-x-4 text-sm text-soft">
        <span>{moment(Date.parse(at))}</span>
        <span className="wrap-anywhere">{object}</span>
      </p>
      {(local !== undefined || remote !== undefined) && (
        <div className="grid gap-2 sm:grid-cols-2">
          <Version title={t('queue.local')} facts={local} />
          <Version title={t('queue.remote')} facts={remote} />
        </div>
      )}
    </div>
  );
}

function Version({ title, facts }: { readonly title: string; readonly facts: unknown }) {
  const members = typeof facts === 'object' && facts !== null ? Object.entries(facts) : [];
  return (
    <section aria-label={title} className="rounded-panel border border-line bg-panel p-3">
      <h4 className="text-sm text-soft">{title}</h4>
      {members.length === 0 ? (
        <p>{facts === undefined || facts === null ? '–' : String(facts)}</p>
      ) : (
        <dl className="figures text-sm">
          {members.map(([name, value]) => (
            <div key={name} className="flex flex-wrap justify-between gap-x-3">
              <dt className="text-soft">{name}</dt>
              <dd className="wrap-anywhere">{typeof value === 'object' ? JSON.stringify(value) : String(value)}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}
