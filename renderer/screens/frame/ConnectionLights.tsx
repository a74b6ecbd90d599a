/** The connection lights of the bar: bridge, card terminal, and the targets of the queue as far as there are any. */

import { Suspense, useState } from 'react';
import { useStore } from 'zustand';
import { useApp } from '../../app/context.tsx';
import { Icon, type IconName } from '../../parts/Icon.tsx';
import { earlyPart } from '../../parts/laterPart.tsx';
import { type LightsState, printerOfTill } from '../../stores/lights.ts';
import { useTexts } from '../../texts/context.tsx';
import type { Texts } from '../../texts/texts.ts';

const TerminalLightSheet = earlyPart(() => import('./TerminalLightSheet.tsx'));
const TargetLights = earlyPart(() => import('./TargetLights.tsx'));
const PrinterLight = earlyPart(() => import('./PrinterLight.tsx'));

interface Light {
  readonly icon: IconName;
  readonly tone: keyof typeof TONES;
  readonly text: string;
  readonly more?: string | undefined;
}

const TONES = { good: 'text-good', warn: 'text-warn', bad: 'text-bad', plain: 'text-soft' } as const;

export function ConnectionLights() {
  const { lights, till } = useApp();
  const texts = useTexts();
  const state = useStore(lights);
  const ownTill = useStore(till, ({ device }) => device?.id);
  const printer = printerOfTill(state.printers, ownTill);
  const { upstream, office } = state.queue?.targets ?? {};
  // A target that is not configured has no light.
  const hasTarget = state.bridge.up && (upstream || office);
  return (
    <ul
      aria-label={texts.t('lights.title')}
      className="flex flex-wrap items-center gap-x-5 gap-y-1 max-sm:order-last max-sm:w-full max-sm:pb-1"
    >
      {lightsOf(state, texts).map(light => (
        <ConnectionLight key={light.icon} {...light} />
      ))}
      {state.bridge.up && printer && (
        <Suspense>
          <PrinterLight printer={printer} />
        </Suspense>
      )}
      {hasTarget && (
        <Suspense>
          <TargetLights />
        </Suspense>
      )}
    </ul>
  );
}

/** One connection: icon, text, and start time. The colour only repeats the text. That of the terminal explains itself on a press. */
function ConnectionLight({ icon, tone, text, more }: Light) {
  const [open, setOpen] = useState(false);
  const words = (
    <>
      <Icon name={icon} size={20} />
      <span className="leading-tight">
        <span className="font-semibold">{text}</span>
        {more && <span className="figures block text-xs text-soft">{more}</span>}
      </span>
    </>
  );
  if (icon !== 'terminal') return <li className={`flex items-center gap-1.5 text-sm ${TONES[tone]}`}>{words}</li>;
  return (
    <li>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className={`touch flex items-center gap-1.5 rounded-control px-1 text-start text-sm hover:bg-sunken ${TONES[tone]}`}
      >
        {words}
      </button>
      {open && (
        <Suspense>
          <TerminalLightSheet onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </li>
  );
}

type Since = (moment: number) => string;

function lightsOf({ bridge, terminal, payer, queue }: LightsState, texts: Texts): readonly Light[] {
  const { t, time } = texts;
  const since: Since = moment => t('lights.since', { time: time(moment) });
  if (!bridge.up) return [{ icon: 'off', tone: 'bad', text: t('lights.bridge.down'), more: since(bridge.since) }];
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
): Light {
  const icon = 'terminal';
  if (!terminal) return { icon, tone: 'plain', text: t('lights.terminal.none') };
  if (payer)
    return {
      icon,
      tone: TERMINAL_TONES.busy,
      text: t('lights.terminal.busy'),
      more: t('lights.terminal.payer', { till: payer.description }),
    };
  const { state, condition } = terminal;
  const isUp = state === 'ready' || state === 'busy';
  if (condition && (isUp || condition.cure === 'wait')) {
    const [tone, text] = condition.blocks
      ? (['bad', 'lights.terminal.blocked'] as const)
      : (['warn', 'lights.terminal.asks'] as const);
    return { icon, tone, text: t(text), more: `${condition.texts[language]} · ${since(condition.since)}` };
  }
  return { icon, tone: TERMINAL_TONES[state], text: t(`lights.terminal.${state}`), more: since(terminal.since) };
}

const TERMINAL_TONES = { offline: 'bad', connecting: 'warn', ready: 'good', busy: 'warn', closed: 'plain' } as const;
