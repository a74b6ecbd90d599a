/**
 * Where a shop has several tills, the screen remembers at which of them it stands. A file of its own: the fields of forms are not part
 * of what a till loads first.
 */

import { useStore } from 'zustand';
import { useApp } from '../../app/context.tsx';
import { Select } from '../../form/Select.tsx';
import { standsAt } from '../../stores/session.ts';
import { useMenuTexts } from '../../texts/pages/menu.ts';

export default function TillChoice() {
  const { session, settings } = useApp();
  const { t } = useMenuTexts();
  const info = useStore(session, state => state.info);
  const chosen = useStore(settings, state => state.till);
  const till = standsAt(info, chosen);
  if (!info || till === undefined) return null;
  const choose = (id: string) => settings.set({ till: id });
  return (
    <Select
      label={t('login.till')}
      value={till}
      options={info.tills.map(({ id, name }) => ({ value: id, text: name }))}
      onChange={choose}
    />
  );
}
