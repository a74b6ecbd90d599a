/** The latest slips of a printer and what became of each; read again whenever the printer moves on. */

import { useStore } from 'zustand';
import type { PrintJob, PrintJobs } from '../../../main/wire/printers.ts';
import { useApp } from '../../app/context.tsx';
import { useResource } from '../../data/useResource.ts';
import { usePrinterTexts } from '../../texts/pages/printers.ts';
import { PageProblem } from '../Page.tsx';

/** More would hide the buttons. */
const SHOWN = 8;

export function Jobs({ printer }: { readonly printer: string }) {
  const { client, lights } = useApp();
  const { t } = usePrinterTexts();
  const status = useStore(lights, ({ printers }) => printers[printer]);
  const path = `/bridge/v1/printers/${printer}/jobs`;
  const { value, problem, reload } = useResource(`${path} ${JSON.stringify(status)}`, () =>
    client.ask<PrintJobs>('GET', path),
  );
  const jobs = value?.data.slice(0, SHOWN) ?? [];
  return (
    <section aria-label={t('printers.jobs')}>
      <h3 className="mb-1 font-semibold">{t('printers.jobs')}</h3>
      <PageProblem problem={problem} onAgain={reload} />
      {value && jobs.length === 0 && <p className="text-soft">{t('printers.noJobs')}</p>}
      <ul className="grid gap-1 text-sm">
        {jobs.map(job => (
          <JobLine key={job.id} job={job} />
        ))}
      </ul>
    </section>
  );
}

function JobLine({ job }: { readonly job: PrintJob }) {
  const { t, moment } = usePrinterTexts();
  const facts = [
    t(`printers.job.${job.kind}`),
    ...(job.copy > 0 ? [t('printers.job.copy', { number: job.copy })] : []),
    t(`printers.job.${job.state}`),
    ...(job.may_be_double ? [t('printers.job.double')] : []),
  ];
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3">
      <span className="figures text-soft">{moment(Date.parse(job.created))}</span>
      <span>{facts.join(' · ')}</span>
    </li>
  );
}
