/** Data from the online service: the age of each part, and the facts of the service about the shop. */

import { useStore } from 'zustand';
import type { DownStateView } from '../../../main/wire/down.ts';
import { Button } from '../../parts/Button.tsx';
import { Message } from '../../parts/Panel.tsx';
import { type QueueTextKey, queueTexts, useQueueTexts } from '../../texts/pages/queue.ts';
import { Section } from '../Page.tsx';
import type { QueueStore } from './queueStore.ts';

export function FlowingDown({ store }: { readonly store: QueueStore }) {
  const { t } = useQueueTexts();
  const { down, busy } = useStore(store);
  if (!down || down.parts.length === 0) return null;
  return (
    <Section title={t('down.title')}>
      <p className="text-soft">{t('down.help')}</p>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-x-6 gap-y-2 sm:grid-cols-2">
        {down.parts.map(part => (
          <Part key={part.part} part={part} />
        ))}
      </ul>
      <ShopFacts shop={down.shop} />
      <Button className="justify-self-start" busy={busy} onPress={() => void store.readDown()}>
        {t('down.read')}
      </Button>
    </Section>
  );
}

type PartView = DownStateView['parts'][number];

/** Older than a day is worth a look, as the light of the service says as well. */
const OLD = 86_400;

function Part({ part: { part, age_seconds: age, rows, problem } }: { readonly part: PartView }) {
  const { t, language } = useQueueTexts();
  const ageOf = useAge();
  const nameOf = usePartName();
  const isOld = age === null || age > OLD;
  return (
    <li className="grid content-start gap-1 border-line border-b pb-2">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span>{nameOf(part)}</span>
        <span className={`figures text-sm ${isOld ? 'text-warn' : 'text-soft'}`}>
          {rows !== null && `${t('down.rows', { count: rows })} · `}
          {ageOf(age)}
        </span>
      </p>
      {problem && <p className="text-sm text-warn">{problem.texts[language]}</p>}
    </li>
  );
}

/** The word for a part that flows down; any other text is itself. */
export function usePartName(): (part: string) => string {
  const { t } = useQueueTexts();
  return part => {
    const key = `down.part.${part}`;
    return key in queueTexts ? t(key as QueueTextKey) : part;
  };
}

/** The largest unit alone: how long ago it was matters, and not to the second. */
function useAge(): (seconds: number | null) => string {
  const { t } = useQueueTexts();
  return seconds => {
    if (seconds === null) return t('down.never');
    if (seconds < 90) return t('down.now');
    if (seconds < 5400) return t('down.minutes', { count: Math.round(seconds / 60) });
    if (seconds < 172_800) return t('down.hours', { count: Math.round(seconds / 3600) });
    return t('down.days', { count: Math.round(seconds / 86_400) });
  };
}

function ShopFacts({ shop: { merchant, contracts } }: Pick<DownStateView, 'shop'>) {
  const { t } = useQueueTexts();
  if (merchant === null && contracts.length === 0) return null;
  const { name = '', address } = (merchant ?? {}) as { readonly name?: string; readonly address?: readonly string[] };
  return (
    <div className="grid gap-2">
      {merchant && <p>{t('down.merchant', { name: [name, ...(address ?? [])].join(', ') })}</p>}
      {contracts.map(contract => (
        <Contract key={contract.id} contract={contract} />
      ))}
    </div>
  );
}

function Contract({ contract }: { readonly contract: DownStateView['shop']['contracts'][number] }) {
  const { t, moment } = useQueueTexts();
  const { id, name, approved, terminated, currencies } = contract;
  const text = t('down.contract', { name: name ?? id, currencies: currencies?.join(', ') || '–' });
  if (terminated !== null)
    return <Message tone="error">{`${text} ${t('down.ended', { time: moment(Date.parse(terminated)) })}`}</Message>;
  if (!approved) return <Message tone="warn">{`${text} ${t('down.unapproved')}`}</Message>;
  return <p className="wrap-anywhere">{text}</p>;
}
