/** Host 1: the bridge under Node, for kiosks, servers and tests. Prints one line on standard output when it is ready. */

import { type Host, setupInvitation, startHost } from './host.ts';
import { explain } from './startRefusal.ts';
import { usage, wantsHelp } from './world/commandLine.ts';

const argv = process.argv.slice(2);
if (wantsHelp(argv)) console.log(usage('npm run headless', 'The bridge alone, for kiosks, servers and tests.'));
else await run();

async function run() {
  let host: Host | null = null;
  let state: 'runs' | 'asked' | 'closes' = 'runs';
  const end = () => {
    if (state === 'closes') return;
    state = host ? 'closes' : 'asked';
    if (host) void close(host);
  };
  // The same signal may come twice, for example from the group and from npm: the first begins the end, and nothing cuts it.
  process.on('SIGINT', end).on('SIGTERM', end);
  try {
    host = await startHost(argv, process.env);
    process.stdout.write(`tillbridge ready ${host.bridge.url}\n`);
    const invitation = setupInvitation(host.bridge);
    if (invitation !== null) console.error(invitation);
    if ((state as string) === 'asked') end();
  } catch (error) {
    // A signal during the start ends the program without the error of a start that failed because of it.
    process.exit((state as string) === 'asked' ? 0 : explain(error));
  }
}

function close(host: Host): Promise<never> {
  return host.close().then(
    () => process.exit(0),
    error => process.exit(explain(error)),
  );
}
