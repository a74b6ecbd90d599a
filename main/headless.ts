/** Host 1: the bridge under Node, for kiosks, servers and tests. Prints one line on standard output when it is ready. */
import { explain, startHost } from './host.ts';

try {
  const { bridge, close } = await startHost(process.argv.slice(2), process.env);
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
