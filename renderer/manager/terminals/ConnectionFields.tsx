/** Fields for the connection of a terminal: network address, allowed address, or serial port. */

import { Field } from '../../form/Field.tsx';
import { useManagerTexts } from '../../texts/pages/manager.ts';
import { type ConnectionDraft, type ConnectionField, wrongFields } from './connectionDraft.ts';

export interface ConnectionFieldsProps {
  readonly at: ConnectionDraft;
  readonly onChange: (at: ConnectionDraft) => void;
  /** The person has tried to go on: what is missing or not valid is said at its field. */
  readonly checked?: boolean;
}

export function ConnectionFields({ at, onChange, checked = false }: ConnectionFieldsProps) {
  const { t } = useManagerTexts();
  const wrong = checked ? wrongFields(at) : NONE;
  const errorOf = (field: ConnectionField) => (wrong.has(field) ? t(`terminals.need.${field}`) : null);
  if (at.type === 'serial')
    return (
      <div className="grid grid-cols-[1fr_9rem] gap-3">
        <Field
          label={t('terminals.path')}
          value={at.path}
          onChange={path => onChange({ ...at, path })}
          error={errorOf('path')}
        />
        <Field
          label={t('terminals.baud')}
          numeric
          value={at.baudRate}
          onChange={baudRate => onChange({ ...at, baudRate })}
          error={errorOf('baudRate')}
        />
      </div>
    );
  const isCalled = at.type === 'tcp';
  return (
    <div className="grid grid-cols-[1fr_7rem] gap-3">
      {isCalled ? (
        <Field
          label={t('terminals.host')}
          value={at.host}
          onChange={host => onChange({ ...at, host })}
          error={errorOf('host')}
        />
      ) : (
        <Field
          label={t('terminals.caller')}
          value={at.from}
          onChange={from => onChange({ ...at, from })}
          help={t('terminals.callerHelp')}
          error={errorOf('from')}
        />
      )}
      <Field
        label={isCalled ? t('terminals.port') : t('terminals.tillPort')}
        numeric
        value={at.port}
        onChange={port => onChange({ ...at, port })}
        error={errorOf('port')}
      />
    </div>
  );
}

const NONE: ReadonlySet<ConnectionField> = new Set();
