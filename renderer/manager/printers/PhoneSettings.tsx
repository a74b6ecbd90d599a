/** The receipt on the phone: whether it is offered, how long a link is good, and under which address. */

import { useState } from 'react';
import type { PrintingSettings } from '../../../main/wire/printers.ts';
import { Field } from '../../form/Field.tsx';
import { Form } from '../../form/Form.tsx';
import { Toggle } from '../../form/Toggle.tsx';
import { Button } from '../../parts/Button.tsx';
import { Message, StatusRegion } from '../../parts/Panel.tsx';
import { usePrinterTexts } from '../../texts/pages/printers.ts';
import { PageProblem, Section } from '../Page.tsx';
import { type BridgeDocument, useDocument } from '../useDocument.ts';

export function PhoneSettings() {
  const { t } = usePrinterTexts();
  const settings = useDocument<PrintingSettings>('/bridge/v1/printing');
  return (
    <div className="grid gap-4">
      <p>{t('printers.phone.intro')}</p>
      <PageProblem problem={settings.problem} onAgain={settings.reload} />
      {settings.value && <LinkForm settings={settings} links={settings.value.receipt_links} />}
    </div>
  );
}

interface LinkFormProps {
  readonly settings: BridgeDocument<PrintingSettings>;
  readonly links: PrintingSettings['receipt_links'];
}

function LinkForm({ settings, links }: LinkFormProps) {
  const { t } = usePrinterTexts();
  const [days, setDays] = useState(String(links.days));
  const [address, setAddress] = useState(links.address ?? '');
  const change = (body: object) => void settings.save(body, '/bridge/v1/printing/receipt-links');
  const save = () => change({ days: Number(days), address: address.trim().replace(/\/+$/, '') || null });
  return (
    <Section title={t('printers.part.phone')}>
      <Form onSubmit={save} className="grid gap-4">
        <div>
          <Toggle on={links.is_on} text={t('printers.phone.on')} onChange={is_on => change({ is_on })} />
        </div>
        <Field
          label={t('printers.phone.days')}
          value={days}
          onChange={setDays}
          numeric
          maxLength={2}
          className="max-w-48"
        />
        <Field
          label={t('printers.phone.address')}
          help={t('printers.phone.addressHelp')}
          value={address}
          onChange={setAddress}
          maxLength={260}
        />
        <Message tone={links.reachable ? 'info' : 'warn'}>
          {links.reachable
            ? t('printers.phone.reachable', { address: links.reachable })
            : t('printers.phone.unreachable')}
        </Message>
        <StatusRegion>{settings.change.done && <Message tone="good">{t('printers.saved')}</Message>}</StatusRegion>
        <Button look="primary" icon="check" className="justify-self-start" onPress={save}>
          {t('printers.save')}
        </Button>
      </Form>
    </Section>
  );
}
