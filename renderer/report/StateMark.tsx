/** A state in a table: icon, word and colour. */

import { Icon, type IconName } from '../parts/Icon.tsx';
import { reportTexts, useReportTexts } from '../texts/pages/report.ts';
import { type Figure, NOTHING } from './figures.ts';

type Tone = 'good' | 'warn' | 'bad' | 'plain';

/** States of the reports that have a word of their own; others are shown as they are. */
const STATES: Readonly<Record<string, readonly [Tone, IconName]>> = {
  ok: ['good', 'check'],
  matched: ['good', 'check'],
  agrees: ['good', 'check'],
  late: ['warn', 'clock'],
  waiting: ['warn', 'clock'],
  attention: ['warn', 'alert'],
  gap: ['bad', 'alert'],
  twoMachines: ['bad', 'alert'],
  clock: ['warn', 'clock'],
  silent: ['bad', 'off'],
  revoked: ['plain', 'cross'],
  differs: ['bad', 'alert'],
  open: ['warn', 'alert'],
  unknown: ['warn', 'question'],
  notSynced: ['bad', 'alert'],
  onlyTerminal: ['bad', 'alert'],
  onlyJournal: ['bad', 'alert'],
  otherAmount: ['bad', 'alert'],
  onlyBank: ['bad', 'alert'],
  notAtBank: ['bad', 'alert'],
  closed: ['good', 'check'],
};

const TONES = { good: 'text-good', warn: 'text-warn', bad: 'text-bad', plain: 'text-soft' } as const;

export function StateMark({ state }: { readonly state: Figure }) {
  const { t } = useReportTexts();
  const name = state === null || state === undefined ? '' : String(state);
  if (name === '') return NOTHING;
  const [tone, icon] = STATES[name] ?? (['plain', 'info'] as const);
  const key = `report.state.${name}`;
  return (
    <span className={`inline-flex items-center gap-1.5 font-semibold ${TONES[tone]}`}>
      <Icon name={icon} size={20} />
      {key in reportTexts ? t(key as 'report.total') : name}
    </span>
  );
}
