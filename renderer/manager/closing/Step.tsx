/** One step of the end of the day: how it stands, and what cures it. */

import { useState } from 'react';
import type { CountAnswer, CurrentShift } from '../../../main/wire/cash.ts';
import type { DayClose, DayStep, ZInput, ZReport } from '../../../main/wire/zReports.ts';
import { useApp } from '../../app/context.tsx';
import { useChange } from '../../data/useChange.ts';
import { Field } from '../../form/Field.tsx';
import { Form } from '../../form/Form.tsx';
import { Button } from '../../parts/Button.tsx';
import { Confirmation } from '../../parts/Confirmation.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { Message, StatusRegion } from '../../parts/Panel.tsx';
import { useCashTexts } from '../../texts/pages/cash.ts';
import { CountForm } from '../cash/CountForm.tsx';
import { CountResult } from '../cash/CountResult.tsx';
import type { CashClient } from '../cash/client.ts';

interface StepProps {
  readonly step: DayStep;
  readonly close: DayClose;
  readonly leads: boolean;
  readonly client: CashClient;
  readonly onChanged: () => void;
  readonly onMade: (report: ZReport) => void;
}

const LOOKS = {
  done: { icon: 'check', tone: 'text-good' },
  todo: { icon: 'alert', tone: 'text-warn' },
  note: { icon: 'info', tone: 'text-soft' },
} as const;

export function Step(props: StepProps) {
  const { step, close } = props;
  const { t, language } = useCashTexts();
  const { icon, tone } = LOOKS[step.state];
  const isNext = close.next === step.step;
  return (
    <li
      aria-current={isNext ? 'step' : undefined}
      className={`grid grid-cols-[minmax(0,1fr)] gap-3 rounded-control border bg-surface p-4 ${isNext ? 'border-2 border-action' : 'border-line'}`}
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className={tone}>
          <Icon name={icon} size={24} />
        </span>
        <h2 className="text-lg font-semibold">{t(`day.step.${step.step}`)}</h2>
        <span className={`text-sm font-medium ${tone}`}>{t(`day.state.${step.state}`)}</span>
      </div>
      <p>{step.texts[language]}</p>
      {step.step === 'cash' ? <CashCure {...props} /> : step.state !== 'done' && <Cure {...props} />}
      {step.step === 'zReport' && <MakeReport {...props} />}
    </li>
  );
}

/** Ways to the place where the step is done. */
function Cure({ step: { step, about } }: StepProps) {
  const { managerPage, checkout, entry } = useApp();
  const { t } = useCashTexts();
  const openSale = (id: string) => {
    managerPage.back();
    void checkout.openSale(id);
  };
  return (
    <div className="flex flex-wrap gap-2 empty:hidden">
      {step === 'openCases' &&
        about.map(({ id, name }) => (
          <Button key={id} icon="next" onPress={() => openSale(id)}>
            {t('day.openSale')} <span className="figures text-sm text-soft">{name}</span>
          </Button>
        ))}
      {step === 'parked' && (
        <Button
          icon="basket"
          onPress={() => {
            managerPage.back();
            entry.open({ name: 'parked' });
          }}
        >
          {t('day.toBaskets')}
        </Button>
      )}
      {step === 'terminals' &&
        about.map(({ id, name }) => (
          <Button key={id} icon="terminal" onPress={() => managerPage.go('dayEnd', id)}>
            {t('day.toTerminal', { name })}
          </Button>
        ))}
      {step === 'queue' && (
        <Button icon="cloud" onPress={() => managerPage.go('queue')}>
          {t('day.toQueue')}
        </Button>
      )}
    </div>
  );
}

/** Counts in place; the result stays until it was read. */
function CashCure({ step, client, onChanged }: StepProps) {
  const { t } = useCashTexts();
  const [current, setCurrent] = useState<CurrentShift | null>(null);
  const [counting, setCounting] = useState(false);
  const [answer, setAnswer] = useState<CountAnswer | null>(null);
  const begin = async () => {
    const found = await client.current().catch(() => null);
    setCurrent(found);
    setCounting(found !== null);
  };
  const counted = (made: CountAnswer) => {
    setAnswer(made);
    setCounting(false);
    onChanged();
  };
  const denominations = current?.denominations ?? [];
  if (answer && !counting)
    return (
      <CountResult
        answer={answer}
        denominations={denominations}
        client={client}
        onCounted={counted}
        onDone={() => setAnswer(null)}
      />
    );
  if (counting && current)
    return (
      <CountForm
        denominations={denominations}
        send={pieces => (current.shift ? client.close(current.shift.id, pieces) : client.countAlone(pieces))}
        onCounted={counted}
        onCancel={() => setCounting(false)}
      />
    );
  if (step.state === 'done') return null;
  return (
    <Button
      look="primary"
      size="tall"
      icon="cash"
      className="justify-self-start"
      onPress={() => {
        void begin();
      }}
    >
      {t('day.count')}
    </Button>
  );
}

/** The Z report, once nothing stops it; a manager may pass what can be passed. */
function MakeReport({ close, leads, client, onMade }: StepProps) {
  const { t, problem: textOf } = useCashTexts();
  const [sure, setSure] = useState(false);
  const [reason, setReason] = useState('');
  const [asked, setAsked] = useState(false);
  const change = useChange();
  const open = close.steps.filter(({ step, state }) => state === 'todo' && step !== 'zReport');
  const passable = open.length > 0 && open.every(step => step.passable);
  if (open.length > 0 && !(passable && leads)) return null;
  const make = async (input: ZInput) => {
    const report = await change.run(() => client.make(input));
    setSure(false);
    if (report) onMade(report);
  };
  const despite = open.map(({ step }) => step) as NonNullable<ZInput['despite']>;
  const ask = () => {
    setAsked(true);
    if (!passable || reason.trim() !== '') setSure(true);
  };
  const done = close.next === null;
  return (
    <Form onSubmit={ask} className="grid gap-3">
      {done && <Message tone="good">{t('day.nothing')}</Message>}
      {passable && (
        <Field
          label={t('day.despiteReason')}
          value={reason}
          maxLength={200}
          error={asked && reason.trim() === '' ? t('money.noReason') : null}
          onChange={setReason}
        />
      )}
      <StatusRegion>{change.problem && <Message tone="error">{textOf(change.problem)}</Message>}</StatusRegion>
      {sure ? (
        <Confirmation
          text={t('day.makeSure')}
          no={t('day.no')}
          yes={t('day.yes')}
          icon="check"
          busy={change.busy}
          onNo={() => setSure(false)}
          onYes={() => void make(passable ? { despite, reason } : {})}
        />
      ) : (
        <Button
          look={done ? 'tonal' : 'primary'}
          size="tall"
          icon="check"
          className="justify-self-start"
          busy={change.busy}
          onPress={ask}
        >
          {passable ? t('day.despite') : done ? t('day.again') : t('day.make', { number: close.number })}
        </Button>
      )}
    </Form>
  );
}
