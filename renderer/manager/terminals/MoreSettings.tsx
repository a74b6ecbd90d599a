import { Field } from '../../form/Field.tsx';
import { Select } from '../../form/Select.tsx';
import { Toggle } from '../../form/Toggle.tsx';
import { Choice } from '../../parts/Choice.tsx';
import { Fold } from '../../parts/Fold.tsx';
import { useManagerTexts } from '../../texts/pages/manager.ts';
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
  readonly connection: ConnectionDraft;
  readonly protocol: ProtocolDraft;
  readonly models: readonly Model[];
  /** A paired terminal keeps its protocol. */
  readonly isPaired?: boolean;
  readonly onChange: (connection: ConnectionDraft, protocol: ProtocolDraft) => void;
}

export function MoreSettings(props: MoreSettingsProps) {
  const { t } = useManagerTexts();
  return (
    <Fold title={t('terminals.more')} className="card px-3">
      <div className="grid gap-4 pb-3">
        <ProtocolSettings {...props} />
        <ConnectionSettings {...props} />
      </div>
    </Fold>
  );
}

function ProtocolSettings({ connection, protocol: draft, models, isPaired = false, onChange }: MoreSettingsProps) {
  const texts = useManagerTexts();
  const { t } = texts;
  const set = (changes: Partial<ProtocolDraft>) => onChange(connection, { ...draft, ...changes });
  const choices = models.filter(({ protocol }) => protocol === draft.protocol);
  return (
    <>
      {!isPaired && (
        <Choice
          label={t('terminals.protocol')}
          value={draft.protocol}
          options={PROTOCOLS.map(value => ({ value, text: NAMES[value] }))}
          onChange={protocol =>
            onChange(withProtocol(connection, draft.protocol, protocol), {
              ...draft,
              protocol,
              profile: '',
              charset: '',
            })
          }
        />
      )}
      {draft.protocol === 'opi' && (
        <Field
          label={t('terminals.devicePort')}
          numeric
          value={draft.devicePort}
          onChange={devicePort => set({ devicePort })}
          help={t('terminals.devicePortHelp')}
        />
      )}
      {choices.length > 0 && (
        <Select
          label={t('terminals.profile')}
          value={draft.profile}
          options={[
            { value: '', text: t('terminals.profileAuto') },
            ...choices.map(({ name }) => ({ value: name, text: modelText(name, models, texts) })),
          ]}
          help={t('terminals.profileHelp')}
          onChange={profile => set({ profile })}
        />
      )}
      <Select
        label={t('terminals.charset')}
        value={draft.charset}
        options={[{ value: '', text: t('terminals.charsetUsual') }, ...charsets(draft)]}
        help={t('terminals.charsetHelp')}
        onChange={charset => set({ charset })}
      />
    </>
  );
}

function ConnectionSettings({ connection, protocol, onChange }: MoreSettingsProps) {
  const { t } = useManagerTexts();
  const set = (changes: Partial<ConnectionDraft>) => onChange({ ...connection, ...changes }, protocol);
  if (connection.type === 'serial')
    return (
      <Choice
        label={t('terminals.stopBits')}
        value={connection.stopBits}
        options={(['2', '1'] as const).map(value => ({ value, text: value }))}
        onChange={stopBits => set({ stopBits })}
      />
    );
  if (protocol.protocol !== 'zvt') return null;
  return (
    <div>
      <Toggle
        on={connection.type === 'tcpListen'}
        text={t('terminals.calls')}
        onChange={on => set({ type: on ? 'tcpListen' : 'tcp' })}
      />
    </div>
  );
}

const NAMES = { zvt: 'ZVT', opi: 'O.P.I.' } as const;

/** The known character sets, and the current one when it comes from the configuration file. */
function charsets({ protocol, charset }: ProtocolDraft) {
  const known = CHARSETS[protocol];
  const names = charset && !Object.hasOwn(known, charset) ? { ...known, [charset]: charset } : known;
  return Object.entries(names).map(([value, text]) => ({ value, text }));
}
