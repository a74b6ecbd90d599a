/** One connection: sign, word, and since when. The colour only repeats what the word says. */

import { Icon, type IconName } from './Icon.tsx';

const TONES = { good: 'text-good', warn: 'text-warn', bad: 'text-bad', plain: 'text-soft' } as const;

export interface LightProps {
  readonly icon: IconName;
  readonly tone: keyof typeof TONES;
  readonly text: string;
  readonly more?: string | undefined;
}

export const Light = ({ icon, tone, text, more }: LightProps) => (
  <li className={`flex items-center gap-1.5 text-sm ${TONES[tone]}`}>
    <Icon name={icon} size={20} />
    <span className="leading-tight">
      <span className="font-semibold">{text}</span>
      {more && <span className="figures block text-xs text-soft">{more}</span>}
    </span>
  </li>
);
