/** Fields for the connection of a terminal: network address, allowed address, or serial port. */

import { Field } from '../../form/Field.tsx';
import { useManagerTexts } from '../../texts/manager/texts.ts';
import type { ConnectionDraft } from './connectionDraft.ts';

export interface ConnectionFieldsProps {
  readonly at: ConnectionDraft;
  readonly onChange: (at: ConnectionDraft) => void;
}

export function ConnectionFields({ at, onChange }: ConnectionFieldsProps) {
  const { t } = useManagerTexts();
  if (at.type === 'serial')
    return (
      <div className="grid grid-cols-[1fr_9rem] gap-3">
        <Field label={t('terminals.path')} value={at.path} onChange={path => onChange({ ...at, path })} />
        <Field
          label={t('terminals.baud')}
          numeric
          value={at.baudRate}
          onChange={baudRate => onChange({ ...at, baudRate })}
        />
      </div>
    );
  const isCalled = at.type === 'tcp';
  return (
    <div className="grid grid-cols-[1fr_7rem] gap-3">
      {isCalled ? (
        <Field label={t('terminals.host')} value={at.host} onChange={host => onChange({ ...at, host })} />
      ) : (
        <Field
          label={t('terminals.caller')}
          value={at.from}
          onChange={from => onChange({ ...at, from })}
          help={t('terminals.callerHelp')}
        />
      )}
      <Field
        label={isCalled ? t('terminals.port') : t('terminals.tillPort')}
        numeric
        value={at.port}
        onChange={port => onChange({ ...at, port })}
      />
    </div>
  );
}
