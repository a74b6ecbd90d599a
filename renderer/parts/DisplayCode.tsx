/** The code that pairs a customer display, with the address at which it is typed. */

import { useState } from 'react';
import type { DisplayCode as Code, DisplayCodeInput } from '../../main/wire/displays.ts';
import { useApp } from '../app/context.tsx';
import { type Problem, problemOf } from '../bridge/problem.ts';
import { useDisplayTexts } from '../texts/pages/displays.ts';
import { Button } from './Button.tsx';
import { Message, StatusRegion } from './Panel.tsx';

interface DisplayCodeProps {
  /** The display to pair; left out: one for the till of this screen. */
  readonly input?: DisplayCodeInput;
  /** Called with each new code. */
  readonly onCode?: () => void;
}

export default function DisplayCode({ input = {}, onCode }: DisplayCodeProps) {
  const { client } = useApp();
  const { t, problem: problemText } = useDisplayTexts();
  const [code, setCode] = useState<Code | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const ask = async () => {
    try {
      setProblem(null);
      setCode(await client.ask<Code>('POST', '/bridge/v1/displays/codes', input));
      onCode?.();
    } catch (error) {
      setProblem(problemOf(error));
    }
  };
  return (
    <div className="grid gap-2">
      <Button icon="plus" className="justify-self-start" onPress={() => void ask()}>
        {t('display.connect')}
      </Button>
      <StatusRegion>
        {problem && <Message tone="error">{problemText(problem)}</Message>}
        {code && (
          <div className="grid gap-1 well p-3">
            <p>{t('display.how')}</p>
            <dl className="grid gap-1">
              <dt className="text-sm text-soft">{t('display.address')}</dt>
              <dd className="text-lg font-medium break-all select-all">{`${location.origin}/display`}</dd>
              <dt className="text-sm text-soft">{t('display.code')}</dt>
              <dd data-testid="display-code" className="figures text-4xl font-bold tracking-widest select-all">
                {code.code}
              </dd>
            </dl>
            <p className="text-sm">{t('display.for', { till: code.till.name })}</p>
            {isOnlyHere(location.hostname) && <p className="text-sm text-soft">{t('display.here')}</p>}
          </div>
        )}
      </StatusRegion>
    </div>
  );
}

/** True for an address that no other device reaches. */
const isOnlyHere = (host: string): boolean => host === 'localhost' || host === '[::1]' || host.startsWith('127.');
