/** The receipt as an invoice: name and address of the customer are typed, or taken from her record, and it is printed. */

import { useEffect, useState } from 'react';
import type { Invoice, InvoiceRecipient, SaleInvoices } from '../../../main/wire/invoices.ts';
import { useApp } from '../../app/context.tsx';
import { type Problem, problemOf } from '../../bridge/problem.ts';
import { Field } from '../../form/Field.tsx';
import { Form, SubmitButton, type Typed } from '../../form/Form.tsx';
import { Button } from '../../parts/Button.tsx';
import { Message, StatusRegion } from '../../parts/Panel.tsx';
import { PrinterState } from '../../parts/PrinterState.tsx';
import { Sheet } from '../../parts/Sheet.tsx';
import type { SlipPrint } from '../../parts/useSlipPrint.tsx';
import { useInvoiceTexts } from '../../texts/pages/invoice.ts';
import { HeldScans } from './HeldScans.tsx';

interface InvoiceSheetProps {
  /** STX_… */
  readonly sale: string;
  readonly printing: SlipPrint;
  readonly onClose: () => void;
}

function InvoiceSheet({ sale, printing, onClose }: InvoiceSheetProps) {
  const { client } = useApp();
  const { t, problem: textOf } = useInvoiceTexts();
  const [known, setKnown] = useState<SaleInvoices | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isTyping, setTyping] = useState(false);
  const path = `/bridge/v1/sales/${sale}/invoices`;
  useEffect(() => {
    let isOver = false;
    client.ask<SaleInvoices>('GET', path).then(
      answer => isOver || setKnown(answer),
      (error: unknown) => isOver || setProblem(problemOf(error)),
    );
    return () => {
      isOver = true;
    };
  }, [client, path]);
  async function make(recipient: InvoiceRecipient) {
    try {
      const invoice = await client.ask<Invoice>('POST', path, { recipient });
      setKnown(before => ({
        lacks_tax_id: before?.lacks_tax_id ?? false,
        recipient: null,
        data: [...(before?.data ?? []).filter(({ number }) => number !== invoice.number), invoice],
      }));
      setTyping(false);
      setProblem(null);
      await printing.printInvoice(invoice.number);
    } catch (error) {
      setProblem(problemOf(error));
    }
  }
  const last = known?.data.at(-1);
  return (
    <Sheet manual="receipts" title={t('invoice.title')} closeLabel={t('common.close')} onClose={onClose}>
      <StatusRegion>{problem && <Message tone="error">{textOf(problem)}</Message>}</StatusRegion>
      <HeldScans />
      {known?.lacks_tax_id && <Message tone="warn">{t('invoice.noTaxId')}</Message>}
      {last && !isTyping && (
        <Made
          invoice={last}
          onPrint={() => void printing.printInvoice(last.number)}
          onCorrect={() => setTyping(true)}
        />
      )}
      {known && (isTyping || !last) && (
        <AddressForm
          recipient={last?.recipient ?? known.recipient ?? {}}
          isCorrecting={last !== undefined}
          onSubmit={recipient => void make(recipient)}
        />
      )}
      <PrinterState sentTo={printing.sentTo} problem={printing.problem} />
    </Sheet>
  );
}

interface MadeProps {
  readonly invoice: Invoice;
  readonly onPrint: () => void;
  readonly onCorrect: () => void;
}

function Made({ invoice: { number, created, recipient }, onPrint, onCorrect }: MadeProps) {
  const { t, moment } = useInvoiceTexts();
  const { name, addition, street, zip, city, country } = recipient;
  return (
    <div className="grid gap-3">
      <p className="text-xl font-semibold">{t('invoice.is', { number, date: moment(Date.parse(created)) })}</p>
      <p className="text-soft">{[name, addition, street, `${zip} ${city}`, country].filter(Boolean).join(', ')}</p>
      <div className="flex flex-wrap gap-2">
        <Button look="primary" icon="print" onPress={onPrint}>
          {t('invoice.again')}
        </Button>
        <Button icon="keys" onPress={onCorrect}>
          {t('invoice.correct')}
        </Button>
      </div>
    </div>
  );
}

interface AddressFormProps {
  readonly recipient: Partial<InvoiceRecipient>;
  readonly isCorrecting: boolean;
  readonly onSubmit: (recipient: InvoiceRecipient) => void;
}

function AddressForm({ recipient, isCorrecting, onSubmit }: AddressFormProps) {
  const { t } = useInvoiceTexts();
  const needed = (text: string) => (text.trim() === '' ? t('invoice.needed') : null);
  const submit = (typed: Typed) =>
    onSubmit(
      Object.fromEntries(Object.entries(typed).filter(([, text]) => text.trim() !== '')) as unknown as InvoiceRecipient,
    );
  const field = (name: keyof InvoiceRecipient, label: Parameters<typeof t>[0], maxLength: number, focused = false) => (
    <Field name={name} label={t(label)} initial={recipient[name] ?? ''} maxLength={maxLength} focused={focused} />
  );
  return (
    <Form className="grid gap-3" checks={{ name: needed, street: needed, zip: needed, city: needed }} onSubmit={submit}>
      <p>{t(isCorrecting ? 'invoice.correcting' : 'invoice.intro')}</p>
      {field('name', 'invoice.name', 120, true)}
      {field('addition', 'invoice.addition', 120)}
      {field('street', 'invoice.street', 120)}
      <div className="grid gap-3 sm:grid-cols-2">
        {field('zip', 'invoice.zip', 20)}
        {field('city', 'invoice.city', 80)}
        {field('country', 'invoice.country', 80)}
        {field('vat_id', 'invoice.vatId', 20)}
      </div>
      <SubmitButton icon="print">{t('invoice.make')}</SubmitButton>
    </Form>
  );
}

interface CustomerPapersProps {
  /** STX_… */
  readonly sale: string;
  readonly printing: SlipPrint;
}

/** Buttons for the papers that a customer asks for beside the receipt. */
export function CustomerPapers({ sale, printing }: CustomerPapersProps) {
  const { t } = useInvoiceTexts();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon="print" onPress={() => void printing.print('gift')}>
        {t('invoice.gift')}
      </Button>
      <Button icon="receipt" onPress={() => setOpen(true)}>
        {t('invoice.title')}
      </Button>
      {isOpen && <InvoiceSheet sale={sale} printing={printing} onClose={() => setOpen(false)} />}
    </>
  );
}
