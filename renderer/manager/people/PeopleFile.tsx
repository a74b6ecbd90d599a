/** People from a file: a new person has no PIN until a manager sets it. */

import { personColumns } from '../../../main/wire/listFiles.ts';
import type { PeopleImport } from '../../../main/wire/people.ts';
import { Select } from '../../form/Select.tsx';
import { Button } from '../../parts/Button.tsx';
import { Message, StatusRegion } from '../../parts/Panel.tsx';
import { useListTexts } from '../../texts/pages/lists.ts';
import { usePeopleTexts } from '../../texts/pages/people.ts';
import { ListFile, queryOfFile } from '../lists/ListFile.tsx';
import type { AccountsClient } from './accountsClient.ts';

interface PeopleFileProps {
  readonly accounts: AccountsClient;
  readonly onClose: () => void;
}

const ROLES = ['cashier', 'manager', 'readOnly'] as const;

export function PeopleFile({ accounts, onClose }: PeopleFileProps) {
  const { t } = usePeopleTexts();
  const { t: listText } = useListTexts();
  const roles = ROLES.map(value => ({ value, text: t(`staff.role.${value}`) }));
  const counts = ({ created, changed, unchanged, faulty }: PeopleImport) =>
    t('staff.fileFound', { created, changed, unchanged, faulty });
  return (
    <ListFile<PeopleImport, PeopleImport>
      title={t('staff.file')}
      help={t('staff.fileHelp')}
      manual="people"
      columns={personColumns.map(value => ({ value, text: t(`staff.column.${value}`) }))}
      look={(file, words) => accounts.importPeople(file, queryOfFile({ ...words, dry_run: '1' }))}
      found={preview => ({
        text: counts(preview),
        count: preview.created + preview.changed,
        problems: preview.problems,
        faulty: preview.faulty,
      })}
      wholeColumns={['role']}
      whole={(words, onWord) => (
        <Select
          label={t('staff.wholeRole')}
          value={words.role ?? ''}
          options={[{ value: '', text: listText('list.asInFile') }, ...roles]}
          onChange={role => onWord('role', role)}
        />
      )}
      apply={(_, file, words) => accounts.importPeople(file, queryOfFile({ ...words, skip_faulty: '1' }))}
      done={made => (
        <>
          <StatusRegion>
            <Message tone="good">{t('staff.fileDone', { created: made.created, changed: made.changed })}</Message>
          </StatusRegion>
          <Button look="primary" className="justify-self-start" onPress={onClose}>
            {t('staff.fileClose')}
          </Button>
        </>
      )}
      onClose={onClose}
    />
  );
}
