/** Where each till prints, what it prints by itself, and when its drawer opens. */

import type { Printers, PrintingSettings, TillPrinting } from '../../../main/wire/printers.ts';
import { useApp } from '../../app/context.tsx';
import { useResource } from '../../data/useResource.ts';
import { Select } from '../../form/Select.tsx';
import { Toggle } from '../../form/Toggle.tsx';
import { Choice } from '../../parts/Choice.tsx';
import { Message, StatusRegion } from '../../parts/Panel.tsx';
import { usePrinterTexts } from '../../texts/pages/printers.ts';
import { PageProblem, Section } from '../Page.tsx';
import { useDocument } from '../useDocument.ts';

const PATH = '/bridge/v1/printing';

export function TillPrints() {
  const { client } = useApp();
  const { t } = usePrinterTexts();
  const settings = useDocument<PrintingSettings>(PATH);
  const printers = useResource('printers', () => client.ask<Printers>('GET', '/bridge/v1/printers'));
  const again = () => {
    settings.reload();
    printers.reload();
  };
  const known = printers.value?.data ?? [];
  return (
    <div className="grid gap-4">
      <PageProblem problem={settings.problem ?? printers.problem} onAgain={again} />
      <StatusRegion>{settings.change.done && <Message tone="good">{t('printers.saved')}</Message>}</StatusRegion>
      {settings.value?.tills.map(till => (
        <OneTill
          key={till.till}
          till={till}
          printers={known.map(({ id, name }) => ({ value: id, text: name }))}
          onChange={change => void settings.save(change, `${PATH}/tills/${till.till}`)}
        />
      ))}
    </div>
  );
}

interface OneTillProps {
  readonly till: TillPrinting;
  readonly printers: readonly { readonly value: string; readonly text: string }[];
  readonly onChange: (change: Partial<TillPrinting>) => void;
}

/** Each change is saved at once: nobody forgets to press a button at another till. */
function OneTill({ till, printers, onChange }: OneTillProps) {
  const { t } = usePrinterTexts();
  return (
    <Section title={till.name}>
      <Select
        label={t('printers.till.printer')}
        value={till.printer ?? ''}
        options={[{ value: '', text: t('printers.till.browser') }, ...printers]}
        onChange={printer => onChange({ printer: printer === '' ? null : printer })}
      />
      {till.printer !== null && (
        <>
          <Choice
            label={t('printers.till.receipts')}
            value={till.receipts}
            options={(['always', 'ask'] as const).map(value => ({ value, text: t(`printers.till.${value}`) }))}
            onChange={receipts => onChange({ receipts })}
          />
          <div className="flex flex-wrap gap-2">
            {till.receipts === 'always' && (
              <Toggle
                on={till.merchant_copies}
                text={t('printers.till.merchant')}
                onChange={merchant_copies => onChange({ merchant_copies })}
              />
            )}
            <Toggle
              on={till.drawer_cash}
              text={t('printers.till.drawerCash')}
              onChange={drawer_cash => onChange({ drawer_cash })}
            />
            <Toggle
              on={till.drawer_card}
              text={t('printers.till.drawerCard')}
              onChange={drawer_card => onChange({ drawer_card })}
            />
          </div>
        </>
      )}
    </Section>
  );
}
