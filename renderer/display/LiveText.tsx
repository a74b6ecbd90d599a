/** Text for a screen reader: one polite sentence after a pause, so that twenty quick scans are not twenty sentences. */

import { useEffect, useState } from 'react';
import type { DisplayView } from '../../main/wire/displays.ts';
import { formatMoney, type Language } from '../texts/money.ts';
import { promptText } from '../texts/promptText.ts';
import type { DisplayText } from './texts.ts';

const PAUSE = 700;

interface LiveTextProps {
  readonly view: DisplayView | null;
  readonly language: Language;
  readonly t: DisplayText;
}

export function LiveText({ view, language, t }: LiveTextProps) {
  const wanted = view ? spoken(view, language, t) : '';
  const [text, setText] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setText(wanted), PAUSE);
    return () => clearTimeout(timer);
  }, [wanted]);
  return (
    <p className="spoken" aria-live="polite">
      {text}
    </p>
  );
}

function spoken({ state, sale, prompt }: DisplayView, language: Language, t: DisplayText): string {
  if (!sale) return '';
  const money = (minor: number) => formatMoney(minor, sale.currency, language);
  switch (state) {
    case 'terminal':
      return promptText(prompt?.[language] ?? '') || t('terminalWait');
    case 'wait':
      return `${t('wait')}. ${t('waitMore')}`;
    case 'notPaid':
      return t('notPaid');
    case 'paid':
      return [t('thanks'), sale.change ? `${t('change')} ${money(sale.change)}` : ''].join(' ');
    case 'returned':
      return `${t('returned')}. ${t('returnedMore')}`;
    default: {
      const last = sale.lines.at(-1);
      const added = last ? t('added', { name: last.name[language], sum: money(last.sum) }) : '';
      return `${added} ${t(sale.missing < 0 ? 'back' : 'missing')} ${money(Math.abs(sale.missing))}`;
    }
  }
}
