/** States of the cards, as far as the screen knows them or learns them with one call. */

import { useStore } from 'zustand';
import { mayInstall } from '../../../main/wire/screenPages.ts';
import type { Terminal } from '../../../main/wire/terminals.ts';
import { useApp } from '../../app/context.tsx';
import { useResource } from '../../data/useResource.ts';
import type { LightsState } from '../../stores/lights.ts';
import { useManageTexts } from '../../texts/pages/manage.ts';
import { usePrinterTexts } from '../../texts/pages/printers.ts';
import type { Entry } from './entries.ts';

export interface CardState {
  readonly text: string;
  /** Somebody has to look at it. */
  readonly warns?: boolean;
}

/** By what the card leads to; without an entry nothing is known cheaply. */
export type CardStates = Partial<Record<Entry['leads'], CardState | null>>;

export function useStates(): CardStates {
  const { session, catalogue, settings, lights, client } = useApp();
  const { t } = useManageTexts();
  const { t: printerText } = usePrinterTexts();
  const { user, info } = useStore(session);
  const articles = useStore(catalogue, state => state.byNumber.size);
  const language = useStore(settings, state => state.language);
  const state = useStore(lights);
  const terminals = useResource(mayInstall(user) ? 'terminals' : null, () => client.terminals()).value?.data ?? null;
  return {
    articles: { text: t('manage.state.articles', { count: articles }) },
    shop: info && { text: info.merchant.name },
    people: info && info.staff.length > 0 ? { text: t('manage.state.people', { count: info.staff.length }) } : null,
    terminals: terminals && terminalState(terminals),
    printers: printerState(state.printers),
    dayEnd: state.terminal?.condition?.cure === 'endOfDay' ? { text: t('manage.state.due'), warns: true } : null,
    queue: state.queue && queueState(state.queue),
    own: user && {
      text: t('manage.state.own', { name: user.name, language: language === 'de' ? 'Deutsch' : 'English' }),
    },
  };

  function terminalState(all: readonly Terminal[]): CardState {
    const away = all.filter(one => one.state === 'offline' || one.state === 'connecting').length;
    if (all.length === 0) return { text: t('manage.state.noTerminals') };
    if (away > 0) return { text: t('manage.state.terminalsAway', { count: all.length, away }), warns: true };
    const condition = all.find(one => one.condition !== null)?.condition;
    if (condition) return { text: condition.texts[language], warns: true };
    return { text: t('manage.state.terminals', { count: all.length }) };
  }

  function printerState(printers: LightsState['printers']): CardState | null {
    const all = Object.values(printers);
    const faulty = all.find(one => one.state !== 'ready' && one.state !== 'unknown');
    if (faulty) return { text: `${faulty.name}: ${printerText(`printer.state.${faulty.state}`)}`, warns: true };
    if (all.some(one => one.paper_low)) return { text: printerText('printer.paperLow'), warns: true };
    return all.length > 0 ? { text: t('manage.state.printers', { count: all.length }) } : null;
  }

  function queueState({ targets, waiting, parked, cases }: NonNullable<LightsState['queue']>): CardState | null {
    if (parked + cases > 0) return { text: t('manage.state.toClear', { count: parked + cases }), warns: true };
    if (waiting > 0) return { text: t('manage.state.waiting', { count: waiting }) };
    return targets.upstream || targets.office ? { text: t('manage.state.sent') } : null;
  }
}
