/** `node --import` in a utility process: its port to the main process, as Electron gives it. It ends with that process. */
import { EventEmitter } from 'node:events';

const port = Object.assign(new EventEmitter(), { postMessage: (message: unknown) => void process.send?.(message) });
// Messages wait until somebody listens.
port.once('newListener', () => {
  queueMicrotask(() => process.on('message', data => port.emit('message', { data })));
});
Object.assign(process, { parentPort: port });
process.on('disconnect', () => process.exit(1));
