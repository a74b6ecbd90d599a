/** The command line of a program that takes the options of the bridge, and its `--help` text. */
import { parseArgs } from 'node:util';
import { ConfigRefusal, defaultDirectory, settingNames } from './config.ts';

/** The options of a start. Throws `ConfigRefusal`. */
export function readCommandLine(argv: readonly string[]) {
  try {
    const { values } = parseArgs({
      args: [...argv],
      options: {
        data: { type: 'string' },
        port: { type: 'string' },
        host: { type: 'string' },
        'plain-http': { type: 'boolean' },
        config: { type: 'string' },
        demo: { type: 'boolean' },
        history: { type: 'boolean' },
        training: { type: 'boolean' },
        upstream: { type: 'string' },
        backoffice: { type: 'string' },
        enrol: { type: 'string' },
        'read-only': { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    });
    const { config, enrol, port, 'read-only': readOnly, 'plain-http': plainHttp, help: _, ...rest } = values;
    const more = {
      ...(port === undefined ? {} : { port: asNumber('--port', port) }),
      ...(readOnly === undefined ? {} : { readOnly }),
      ...(plainHttp === undefined ? {} : { plainHttp }),
    };
    return { config, enrol, settings: { ...rest, ...more } };
  } catch (error) {
    if (error instanceof ConfigRefusal) throw error;
    throw new ConfigRefusal(`${(error as Error).message.split('.')[0]}. Options: ${OPTIONS}`);
  }
}

const OPTIONS =
  '--data DIR --port N --host H --plain-http --config FILE --demo --history --training --upstream URL --backoffice URL --enrol CODE --read-only --help';

/** The option of the command line for a setting; null where there is none. */
export function optionOf(setting: string): string | null {
  const name = `--${setting.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}`;
  return (
    OPTIONS.split(/(?= --)/)
      .find(option => option.trim().split(' ')[0] === name)
      ?.trim() ?? null
  );
}

/** The `--help` text of a program that takes the options of the bridge. */
export const usage = (program: string, does: string): string => `${program} -- [options]
${does}
  --data DIR     data directory (default ${defaultDirectory('live')}; demo ${defaultDirectory('demo')}; training ${defaultDirectory('training')})
  --port N       port to listen on, 0 = any free one (default 8640)
  --host H       address to listen on (default 127.0.0.1)
  --plain-http   a live shop beyond this machine without TLS, where the network is trusted
  --config FILE  settings as one JSON object; TILLBRIDGE_… variables override them, options override both
  --demo         demo data, a virtual terminal, simulated payments: nothing is real
  --history      a demo that begins has four weeks of sales behind it
  --training     practice with the own articles and people; with --data DIR those of the shop in DIR
  --upstream URL the service that receives what is sold; credentials stand in the file or the environment
  --backoffice URL, --enrol CODE  the back office that receives the records, and the one-time code that enrols this bridge
  --read-only    opens the data for reading and export alone
  --help         this text
settings: ${settingNames.join(', ')}
exit code 0 ended in order, 2 wrong use or configuration (one sentence says which), 1 anything else`;

/** Is only the usage wanted? */
export const wantsHelp = (argv: readonly string[]): boolean => argv.some(word => word === '--help' || word === '-h');

function asNumber(name: string, text: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  throw new ConfigRefusal(`${name} wants a number, not "${text}".`);
}
