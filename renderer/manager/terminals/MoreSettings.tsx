/** What only some terminals need: protocol, model, character set, who calls whom. */
import { useState } from 'react';
import { Choice } from '../../parts/Choice.tsx';
import { useManagerTexts } from '../../texts/manager/texts.ts';
import { Field } from '../form/Field.tsx';
import { Select } from '../form/Select.tsx';
import { Toggle } from '../form/Toggle.tsx';
import {
  CHARSETS,
  type ConnectionDraft,
  type Model,
  PROTOCOLS,
  type ProtocolDraft,
  withProtocol,
} from './connectionDraft.ts';
import { modelText } from './modelText.ts';

export interface MoreSettingsProps {
  readonly at: ConnectionDraft;
  readonly more: ProtocolDraft;
  readonly models: readonly Model[];
  /** Paired already: the protocol stays. */
  readonly isPaired?: boolean;
  readonly onChange: (at: ConnectionDraft, more: ProtocolDraft) => void;
}

export function MoreSettings({ at, more, models, isPaired = false, onChange }: MoreSettingsProps) {
  const words = useManagerTexts();
  const { t } = words;
  const [open, setOpen] = useState(false);
  const set = (changes: Partial<ProtocolDraft>) => onChange(at, { ...more, ...changes });
  const move = (changes: Partial<ConnectionDraft>) => onChange({ ...at, ...changes }, more);
  const own = models.filter(({ protocol }) => protocol === more.protocol);
  return (
    <details
      className="rounded-panel border border-line bg-panel px-3"
      onToggle={event => setOpen(event.currentTarget.open)}
    >
      <summary className="touch cursor-pointer py-3 font-semibold">{t('terminals.more')}</summary>
      {open && (
        <div className="grid gap-4 pb-3">
          {!isPaired && (
            <Choice
              label={t('terminals.protocol')}
              value={more.protocol}
              options={PROTOCOLS.map(value => ({ value, text: NAMES[value] }))}
              onChange={protocol =>
                onChange(withProtocol(at, more.protocol, protocol), { ...more, protocol, profile: '', charset: '' })
              }
            />
          )}
          {more.protocol === 'opi' && (
            <Field
              label={t('terminals.devicePort')}
              numeric
              value={more.devicePort}
              onChange={devicePort => set({ devicePort })}
              help={t('terminals.devicePortHelp')}
            />
          )}
          {own.length > 0 && (
            <Select
              label={t('terminals.profile')}
              value={more.profile}
              options={[
                { value: '', text: t('terminals.profileAuto') },
                ...own.map(({ name }) => ({ value: name, text: modelText(name, models, words) })),
              ]}
              help={t('terminals.profileHelp')}
              onChange={profile => set({ profile })}
            />
          )}
          <Select
            label={t('terminals.charset')}
            value={more.charset}
            options={[{ value: '', text: t('terminals.charsetUsual') }, ...charsets(more)]}
            help={t('terminals.charsetHelp')}
            onChange={charset => set({ charset })}
          />
          {at.type === 'serial' && (
            <Choice
              label={t('terminals.stopBits')}
              value={at.stopBits}
              options={(['2', '1'] as const).map(value => ({ value, text: value }))}
              onChange={stopBits => move({ stopBits })}
            />
          )}
          {at.type !== 'serial' && more.protocol === 'zvt' && (
            <div>
              <Toggle
                on={at.type === 'tcpListen'}
                text={t('terminals.calls')}
                onChange={on => move({ type: on ? 'tcpListen' : 'tcp' })}
              />
            </div>
          )}
        </div>
      )}
    </details>
  );
}

const NAMES = { zvt: 'ZVT', opi: 'O.P.I.' } as const;

/** One that was set elsewhere can be chosen, too. */
function charsets({ protocol, charset }: ProtocolDraft) {
  const known = CHARSETS[protocol];
  const names = charset && !Object.hasOwn(known, charset) ? { ...known, [charset]: charset } : known;
  return Object.entries(names).map(([value, text]) => ({ value, text }));
}
