/** One step of the end of the day: how it stands, and what cures it, with one filled button where it is to be done. */

import { useState } from 'react';
import type { CountAnswer } from '../../../main/wire/cash.ts';
import type { DayClose, DayStep, ZInput, ZReport } from '../../../main/wire/zReports.ts';
import { useApp } from '../../app/context.tsx';
import { useChange } from '../../data/useChange.ts';
import { useResource } from '../../data/useResource.ts';
import { Field } from '../../form/Field.tsx';
import { Form } from '../../form/Form.tsx';
import { Button } from '../../parts/Button.tsx';
import { Confirmation } from '../../parts/Confirmation.tsx';
import { Message, StatusRegion } from '../../parts/Panel.tsx';
import { useCashTexts } from '../../texts/pages/cash.ts';
import { CountForm } from '../cash/CountForm.tsx';
import { CountResult } from '../cash/CountResult.tsx';
import type { CashClient } from '../cash/client.ts';
import { Act } from '../Steps.tsx';

export interface StepProps {
  readonly step: DayStep;
  readonly close: DayClose;
  readonly leads: boolean;
  readonly client: CashClient;
  readonly onChanged: () => void;
  readonly onMade: (report: ZReport) => void;
}

export function Step(props: StepProps) {
  const { step } = props;
  const { t, language } = useCashTexts();
  return (
    <Act title={t(`day.step.${step.step}`)}>
      <p>{step.texts[language]}</p>
      {step.step === 'cash' ? <CashCure {...props} /> : step.state !== 'done' && <Cure {...props} />}
      {step.step === 'zReport' && <MakeReport {...props} />}
    </Act>
  );
}

/** Ways to the place where the step is done. */
function Cure({ step: { step, about, state } }: StepProps) {
  const { managerPage, checkout, entry } = useApp();
  const { t } = useCashTexts();
  const look = (place = 0) => ({ size: 'tall', look: state === 'todo' && place === 0 ? 'primary' : 'tonal' }) as const;
  const openSale = (id: string) => {
    managerPage.back();
    void checkout.openSale(id);
  };
  return (
    <div className="flex flex-wrap gap-2 empty:hidden">
      {step === 'openCases' &&
        about.map(({ id, name }, place) => (
          <Button key={id} {...look(place)} icon="next" onPress={() => openSale(id)}>
            {t('day.openSale')} <span className="figures text-sm text-soft">{name}</span>
          </Button>
        ))}
      {step === 'parked' && (
        <Button
          {...look()}
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
        about.map(({ id, name }, place) => (
          <Button key={id} {...look(place)} icon="terminal" onPress={() => managerPage.go('dayEnd', id)}>
            {t('day.toTerminal', { name })}
          </Button>
        ))}
      {step === 'queue' && (
        <Button {...look()} icon="cloud" onPress={() => managerPage.go('queue')}>
          {t('day.toQueue')}
        </Button>
      )}
    </div>
  );
}

/** Counts in place, at once where the count is due; the result stays until it was read. */
function CashCure({ step, client, onChanged }: StepProps) {
  const { managerPage } = useApp();
  const { t, problem: textOf } = useCashTexts();
  const [wants, setWants] = useState(step.state === 'todo');
  const [answer, setAnswer] = useState<CountAnswer | null>(null);
  const { value: current, problem } = useResource(wants ? 'shift' : null, client.current);
  const counted = (made: CountAnswer) => {
    setAnswer(made);
    setWants(false);
    // The next step is due now, and would take the place of the result.
    managerPage.go('closing', step.step);
    onChanged();
  };
  const denominations = current?.denominations ?? [];
  if (answer)
    return (
      <CountResult
        answer={answer}
        denominations={denominations}
        client={client}
        onCounted={counted}
        onDone={() => {
          setAnswer(null);
          managerPage.go('closing');
        }}
      />
    );
  if (wants && problem) return <Message tone="error">{textOf(problem)}</Message>;
  if (wants && current)
    return (
      <CountForm
        denominations={denominations}
        send={pieces => (current.shift ? client.close(current.shift.id, pieces) : client.countAlone(pieces))}
        onCounted={counted}
        onCancel={() => setWants(false)}
      />
    );
  if (wants || step.state === 'done') return null;
  return (
    <Button
      look={step.state === 'todo' ? 'primary' : 'tonal'}
      size="tall"
      icon="cash"
      className="justify-self-start"
      onPress={() => setWants(true)}
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
