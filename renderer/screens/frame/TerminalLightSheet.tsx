/** Explains the light of the card terminal, and says what helps. */

import { useStore } from 'zustand';
import { mayOpen } from '../../../main/wire/screenPages.ts';
import { useApp } from '../../app/context.tsx';
import { Button } from '../../parts/Button.tsx';
import { Sheet } from '../../parts/Sheet.tsx';
import { printerOfTill } from '../../stores/lights.ts';
import { canOpenPage } from '../../stores/managerPage.ts';
import { screenOf } from '../../stores/till.ts';
import { useMenuTexts } from '../../texts/pages/menu.ts';
import { useTerminalTexts } from '../../texts/pages/terminal.ts';
import { PrinterLine } from './PrinterLight.tsx';
import { TargetLights } from './TargetLights.tsx';

export function TerminalLightSheet({ onClose }: { readonly onClose: () => void }) {
  const { lights, session, till, managerPage } = useApp();
  const { t, moment, language } = useTerminalTexts();
  const { t: menuText } = useMenuTexts();
  const terminal = useStore(lights, state => state.terminal);
  const payer = useStore(lights, state => state.payer);
  const user = useStore(session, state => state.user);
  const canOpen = useStore(till, state => canOpenPage(screenOf(state)));
  const state = terminal?.state ?? 'none';
  return (
    <Sheet manual="terminal-away" title={t('light.title')} closeLabel={t('common.close')} onClose={onClose}>
      <div className="grid gap-3">
        <p className="text-lg font-semibold">
          {payer ? t('light.payer', { till: payer.description }) : t(`lights.terminal.${state}`)}
        </p>
        {terminal && (
          <p className="text-soft">
            {t('light.which', { name: terminal.description, moment: moment(terminal.since) })}
          </p>
        )}
        {terminal?.condition && <p className="font-medium">{terminal.condition.texts[language]}</p>}
        <p>{t(`light.explain.${state}`)}</p>
        <Others />
        {mayOpen(user, 'terminals') && canOpen && (
          <Button
            icon="terminal"
            className="justify-self-start"
            onPress={() => {
              onClose();
              managerPage.go('terminals');
            }}
          >
            {menuText('menu.terminals')}
          </Button>
        )}
      </div>
    </Sheet>
  );
}

/** The other connections, which have no light in the bar while they are as they should be. */
function Others() {
  const { lights, till } = useApp();
  const { t } = useTerminalTexts();
  const state = useStore(lights);
  const ownTill = useStore(till, ({ device }) => device?.id);
  const printer = printerOfTill(state.printers, ownTill);
  return (
    <ul aria-label={t('lights.others')} className="flex flex-wrap gap-2 empty:hidden">
      {printer && <PrinterLine printer={printer} />}
      <TargetLights all />
    </ul>
  );
}
