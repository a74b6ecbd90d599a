/** The roles of which the chain wants a second factor. */

import { useChange } from '../../data/useChange.ts';
import { Toggle } from '../../form/Toggle.tsx';
import { Message, StatusRegion } from '../../parts/Panel.tsx';
import { useOfficeTexts } from '../../texts/pages/office.ts';
import { useMe, useOffice, useProblemText } from '../context.tsx';
import { Part } from '../Page.tsx';

const ROLES = ['chain', 'store', 'readonly'] as const;

export function RequiredFactor() {
  const { client, session } = useOffice();
  const { t } = useOfficeTexts();
  const { second_factor: wanted } = useMe().merchant;
  const { busy, done, problem, run } = useChange();
  const problemText = useProblemText();
  const want = (role: (typeof ROLES)[number], on: boolean) =>
    run(async () => {
      await client.changeMerchant({
        second_factor: ROLES.filter(each => (each === role ? on : wanted.includes(each))),
      });
      await session.load();
    });
  return (
    <Part title={t('factor.want')}>
      <div className="grid max-w-xl justify-items-start gap-4 card p-4">
        <p className="text-soft">{t('factor.wantHelp')}</p>
        {ROLES.map(role => (
          <Toggle
            key={role}
            on={wanted.includes(role)}
            text={t(`people.role.${role}`)}
            disabled={busy}
            onChange={on => void want(role, on)}
          />
        ))}
        <StatusRegion>
          {problem && <Message tone="error">{problemText(problem)}</Message>}
          {done && <Message tone="good">{t('account.saved')}</Message>}
        </StatusRegion>
      </div>
    </Part>
  );
}
