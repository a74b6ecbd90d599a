/** The connection lights of the bar: that of the card terminal, and those that are not as they should be. */

import { useState } from 'react';
import { useStore } from 'zustand';
import { useApp } from '../../app/context.tsx';
import type { IconName } from '../../parts/Icon.tsx';
import { type LightsState, printerOfTill } from '../../stores/lights.ts';
import { useLightsTexts } from '../../texts/pages/lights.ts';
import { GOOD, Light } from './Light.tsx';
import { PrinterLight } from './PrinterLight.tsx';
import { TargetLights } from './TargetLights.tsx';
import { TerminalLightSheet } from './TerminalLightSheet.tsx';

interface State {
  readonly icon: IconName;
  readonly tone: keyof typeof TONES;
  readonly text: string;
  readonly more?: readonly string[];
}

const TONES = { good: GOOD, warn: 'text-warn', bad: 'text-bad', plain: 'text-soft' } as const;

export function ConnectionLights() {
  const { lights, till } = useApp();
  const texts = useLightsTexts();
  const state = useStore(lights);
  const ownTill = useStore(till, ({ device }) => device?.id);
  const printer = printerOfTill(state.printers, ownTill);
  const [open, setOpen] = useState(false);
  return (
    <ul
      aria-label={texts.t('lights.title')}
      className="grid gap-2 max-sm:flex max-sm:flex-wrap max-sm:gap-x-4 max-sm:gap-y-0 max-sm:bg-rail max-sm:px-2"
    >
      {lightsOf(state, texts).map(({ icon, tone, text, more = [] }) => (
        <Light
          key={icon}
          {...{ icon, text, more }}
          tone={TONES[tone]}
          {...(icon === 'terminal' && { onPress: () => setOpen(true) })}
        />
      ))}
      {state.bridge.up && printer && <PrinterLight printer={printer} />}
      {state.bridge.up && <TargetLights />}
      {open && <TerminalLightSheet onClose={() => setOpen(false)} />}
    </ul>
  );
}

type Texts = ReturnType<typeof useLightsTexts>;
type Since = (moment: number) => string;

function lightsOf({ bridge, terminal, payer, queue }: LightsState, texts: Texts): readonly State[] {
  const { t, time } = texts;
  const since: Since = moment => t('lights.since', { time: time(moment) });
  if (!bridge.up) return [{ icon: 'off', tone: 'bad', text: t('lights.bridge.down'), more: [since(bridge.since)] }];
  // Before the first view it is unknown whether the till has a terminal.
  if (!queue) return [];
  return [terminalLight(terminal, payer, texts, since)];
}

/**
 * A terminal that takes no cards is more important than its connection. A terminal that announced to be away for a while is
 * expected to be unreachable.
 */
function terminalLight(
  terminal: LightsState['terminal'],
  payer: LightsState['payer'],
  { t, language }: Texts,
  since: Since,
): State {
  const icon = 'terminal';
  if (!terminal) return { icon, tone: 'plain', text: t('lights.terminal.none') };
  if (payer)
    return {
      icon,
      tone: TERMINAL_TONES.busy,
      text: t('lights.terminal.busy'),
      more: [t('lights.terminal.payer', { till: payer.description })],
    };
  const { state, condition } = terminal;
  const isUp = state === 'ready' || state === 'busy';
  if (condition && (isUp || condition.cure === 'wait')) {
    const [tone, text] = condition.blocks
      ? (['bad', 'lights.terminal.blocked'] as const)
      : (['warn', 'lights.terminal.asks'] as const);
    return { icon, tone, text: t(text), more: [`${condition.texts[language]} · ${since(condition.since)}`] };
  }
  return { icon, tone: TERMINAL_TONES[state], text: t(`lights.terminal.${state}`), more: [since(terminal.since)] };
}

const TERMINAL_TONES = { offline: 'bad', connecting: 'warn', ready: 'good', busy: 'warn', closed: 'plain' } as const;
