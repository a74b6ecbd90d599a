/** `npm run printer`: the virtual receipt printer as a process of its own. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openSerial } from '../../transport/serial.ts';
import { endOnSignal, OptionError, portNumber, readOptions, wholeNumber, withoutUndefined } from '../options.ts';
import { openControl } from './control.ts';
import { printerBehaviours, VirtualPrinter, type VirtualPrinterOptions } from './virtualPrinter.ts';

const DEFAULT_PORT = 9100;
/** Dots of a line, by the width of the paper in mm. */
const DOTS: Readonly<Record<number, number>> = { 58: 384, 80: 576 };

const OPTIONS = {
  port: { type: 'string' },
  serial: { type: 'string' },
  control: { type: 'string' },
  'no-control': { type: 'boolean' },
  behaviour: { type: 'string' },
  paper: { type: 'string' },
  pictures: { type: 'string' },
  'line-time': { type: 'string' },
  'no-code-pages': { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

const HELP = `npm run printer -- [options]
  --port N            port on loopback, 0 = any free one (default ${DEFAULT_PORT})
  --serial PATH       a serial port as well, with 9600 baud
  --control N         port of its page, 0 = any free one (default)
  --no-control        no page
  --behaviour NAME    ${printerBehaviours.join(', ')} (default ready)
  --paper MM          58 or 80 (default 80)
  --pictures DIR      writes each slip as slip-1.png, slip-2.png, …
  --line-time MS      how long a slow printer needs for a line (default 200)
  --no-code-pages     plays a model that ignores the choice of a code page
  --help              this text`;

void main(process.argv.slice(2));

async function main(args: string[]): Promise<void> {
  try {
    const values = readOptions(args, OPTIONS);
    if (values.help) return console.log(HELP);
    const printer = new VirtualPrinter(optionsOf(values));
    await printer.open();
    if (values.serial !== undefined) printer.attach(await openSerial({ path: values.serial, stopBits: 1 }));
    const control = values['no-control']
      ? null
      : await openControl(printer, portNumber('control', values.control) ?? 0);
    endOnSignal({
      async close() {
        await control?.close();
        await printer.close();
      },
    });
    if (control) console.error(`printer control ${control.url}`);
    console.log(`printer ready 127.0.0.1:${printer.port}`);
  } catch (error) {
    console.error(sentence(error));
    process.exitCode = error instanceof OptionError ? 2 : 1;
  }
}

function sentence(error: unknown): string {
  const { code, port: taken, message } = error as NodeJS.ErrnoException & { readonly port?: number };
  if (code === 'EADDRINUSE') return `port ${taken} is in use; --port 0 and --control 0 take any free one`;
  return message ?? String(error);
}

function optionsOf(values: ReturnType<typeof readOptions<typeof OPTIONS>>): VirtualPrinterOptions {
  const behaviour = printerBehaviours.find(one => one === values.behaviour);
  if (values.behaviour !== undefined && !behaviour)
    throw new OptionError(`--behaviour must be one of ${printerBehaviours.join(', ')}`);
  const paper = wholeNumber('paper', values.paper) ?? 80;
  const width = DOTS[paper];
  if (width === undefined) throw new OptionError('--paper must be 58 or 80');
  const { pictures } = values;
  if (pictures !== undefined) mkdirSync(pictures, { recursive: true });
  let slips = 0;
  return withoutUndefined<VirtualPrinterOptions>({
    port: portNumber('port', values.port) ?? DEFAULT_PORT,
    behaviour,
    width,
    codePages: !values['no-code-pages'],
    lineTime: wholeNumber('line-time', values['line-time']),
    onSlip:
      pictures === undefined
        ? undefined
        : page => {
            slips += 1;
            writeFileSync(join(pictures, `slip-${slips}.png`), page.png('last'));
          },
  });
}
