/** The page of the end-of-day: preview, run, result, and earlier ends-of-day. */

import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { useApp } from '../../app/context.tsx';
import { Button } from '../../parts/Button.tsx';
import { Choice } from '../../parts/Choice.tsx';
import { Elapsed } from '../../parts/Elapsed.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { Message } from '../../parts/Panel.tsx';
import { useManagerTexts } from '../../texts/pages/manager.ts';
import { createManagerClient } from '../client.ts';
import { Page, PageProblem, Section } from '../Page.tsx';
import { Preview } from './DayEndPreview.tsx';
import { Result } from './DayEndResult.tsx';
import { DAY_END_STATES } from './dayEndStates.ts';
import { DayEndStore } from './dayEndStore.ts';

export default function DayEnd() {
  const { client, till, managerPage, lights, listen } = useApp();
  const { t } = useManagerTexts();
  const [store] = useState(
    () =>
      new DayEndStore(
        createManagerClient(client.ask),
        { device: managerPage.getState().device, till: till.getState().device?.id ?? null },
        Date.now,
      ),
  );
  useEffect(() => {
    void store.open();
    const forget = listen(event => void store.onEvent(event));
    // Events that happened while the stream was down are lost, so the page loads again.
    const unsubscribe = lights.subscribe(({ bridge }, before) => {
      if (bridge.up && !before.bridge.up) void store.recheck();
    });
    return () => {
      forget();
      unsubscribe();
    };
  }, [store, listen, lights]);
  const { terminals, device, preview, runningSince, shown, problem } = useStore(store);
  return (
    <Page title={t('dayEnd.title')}>
      <PageProblem problem={problem} onAgain={() => void store.open()} />
      {terminals && terminals.length > 1 && (
        <Choice
          label={t('manager.terminal')}
          value={device ?? ''}
          options={terminals.map(one => ({ value: one.device, text: one.description }))}
          onChange={value => void store.choose(value)}
        />
      )}
      {terminals?.length === 0 && <Message tone="warn">{t('manager.noTerminal')}</Message>}
      {!problem && (terminals === null || (device !== null && !preview && !shown && runningSince === null)) && (
        <p role="status" className="text-soft">
          {t('manager.loading')}
        </p>
      )}
      {runningSince !== null && <Running since={runningSince} />}
      {runningSince === null && shown && <Result key={shown.id} dayEnd={shown} store={store} />}
      {runningSince === null && !shown && preview && <Preview key={preview.device} preview={preview} store={store} />}
      {device !== null && <PastDayEnds store={store} />}
    </Page>
  );
}

function Running({ since }: { readonly since: number }) {
  const { t } = useManagerTexts();
  return (
    <section aria-label={t('dayEnd.running')} className="grid justify-items-center gap-3 card p-8 text-center">
      <span className="animate-breathe text-action-ink">
        <Icon name="terminal" size={40} />
      </span>
      <h2 role="status" className="text-prompt font-semibold">
        {t('dayEnd.running')}
      </h2>
      <p className="text-soft">{t('dayEnd.runningHelp')}</p>
      <p className="flex items-center gap-2 text-soft">
        <Icon name="clock" size={20} />
        <Elapsed since={since} label={t('dayEnd.elapsed')} />
      </p>
    </section>
  );
}

function PastDayEnds({ store }: { readonly store: DayEndStore }) {
  const { t, money, moment } = useManagerTexts();
  const past = useStore(store, state => state.past);
  const shown = useStore(store, state => state.shown?.id);
  return (
    <Section title={t('dayEnd.past')}>
      {past.length === 0 && <p className="text-soft">{t('dayEnd.noPast')}</p>}
      <ul className="grid gap-2">
        {past.map(({ id, state, started, staff, terminal, journal }) => (
          <li key={id}>
            <Button
              className="w-full flex-wrap justify-start gap-x-4 gap-y-0 py-2 text-start"
              pressed={id === shown}
              disabled={state === 'running'}
              onPress={() => void store.show(id)}
            >
              <span
                className={`flex flex-1 items-center gap-2 font-semibold whitespace-nowrap sm:min-w-40 sm:flex-none ${DAY_END_STATES[state].tone}`}
              >
                <Icon name={DAY_END_STATES[state].icon} />
                {t(`dayEnd.state.${state}`)}
              </span>
              <span className="figures order-last w-full ps-8 sm:order-none sm:w-auto sm:flex-1 sm:ps-0">
                {moment(Date.parse(started))}
              </span>
              <span className="text-sm text-soft max-sm:hidden">{staff ?? t('dayEnd.scheduled')}</span>
              <span className="figures font-semibold">{money((terminal ?? journal).amount)}</span>
            </Button>
          </li>
        ))}
      </ul>
    </Section>
  );
}
