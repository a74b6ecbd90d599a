/** The end of the business day as one guided sequence: each step says how it stands, and its cure is one touch away. */

import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { DayClose, ZReport } from '../../../main/wire/zReports.ts';
import { useApp } from '../../app/context.tsx';
import { useResource } from '../../data/useResource.ts';
import { Button } from '../../parts/Button.tsx';
import { Message } from '../../parts/Panel.tsx';
import { formatDay } from '../../report/figures.ts';
import { isManager } from '../../stores/session.ts';
import { useCashTexts } from '../../texts/pages/cash.ts';
import { type CashClient, createCashClient } from '../cash/client.ts';
import { Page, PageProblem, Section } from '../Page.tsx';
import { Steps } from '../Steps.tsx';
import { PastDays } from './PastDays.tsx';
import { ReportDetail } from './ReportDetail.tsx';
import { Step, type StepProps } from './Step.tsx';

/** Changes come in bursts: one reading answers all of them, ms. */
const QUIET = 300;
const CHANGING: ReadonlySet<string> = new Set(['transaction', 'payment', 'dayEnd', 'queue', 'terminal']);

export default function Closing() {
  const { client: bridge, session } = useApp();
  const { t } = useCashTexts();
  const client = useMemo(() => createCashClient(bridge.ask), [bridge]);
  const leads = useStore(session, ({ user }) => isManager(user));
  const { value: close, problem, reload } = useSteps(client);
  const [shown, setShown] = useState<ZReport | null>(null);
  const [made, setMade] = useState(0);
  const showX = () => void client.interim().then(setShown, reload);
  return (
    <Page title={t('day.title')}>
      <PageProblem problem={problem} onAgain={reload} />
      {!close && !problem && (
        <p role="status" className="text-soft">
          {t('money.loading')}
        </p>
      )}
      {close && (
        <>
          <Head close={close} />
          <DaySteps
            close={close}
            leads={leads}
            client={client}
            report={shown && <ReportDetail key={shown.id} report={shown} onClose={() => setShown(null)} />}
            onChosen={() => setShown(null)}
            onChanged={reload}
            onMade={report => {
              setShown(report);
              setMade(count => count + 1);
              reload();
            }}
          />
          <div className={`flex flex-wrap gap-2 ${shown ? 'max-lg:hidden' : ''}`}>
            <Button icon="undo" onPress={reload}>
              {t('day.check')}
            </Button>
            {leads && (
              <Button icon="receipt" onPress={showX}>
                {t('day.x')}
              </Button>
            )}
          </div>
          {leads && (
            <Section title={t('day.past')}>
              <PastDays client={client} made={made} onShow={id => void client.report(id).then(setShown, reload)} />
            </Section>
          )}
        </>
      )}
    </Page>
  );
}

interface DayStepsProps extends Omit<StepProps, 'step'> {
  /** The report that is read now, in place of a step. */
  readonly report: ReactNode;
  readonly onChosen: () => void;
}

/** The step of the address, or else the one that is due. */
function DaySteps({ report, onChosen, ...props }: DayStepsProps) {
  const { close } = props;
  const { managerPage } = useApp();
  const { t } = useCashTexts();
  const named = useStore(managerPage, ({ device }) => device);
  const due = close.next ?? 'zReport';
  const step = close.steps.find(one => one.step === named) ?? close.steps.find(one => one.step === due);
  if (!step) return null;
  return (
    <Steps
      label={t('day.steps')}
      steps={close.steps.map(({ step: id, state }) => ({
        id,
        title: t(`day.step.${id}`),
        state: t(`day.state.${state}`),
        isDue: close.next === id,
        ...LOOKS[state],
      }))}
      chosen={report ? null : step.step}
      onChoose={id => {
        onChosen();
        managerPage.go('closing', id);
      }}
      form={report}
    >
      <Step key={step.step} step={step} {...props} />
    </Steps>
  );
}

const LOOKS = {
  done: { icon: 'check', tone: 'good' },
  todo: { icon: 'alert', tone: 'warn' },
  note: { icon: 'info', tone: 'soft' },
} as const;

function Head({ close }: { readonly close: DayClose }) {
  const { t, language } = useCashTexts();
  const { steps, schedule } = close;
  const done = steps.filter(({ state }) => state !== 'todo').length;
  return (
    <div className="grid gap-1">
      <p className="flex flex-wrap gap-x-4">
        <strong>{t('day.of', { till: close.till_name, day: formatDay(close.day, language) })}</strong>
        <span role="status" className="font-medium text-action-ink">
          {t('day.progress', { done, count: steps.length })}
        </span>
      </p>
      {schedule.waiting && <Message tone="info">{t('day.waiting')}</Message>}
      <p className="text-sm text-soft">
        {schedule.at === null ? t('day.unscheduled') : t('day.scheduled', { time: schedule.at })}
      </p>
    </div>
  );
}

/** The steps as they are now: read again when something changed at the till, at a terminal or in the queue. */
function useSteps(client: CashClient) {
  const { listen, lights } = useApp();
  const steps = useResource('steps', client.steps);
  const { reload } = steps;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    const soon = () => {
      clearTimeout(timer.current);
      timer.current = setTimeout(reload, QUIET);
    };
    const forget = listen(({ name }) => {
      if (CHANGING.has(name)) soon();
    });
    // Events that happened while the stream was down are lost, so the steps are read again.
    const unsubscribe = lights.subscribe(({ bridge }, before) => {
      if (bridge.up && !before.bridge.up) soon();
    });
    return () => {
      clearTimeout(timer.current);
      forget();
      unsubscribe();
    };
  }, [reload, listen, lights]);
  return steps;
}
