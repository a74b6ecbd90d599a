/** The banner above every screen while money or data are at risk: cause and remedy from the bridge's `/healthz`. */

import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { useApp } from '../../app/context.tsx';
import { Button } from '../../parts/Button.tsx';
import { Message } from '../../parts/Panel.tsx';
import { canOpenPage } from '../../stores/managerPage.ts';
import { screenOf } from '../../stores/till.ts';
import { useMenuTexts } from '../../texts/pages/menu.ts';

interface Texts {
  readonly de: string;
  readonly en: string;
}

interface Risk {
  readonly kind: string;
  readonly cause: Texts;
  readonly cure: Texts;
}

const LOOK_EVERY = 10_000;
const NONE: readonly Risk[] = [];

export default function RiskBanner() {
  const { t, language } = useMenuTexts();
  const risks = useRisks();
  if (risks.length === 0) return null;
  return (
    <section aria-label={t('risk.title')} role="alert" className="grid gap-2 p-3 pb-0">
      {risks.map(({ kind, cause, cure }) => (
        <Message key={kind} tone="error" action={ANSWERED.has(kind) && <Answer />}>
          {cause[language]} <span className="font-normal">{cure[language]}</span>
        </Message>
      ))}
    </section>
  );
}

/** Risks that a manager ends by an answer, on the page of clock and numbers. */
const ANSWERED: ReadonlySet<string> = new Set(['numbersUnsure', 'clockUnsure']);

function Answer() {
  const { session, managerPage, till } = useApp();
  const { t } = useMenuTexts();
  const mayAnswer = useStore(session, ({ user }) => user?.role === 'manager');
  const isOpen = useStore(managerPage, ({ page }) => page === 'doubts');
  const canOpen = useStore(till, state => canOpenPage(screenOf(state)));
  if (!mayAnswer || isOpen || !canOpen) return null;
  return (
    <Button look="quiet" onPress={() => managerPage.go('doubts')}>
      {t('risk.answer')}
    </Button>
  );
}

/** A bridge that does not answer has its own connection light. */
function useRisks(): readonly Risk[] {
  const [risks, setRisks] = useState(NONE);
  useEffect(() => {
    const ended = new AbortController();
    const look = async () => {
      try {
        const answer = await fetch('/healthz', { signal: ended.signal, cache: 'no-store' });
        const { risks: now } = (await answer.json()) as { readonly risks?: readonly Risk[] };
        setRisks(known => (now && now.length + known.length > 0 ? now : known));
      } catch {
        // The next request shows the risks.
      }
    };
    void look();
    const timer = setInterval(look, LOOK_EVERY);
    return () => {
      ended.abort();
      clearInterval(timer);
    };
  }, []);
  return risks;
}
