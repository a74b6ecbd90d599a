/** Name of a terminal model; the two general models have a name in the language of the screen. */
import type { ManagerTexts } from '../../texts/pages/manager.ts';
import type { Model } from './connectionDraft.ts';

export function modelText(name: string, models: readonly Model[], { t }: ManagerTexts): string {
  if (name === 'generic') return t('terminals.profile.generic');
  if (name === 'old') return t('terminals.profile.old');
  return models.find(model => model.name === name)?.title ?? name;
}
