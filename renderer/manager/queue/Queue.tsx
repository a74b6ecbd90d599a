/** The page of the queue: the connections, what has to be cleared up, open cases, what waits, and the enrolment. */

import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { useApp } from '../../app/context.tsx';
import { Button } from '../../parts/Button.tsx';
import { Message, StatusRegion } from '../../parts/Panel.tsx';
import { TargetFacts } from '../../parts/TargetFacts.tsx';
import { targetNames } from '../../parts/targets.ts';
import { useManagerTexts } from '../../texts/pages/manager.ts';
import { useQueueTexts } from '../../texts/pages/queue.ts';
import { Page, PageProblem, Section } from '../Page.tsx';
import { Cases } from './Cases.tsx';
import { createQueueClient } from './client.ts';
import { FlowingDown } from './FlowingDown.tsx';
import { OfficeLink } from './OfficeLink.tsx';
import { ParkedRecords } from './ParkedRecords.tsx';
import { QueueStore } from './queueStore.ts';
import { RecordLine } from './RecordLine.tsx';

export default function Queue() {
  const { client, lights } = useApp();
  const { t } = useQueueTexts();
  const [store] = useState(() => {
    const configured = () => targetNames.filter(name => lights.getState().queue?.targets[name]);
    return new QueueStore(createQueueClient(client.ask), configured);
  });
  useEffect(() => {
    void store.load();
    // The light changes with every record, so the page follows it.
    return lights.subscribe((state, before) => {
      if (state.queue !== before.queue) void store.load();
    });
  }, [store, lights]);
  const { problem, parked, done } = useStore(store);
  return (
    <Page title={t('queue.title')}>
      <PageProblem problem={problem} onAgain={() => void store.load()} />
      <StatusRegion>
        {done && <Message tone="good">{done === 'key' ? t('link.keyDone') : t(`queue.done.${done}`)}</Message>}
      </StatusRegion>
      <Targets store={store} />
      {parked === null ? !problem && <Loading /> : <Lists store={store} />}
    </Page>
  );
}

function Loading() {
  const { t } = useManagerTexts();
  return (
    <p role="status" className="text-soft">
      {t('manager.loading')}
    </p>
  );
}

interface StoreProps {
  readonly store: QueueStore;
}

function Targets({ store }: StoreProps) {
  const { lights } = useApp();
  const { t } = useQueueTexts();
  const targets = useStore(lights, state => state.queue?.targets);
  const busy = useStore(store, state => state.busy);
  if (!targets) return null;
  const shown = targetNames.flatMap(name => (targets[name] ? [{ name, target: targets[name] }] : []));
  if (shown.length === 0) return <p>{t('queue.noTarget')}</p>;
  return (
    <div className="grid gap-3">
      <div className="grid items-start gap-3 md:grid-cols-2">
        {shown.map(({ name, target }) => (
          <TargetFacts key={name} name={name} target={target} />
        ))}
      </div>
      {shown.some(({ target }) => target.state !== 'up' || target.waiting > 0) && (
        <Button className="justify-self-start" busy={busy} onPress={() => void store.tryNow()}>
          {t('queue.try')}
        </Button>
      )}
    </div>
  );
}

function Lists({ store }: StoreProps) {
  const { t } = useQueueTexts();
  const { waiting, moreWaiting } = useStore(store);
  return (
    <>
      <ParkedRecords store={store} />
      <Cases store={store} />
      <Section title={t('queue.waiting')}>
        {waiting?.length === 0 && <p className="text-soft">{t('queue.waitingNone')}</p>}
        <ul className="grid grid-cols-[minmax(0,1fr)] gap-2">
          {waiting?.map(record => (
            <li key={`${record.target} ${record.id}`} className="border-line border-b pb-2 last:border-0 last:pb-0">
              <RecordLine record={record} />
            </li>
          ))}
        </ul>
        {moreWaiting > 0 && <p className="text-soft">{t('queue.more', { count: moreWaiting })}</p>}
      </Section>
      <FlowingDown store={store} />
      <OfficeLink store={store} />
    </>
  );
}
