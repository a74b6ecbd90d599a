/** Where a shop has several tills, the screen remembers at which of them it stands. */

import { useStore } from 'zustand';
import { useApp } from '../../app/context.tsx';
import { Select } from '../../form/Select.tsx';
import { standsAt } from '../../stores/session.ts';
import { useTexts } from '../../texts/context.tsx';

export default function TillChoice() {
  const { session, settings } = useApp();
  const { t } = useTexts();
  const info = useStore(session, state => state.info);
  const chosen = useStore(settings, state => state.till);
  const till = standsAt(info, chosen);
  if (!info || till === undefined) return null;
  return (
    <Select
      label={t('login.till')}
      value={till}
      options={info.tills.map(({ id, name }) => ({ value: id, text: name }))}
      onChange={id => settings.set({ till: id })}
    />
  );
}
