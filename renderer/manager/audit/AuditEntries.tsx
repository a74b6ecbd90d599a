/** Entries of the audit log: who changed what and when, with before and after side by side. */

import type { AuditEntry } from '../../../main/wire/audit.ts';
import { Fold } from '../../parts/Fold.tsx';
import { Fact } from '../../parts/Panel.tsx';
import { usePeopleTexts } from '../../texts/pages/people.ts';
import { type ChangedMember, changedMembers } from './changedMembers.ts';
import { isMoney, writtenMember, writtenValue } from './memberNames.ts';

export interface AuditEntriesProps {
  readonly entries: readonly AuditEntry[];
  /** True where all entries are about one thing, whose name is above. */
  readonly ofOne?: boolean;
}

export const AuditEntries = ({ entries, ofOne = false }: AuditEntriesProps) => (
  <ul className="grid grid-cols-[minmax(0,1fr)] gap-3">
    {entries.map(entry => (
      <li key={entry.id} className="grid gap-2 border-line border-b pb-3 last:border-0 last:pb-0">
        <EntryHead entry={entry} ofOne={ofOne} />
        <Members entry={entry} />
      </li>
    ))}
  </ul>
);

function EntryHead({ entry, ofOne }: { readonly entry: AuditEntry; readonly ofOne: boolean }) {
  const { t, moment } = usePeopleTexts();
  const { kind, action, actor, reason } = entry;
  const name = nameOf(entry);
  return (
    <div className="flex flex-wrap justify-between gap-x-4">
      <div className="self-center">
        <p className="flex flex-wrap items-baseline gap-x-3">
          <span className="font-semibold">
            {ofOne ? '' : `${t(`changes.kind.${kind}`)} `}
            {t(`changes.action.${action}`)}
          </span>
          <span className="figures text-soft">{moment(Date.parse(entry.created))}</span>
          <span>{actor.name}</span>
        </p>
        {!ofOne && name && <p className="wrap-anywhere">{name}</p>}
        {reason && <p>{t('changes.reason', { reason })}</p>}
      </div>
      {!ofOne && <Ids entry={entry} />}
    </div>
  );
}

/** Where the entry names its subject. */
function nameOf({ before, after }: AuditEntry): string | null {
  const { name } = { ...before, ...after } as { name?: unknown };
  return typeof name === 'string' && name !== '' ? name : null;
}

/** For whoever is asked about the entry later, folded away from what was done. */
function Ids({ entry: { subject, supportId } }: { readonly entry: AuditEntry }) {
  const { t } = usePeopleTexts();
  return (
    <Fold title={t('changes.ids')} className="text-sm open:basis-full">
      <dl className="grid justify-start gap-1 pb-3">
        <Fact name={t('changes.subject')}>{subject}</Fact>
        {supportId && <Fact name={t('changes.support')}>{supportId}</Fact>}
      </dl>
    </Fold>
  );
}

function Members({ entry }: { readonly entry: AuditEntry }) {
  const { t } = usePeopleTexts();
  const members = changedMembers(entry);
  if (members.length === 0) return null;
  return (
    <table className="w-full table-fixed border-collapse text-sm">
      <caption className="sr-only">{t(`changes.action.${entry.action}`)}</caption>
      <thead>
        <tr className="text-start text-soft">
          {(['member', 'before', 'after'] as const).map(column => (
            <th key={column} scope="col" className="border-line border-b py-1 pe-2 text-start font-normal">
              {t(`changes.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {members.map(member => (
          <MemberRow key={member.name} member={member} />
        ))}
      </tbody>
    </table>
  );
}

function MemberRow({ member: { name, before, after } }: { readonly member: ChangedMember }) {
  const { t } = usePeopleTexts();
  return (
    <tr className="align-top">
      <th scope="row" className="py-1 pe-2 text-start font-normal wrap-anywhere">
        {writtenMember(name, t)}
      </th>
      <Value name={name} value={before} />
      <Value name={name} value={after} />
    </tr>
  );
}

function Value({ name, value }: { readonly name: string; readonly value: unknown }) {
  const { t, money } = usePeopleTexts();
  const isNothing = value === null || value === undefined || value === '';
  const shown =
    typeof value === 'boolean'
      ? t(value ? 'changes.yes' : 'changes.no')
      : isMoney(name) && typeof value === 'number'
        ? money(value)
        : writtenValue(name, value, t);
  return (
    <td className={`py-1 pe-2 whitespace-pre-wrap wrap-anywhere ${isNothing ? 'text-soft' : ''}`}>
      {isNothing ? t('changes.nothing') : shown}
    </td>
  );
}
