/** The choice of the tills that use a terminal. */

import { Toggle } from '../../form/Toggle.tsx';
import { useManagerTexts } from '../../texts/pages/manager.ts';
import type { Till } from '../client.ts';

export interface TillTogglesProps {
  readonly tills: readonly Till[];
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

export function TillToggles({ tills, chosen, onChange }: TillTogglesProps) {
  const { t } = useManagerTexts();
  const set = (id: string, on: boolean) => onChange(on ? [...chosen, id] : chosen.filter(other => other !== id));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a legend cannot be laid out like a label
    <div role="group" aria-label={t('terminals.forTills')} className="grid gap-1">
      <span aria-hidden="true" className="text-sm text-soft">
        {t('terminals.forTills')}
      </span>
      <div className="flex flex-wrap gap-2">
        {tills.map(({ id, description }) => (
          <Toggle key={id} on={chosen.includes(id)} text={description} onChange={on => set(id, on)} />
        ))}
      </div>
    </div>
  );
}
