/** Host 1: the bridge under Node, for kiosks, servers and tests. Prints one line on standard output when it is ready. */
import { usage, wantsHelp } from './config.ts';
import { explain, startHost } from './host.ts';

const argv = process.argv.slice(2);
if (wantsHelp(argv)) console.log(usage('npm run headless', 'The bridge alone, for kiosks, servers and tests.'));
else await run();

async function run() {
  try {
    const { bridge, close } = await startHost(argv, process.env);
    const end = () =>
      close().then(
        () => process.exit(0),
        error => process.exit(explain(error)),
      );
    process.once('SIGINT', end).once('SIGTERM', end);
    process.stdout.write(`tillbridge ready ${bridge.url}\n`);
  } catch (error) {
    process.exitCode = explain(error);
  }
}
