/** Nobody knows yet whether money moved: says so, shows what is being done about it, and never offers to charge again. */

import { useState } from 'react';
import { useStore } from 'zustand';
import { useApp, useWords } from '../context.tsx';
import { Button } from '../parts/Button.tsx';
import { Icon, type IconName } from '../parts/Icon.tsx';
import { Fact, Message, ScreenTitle } from '../parts/Panel.tsx';

type Progress = 'done' | 'running' | 'waiting';

export function Unknown() {
  const { till, lights, checkout } = useApp();
  const { t } = useWords();
  const person = useStore(till, state => state.payment?.step === 'person');
  const doubt = useStore(till, state => state.doubt);
  const line = useStore(lights, state => state.bridge.up && state.terminal?.state !== 'offline');
  const connected = line && !doubt;
  return (
    <main className="mx-auto grid w-full max-w-3xl flex-1 content-center gap-4 p-4">
      <div className="grid gap-2 rounded-panel border-2 border-warn bg-warn-tint p-5 text-warn">
        <div className="flex items-center gap-3">
          <Icon name={person ? 'person' : 'question'} size={40} />
          <ScreenTitle className="text-xl font-bold">{t(person ? 'unknown.personTitle' : 'unknown.title')}</ScreenTitle>
        </div>
        <p className="text-3xl leading-tight font-bold">{t('unknown.warning')}</p>
        <p className="text-lg">{t(person ? 'unknown.personExplain' : 'unknown.explain')}</p>
      </div>
      {!person && <Steps connected={connected} />}
      <Evidence />
      {person && <Decision />}
      {!doubt && (
        <div className="flex flex-wrap items-center gap-4">
          <Button icon="next" onPress={() => void checkout.leaveUnclear()}>
            {t('unknown.leave')}
          </Button>
          <p className="min-w-60 flex-1 text-sm text-soft">{t('unknown.leaveHelp')}</p>
        </div>
      )}
    </main>
  );
}

function Steps({ connected }: { readonly connected: boolean }) {
  const { t } = useWords();
  return (
    <section aria-label={t('unknown.steps')} className="grid gap-2">
      <h2 className="font-semibold">{t('unknown.steps')}</h2>
      <ol className="grid gap-2">
        <Step text={t('unknown.step.connect')} progress={connected ? 'done' : 'running'} />
        <Step text={t('unknown.step.ask')} progress={connected ? 'running' : 'waiting'} />
        <Step text={t('unknown.step.compare')} progress="waiting" />
      </ol>
      <p className="text-soft">{t('unknown.ends')}</p>
    </section>
  );
}

const SIGNS = { done: 'check', running: 'clock', waiting: 'minus' } as const satisfies Record<Progress, IconName>;

function Step({ text, progress }: { readonly text: string; readonly progress: Progress }) {
  const { t } = useWords();
  return (
    <li className="flex items-center gap-3 rounded-panel border border-line bg-panel px-3 py-2">
      <span className={progress === 'running' ? 'animate-breathe' : ''}>
        <Icon name={SIGNS[progress]} />
      </span>
      <span className="flex-1">{text}</span>
      <span className="text-sm text-soft">{t(`unknown.step.${progress}`)}</span>
    </li>
  );
}

/** For those who may decide; everybody else is told who can. */
function Decision() {
  const { session, till, checkout } = useApp();
  const { t } = useWords();
  const busy = useStore(till, state => state.busy !== null);
  const role = useStore(session, state => state.user?.role);
  const [paid, setPaid] = useState<boolean | null>(null);
  if (role !== 'manager' && role !== 'integrator') return <Message tone="info">{t('unknown.manager')}</Message>;
  return (
    <section aria-label={t('unknown.decide')} className="grid gap-2">
      <h2 className="font-semibold">{t('unknown.decide')}</h2>
      {paid === null ? (
        <div className="flex flex-wrap gap-2">
          <Button size="tall" icon="check" onPress={() => setPaid(true)}>
            {t('unknown.paid')}
          </Button>
          <Button size="tall" icon="cross" onPress={() => setPaid(false)}>
            {t('unknown.notPaid')}
          </Button>
        </div>
      ) : (
        <div className="flex flex-wrap items-center gap-2">
          <Button look="danger" size="tall" disabled={busy} onPress={() => void checkout.decide(paid)}>
            {t(paid ? 'unknown.confirmPaid' : 'unknown.confirmNotPaid')}
          </Button>
          <Button size="tall" onPress={() => setPaid(null)}>
            {t('common.back')}
          </Button>
        </div>
      )}
    </section>
  );
}

/** What a person needs to find this payment on the terminal's receipt. */
function Evidence() {
  const { till, lights } = useApp();
  const { t, money, time } = useWords();
  const { payment, sale, busy } = useStore(till);
  const terminal = useStore(lights, state => state.terminal);
  const since = payment?.startedAt ?? busy?.since;
  return (
    <section aria-label={t('unknown.evidence')} className="rounded-panel border border-line bg-panel p-4">
      <h2 className="mb-2 font-semibold">{t('unknown.evidence')}</h2>
      <dl className="grid gap-1">
        <Fact name={t('payment.amount')} id="payment-amount">
          {money(payment?.amount ?? busy?.amount ?? sale?.basket_info.missing_sum ?? 0)}
        </Fact>
        {since !== undefined && <Fact name={t('unknown.started')}>{time(since)}</Fact>}
        {terminal && <Fact name={t('payment.terminal')}>{terminal.description}</Fact>}
        <Fact name={t('unknown.sale')}>{payment?.transaction ?? sale?.id ?? ''}</Fact>
      </dl>
    </section>
  );
}
