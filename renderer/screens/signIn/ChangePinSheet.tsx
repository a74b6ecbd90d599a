/** The dialog in which the person who is signed in chooses another PIN. */

import { useState } from 'react';
import { useApp } from '../../app/context.tsx';
import { faultsIn, type Problem, problemOf } from '../../bridge/problem.ts';
import { Button } from '../../parts/Button.tsx';
import { Message, StatusRegion } from '../../parts/Panel.tsx';
import { Sheet } from '../../parts/Sheet.tsx';
import { useMenuTexts } from '../../texts/pages/menu.ts';
import { PinField } from './OwnPinForm.tsx';

export function ChangePinSheet({ onClose }: { readonly onClose: () => void }) {
  const { changePin, notices } = useApp();
  const texts = useMenuTexts();
  const { t, language } = texts;
  const [old, setOld] = useState('');
  const [pin, setPin] = useState('');
  const [again, setAgain] = useState('');
  const [busy, setBusy] = useState(false);
  const [differ, setDiffer] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const submit = async () => {
    if (busy || old === '' || pin === '') return;
    setDiffer(pin !== again);
    if (pin !== again) return;
    setBusy(true);
    try {
      await changePin(old, pin);
      notices.show('good', () => texts.t('menu.pinChanged'));
      onClose();
    } catch (error) {
      setProblem(problemOf(error));
    } finally {
      setBusy(false);
    }
  };
  const fault = faultsIn(problem).get('new_pin')?.[language];
  const shown = differ ? t('login.pinsDiffer') : problem && (fault ?? texts.problem(problem));
  return (
    <Sheet manual="sign-in" title={t('menu.changePin')} closeLabel={t('common.close')} onClose={onClose}>
      <form
        onSubmit={event => {
          event.preventDefault();
          void submit();
        }}
        className="grid gap-3"
      >
        <button type="submit" hidden tabIndex={-1} />
        <StatusRegion>{shown && <Message tone="error">{shown}</Message>}</StatusRegion>
        <PinField label={t('menu.oldPin')} value={old} onChange={setOld} focused />
        <PinField label={t('login.newPin')} value={pin} onChange={setPin} />
        <PinField label={t('login.newPinAgain')} value={again} onChange={setAgain} />
        <Button look="primary" disabled={old === '' || pin === ''} busy={busy} onPress={() => void submit()}>
          {t('menu.savePin')}
        </Button>
      </form>
    </Sheet>
  );
}
