/** The text that Prometheus reads: names of shops, people and devices are not in it, ids of devices are. */
import { statfsSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { mayPrint } from '../../../drivers/index.ts';
import type { IntegrityView } from '../../store/integrity.ts';
import type { QueueView, TerminalView } from '../../wire/events.ts';
import type { Services } from '../services.ts';

type Labels = Readonly<Record<string, string>>;
interface Sample {
  readonly labels?: Labels;
  readonly value: number;
  /** Of a histogram or summary: `_bucket`, `_sum`, `_count`. */
  readonly suffix?: string;
}
interface Metric {
  readonly name: string;
  readonly help: string;
  readonly type?: 'gauge' | 'counter' | 'histogram';
  readonly samples: readonly Sample[];
}

/** Milliseconds between two looks of the event loop at its clock. */
const LAG_EVERY = 20;
const SECONDS = 1e9;

/** Measures the lag of the event loop from the first question on: a shop without Prometheus pays nothing. */
export class MetricsPage {
  readonly #services: Services;
  #lag: ReturnType<typeof monitorEventLoopDelay> | null = null;

  constructor(services: Services) {
    this.#services = services;
  }

  text(): string {
    const now = Date.now();
    return [
      ...queueMetrics(this.#services.queueView(), now),
      ...terminalMetrics(this.#services),
      ...printerMetrics(this.#services),
      ...backupMetrics(this.#services, now),
      ...riskMetrics(this.#services),
      ...diskMetrics(this.#services),
      ...integrityMetrics(this.#services.integrityView()),
      ...commitMetrics(this.#services),
      this.#lagMetric(),
      ...processMetrics(),
    ]
      .map(written)
      .join('');
  }

  /** Of the time since the last question. */
  #lagMetric(): Metric {
    const lag = this.#lag;
    const samples = [0.5, 0.99, 1].map(quantile => ({
      labels: { quantile: String(quantile) },
      value:
        lag === null || lag.count === 0 ? 0 : Math.max(0, lag.percentile(quantile * 100) / SECONDS - LAG_EVERY / 1000),
    }));
    if (lag === null) {
      this.#lag = monitorEventLoopDelay({ resolution: LAG_EVERY });
      this.#lag.enable();
    } else lag.reset();
    const help = 'How late the event loop of the bridge came to its work since the last question';
    return { name: 'tillbridge_event_loop_lag_seconds', help, samples };
  }
}

const gauge = (name: string, help: string, value: number): Metric => ({ name, help, samples: [{ value }] });

function written({ name, help, type = 'gauge', samples }: Metric): string {
  if (samples.length === 0) return '';
  const lines = samples.map(({ suffix = '', labels = {}, value }) => {
    const pairs = Object.entries(labels).map(([label, text]) => `${label}="${text.replace(/["\\\n]/g, '_')}"`);
    return `${name}${suffix}${pairs.length === 0 ? '' : `{${pairs.join(',')}}`} ${value}\n`;
  });
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('')}`;
}

const queueMetrics = ({ waiting, parked, cases, targets }: QueueView, now: number): readonly Metric[] => [
  gauge('tillbridge_queue_waiting', 'Records that are not confirmed yet by the slower target', waiting),
  gauge('tillbridge_queue_parked', 'Records that cannot be delivered', parked),
  gauge('tillbridge_queue_cases', 'Cases that a manager has to look at', cases),
  ...Object.entries(targets).flatMap(([name, target]) =>
    target === null
      ? []
      : [
          gauge(`tillbridge_${name}_up`, `1: the ${name} target answers and accepts`, Number(target.state === 'up')),
          gauge(`tillbridge_${name}_waiting`, `Records that the ${name} target has not confirmed`, target.waiting),
          gauge(`tillbridge_${name}_waiting_sum`, 'Money of the sales among them, minor units', target.sum),
          gauge(
            `tillbridge_${name}_oldest_seconds`,
            'How long the oldest of them has waited',
            target.oldest === null ? 0 : Math.max(0, Math.floor((now - target.oldest) / 1000)),
          ),
          gauge(`tillbridge_${name}_parked`, `Records that the ${name} target can never take`, target.parked),
        ],
  ),
];

function terminalMetrics({ devices, terminalView }: Services): readonly Metric[] {
  const views = devices.terminals().flatMap(({ id: device }) => {
    const view = terminalView(device);
    return view === null ? [] : [{ device, view }];
  });
  const isReady = (state: string) => state === 'ready' || state === 'busy';
  const of = (value: (view: TerminalView) => number) =>
    views.map(({ device, view }) => ({ labels: { device }, value: value(view) }));
  return [
    gauge(
      'tillbridge_terminals_ready',
      'Card terminals that can be reached',
      views.filter(({ view }) => isReady(view.state)).length,
    ),
    {
      name: 'tillbridge_terminal_up',
      help: '1: this card terminal can be reached',
      samples: of(({ state }) => Number(isReady(state))),
    },
    {
      ...{ name: 'tillbridge_terminal_since_seconds', help: 'Since when the terminal is in its state, since 1970' },
      samples: of(({ since }) => Math.floor(since / 1000)),
    },
    {
      ...{ name: 'tillbridge_terminal_blocked', help: '1: the terminal takes no payment until somebody cures it' },
      samples: of(({ condition }) => Number(condition !== null)),
    },
  ];
}

function printerMetrics({ printing: { printers, queue } }: Services): readonly Metric[] {
  const all = printers.all().flatMap(({ id }) => {
    const status = queue.status(id);
    return status === null ? [] : [{ labels: { printer: id }, status }];
  });
  return [
    {
      ...{ name: 'tillbridge_printer_up', help: '1: the printer takes slips, as far as it says' },
      samples: all.map(({ labels, status }) => ({ labels, value: Number(mayPrint(status)) })),
    },
    {
      ...{ name: 'tillbridge_printer_waiting', help: 'Slips that wait for the printer or for a decision' },
      samples: all.map(({ labels, status }) => ({ labels, value: status.waiting + status.held })),
    },
  ];
}

/** Nothing is said about backups where none are wanted. */
function backupMetrics({ backups }: Services, now: number): readonly Metric[] {
  const { to, last, problem } = backups.view();
  if (to === null) return [];
  const age = last === null ? [] : [Math.max(0, Math.floor((now - Date.parse(last.made)) / 1000))];
  return [
    { name: 'tillbridge_backup_age_seconds', help: 'Age of the newest backup', samples: age.map(value => ({ value })) },
    gauge('tillbridge_backup_failed', '1: the last run made no backup', Number(problem !== null)),
  ];
}

function riskMetrics({ risks, readOnly }: Services): readonly Metric[] {
  const all = risks.all();
  return [
    gauge('tillbridge_risks', 'Risks to money or data now; /healthz names them', all.length),
    {
      name: 'tillbridge_risk',
      help: '1: this risk is there',
      samples: all.map(({ kind }) => ({ labels: { kind }, value: 1 })),
    },
    gauge('tillbridge_read_only', '1: nothing is sold, only read', Number(readOnly)),
  ];
}

function diskMetrics({ config }: Services): readonly Metric[] {
  const { bavail, blocks, bsize } = statfsSync(config.data);
  return [
    gauge('tillbridge_disk_free_bytes', 'Room on the disk of the data directory', bavail * bsize),
    gauge('tillbridge_disk_size_bytes', 'Size of the disk of the data directory', blocks * bsize),
    gauge(
      'tillbridge_disk_reserve_bytes',
      'Pictures and files are refused below so much room',
      config.diskReserve * 1_000_000,
    ),
  ];
}

const integrityMetrics = ({ running, last }: IntegrityView): readonly Metric[] => [
  gauge(
    'tillbridge_integrity_tables_left',
    'Tables the running check has still to read',
    running ? running.of - running.done : 0,
  ),
  gauge(
    'tillbridge_integrity_problems',
    'Problems that the last check of the database found',
    last?.problems.length ?? 0,
  ),
  gauge(
    'tillbridge_integrity_checked_seconds',
    'Time of the last check, since 1970',
    Math.floor((last?.at ?? 0) / 1000),
  ),
];

function commitMetrics({ commitTimes }: Services): readonly Metric[] {
  const { buckets, sum, count } = commitTimes();
  const help = 'Time until a commit was on the disk';
  const samples: readonly Sample[] = [
    ...buckets.map(({ most, count: value }) => ({ suffix: '_bucket', labels: { le: String(most) }, value })),
    { suffix: '_bucket', labels: { le: '+Inf' }, value: count },
    { suffix: '_sum', value: sum },
    { suffix: '_count', value: count },
  ];
  return [{ name: 'tillbridge_commit_seconds', help, type: 'histogram', samples }];
}

const processMetrics = (): readonly Metric[] => [
  gauge('process_resident_memory_bytes', 'Resident memory', process.memoryUsage.rss()),
  gauge('process_uptime_seconds', 'Time since start', Math.floor(process.uptime())),
];
