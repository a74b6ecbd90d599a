/** The choice of a card group. */
import type { CardGroupSettings } from '../../../main/wire/loyaltyManagement.ts';
import { useResource } from '../../data/useResource.ts';
import { Select } from '../../form/Select.tsx';
import { useLoyaltyTexts } from '../../texts/pages/loyalty.ts';
import type { LoyaltyClient } from './client.ts';

/** Empty until they are read; a form without a group says so when it is sent. */
export const useGroups = (client: LoyaltyClient): readonly CardGroupSettings[] =>
  useResource('groups', client.groups).value?.data ?? [];

interface GroupSelectProps {
  readonly groups: readonly CardGroupSettings[];
  readonly value: string;
  /** Text of the choice of no group; left out: one has to be chosen. */
  readonly none?: string;
  readonly label?: string;
  readonly onChange: (id: string) => void;
}

export function GroupSelect({ groups, value, none, label, onChange }: GroupSelectProps) {
  const { t, language } = useLoyaltyTexts();
  const options = groups.map(({ id, name }) => ({ value: id, text: name[language] }));
  return (
    <Select
      label={label ?? t('programme.group')}
      value={value}
      options={none === undefined ? options : [{ value: '', text: none }, ...options]}
      onChange={onChange}
    />
  );
}
