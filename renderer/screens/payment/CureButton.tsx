/** The button that makes a terminal take cards again: it runs the task for a manager, and calls a manager for other people. */

import { useState } from 'react';
import { useStore } from 'zustand';
import { mayOpen } from '../../../main/wire/screenPages.ts';
import type { TerminalCondition } from '../../../main/wire/terminals.ts';
import { useApp } from '../../app/context.tsx';
import { problemOf } from '../../bridge/problem.ts';
import { Button } from '../../parts/Button.tsx';
import { usePaymentTexts } from '../../texts/pages/payment.ts';
import { CallManager } from '../signIn/CallManager.tsx';

export type CureName = Exclude<TerminalCondition['cure'], 'wait' | 'person'>;

/** True for a cure that the till can start; other cures need time, or a person at the terminal. */
export const isCure = (cure: string): cure is CureName =>
  cure === 'diagnosis' || cure === 'initialisation' || cure === 'endOfDay';

export interface CureButtonProps {
  readonly device: string;
  readonly cure: CureName;
}

/** The message line shows the outcome; the terminal itself reports when it takes cards again. */
export function CureButton({ device, cure }: CureButtonProps) {
  const { session, managerPage, client, notices } = useApp();
  const { t } = usePaymentTexts();
  const user = useStore(session, state => state.user);
  const [running, setRunning] = useState(false);
  const toDayEnd = () => managerPage.go('dayEnd', device);
  async function run(task: Exclude<CureName, 'endOfDay'>) {
    setRunning(true);
    try {
      await client.ask('POST', `/bridge/v1/terminals/${device}/tasks`, { do: task });
      notices.show('good', () => t(`cure.done.${task}`));
    } catch (error) {
      const failure = problemOf(error);
      notices.show('error', ({ problem }) => problem(failure));
    } finally {
      setRunning(false);
    }
  }
  if (!mayOpen(user, cure === 'endOfDay' ? 'dayEnd' : 'terminals'))
    return cure === 'endOfDay' ? <CallManager onDone={toDayEnd} /> : <CallManager />;
  return (
    <Button
      look="primary"
      icon={cure === 'endOfDay' ? 'next' : 'terminal'}
      busy={running}
      onPress={cure === 'endOfDay' ? toDayEnd : () => void run(cure)}
    >
      {t(running ? 'cure.running' : `cure.${cure}`)}
    </Button>
  );
}
