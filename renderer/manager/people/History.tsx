/** Changes to one person or client so far, newest first. */

import type { AuditEntry } from '../../../main/wire/audit.ts';
import { usePeopleTexts } from '../../texts/pages/people.ts';
import { AuditEntries } from '../audit/AuditEntries.tsx';

export function History({ entries }: { readonly entries: readonly AuditEntry[] }) {
  const { t } = usePeopleTexts();
  return (
    <section aria-label={t('staff.history')} className="grid gap-3 border-line border-t pt-4">
      <h3 className="font-semibold">{t('staff.history')}</h3>
      {entries.length === 0 ? (
        <p className="text-soft">{t('staff.historyNone')}</p>
      ) : (
        <AuditEntries entries={entries} ofOne />
      )}
    </section>
  );
}
