/** The wish for a kept view by mail, its file and its pause: at the view, and on the page of the own account. */

import { type SavedView, type ViewMail, type ViewRhythm, viewKindOf } from '../../../main/wire/office/views.ts';
import { Select } from '../../form/Select.tsx';
import { Toggle } from '../../form/Toggle.tsx';
import { Message } from '../../parts/Panel.tsx';
import { useOfficeTexts } from '../../texts/pages/office.ts';
import { useMe } from '../context.tsx';

/** True for a view that can be sent: a user name without @ is no address. */
export const canMail = ({ path }: SavedView, username: string): boolean =>
  viewKindOf(path) !== null && username.includes('@');

interface MailChoiceProps {
  readonly view: SavedView;
  readonly onMail: (wish: ViewMail) => void;
}

export function MailChoice({ view: { mail, mail_file: file, mail_paused: paused }, onMail }: MailChoiceProps) {
  const { t } = useOfficeTexts();
  const { username } = useMe();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <Select
        label={t('views.mailTo', { address: username })}
        help={t('views.mailHelp')}
        value={mail ?? 'never'}
        options={(['never', 'day', 'week', 'month'] as const).map(value => ({
          value,
          text: t(`views.mailed.${value}`),
        }))}
        onChange={every => onMail({ every: every === 'never' ? null : (every as ViewRhythm) })}
      />
      {mail && (
        <>
          <Select
            label={t('views.file')}
            value={file ?? 'xlsx'}
            options={(['xlsx', 'csv'] as const).map(value => ({ value, text: t(`views.file.${value}`) }))}
            onChange={chosen => onMail({ every: mail, file: chosen as 'xlsx' | 'csv' })}
          />
          <Toggle on={paused} text={t('views.pause')} onChange={wanted => onMail({ every: mail, paused: wanted })} />
        </>
      )}
    </div>
  );
}

/** The newest mail was given up after many attempts. */
export function MailFailure({ view }: Pick<MailChoiceProps, 'view'>) {
  const { t } = useOfficeTexts();
  return view.mail_failed && <Message tone="warn">{t('views.mailFailed')}</Message>;
}
