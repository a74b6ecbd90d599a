/** The user name, at a till that shows no names before its first sign-in. */

import { useMenuTexts } from '../../texts/pages/menu.ts';

interface UsernameFieldProps {
  readonly value: string;
  /** Id of the field that Enter leads to. */
  readonly next: string;
  readonly onChange: (value: string) => void;
}

export default function UsernameField({ value, next, onChange }: UsernameFieldProps) {
  const { t } = useMenuTexts();
  return (
    <label className="grid gap-1">
      <span className="text-soft">{t('login.username')}</span>
      <input
        type="text"
        autoComplete="username"
        autoCapitalize="none"
        // biome-ignore lint/a11y/noAutofocus: the first thing to be filled in, and the only one
        autoFocus
        value={value}
        onChange={event => onChange(event.target.value)}
        onKeyDown={event => event.key === 'Enter' && document.getElementById(next)?.focus()}
        className="touch-tall w-full field px-4 text-lg"
      />
      <span className="text-sm text-soft">{t('login.namesHidden')}</span>
    </label>
  );
}
