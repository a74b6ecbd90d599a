/** The page of the virtual printer: its paper as a picture, its text, and what it plays. On loopback only. */

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type PrinterBehaviour, printerBehaviours, type VirtualPrinter } from './virtualPrinter.ts';

export interface PrinterControl {
  readonly url: string;
  close(): Promise<void>;
}

export async function openControl(printer: VirtualPrinter, port: number): Promise<PrinterControl> {
  const server: Server = createServer((request, response) => {
    answer(printer, request, response).catch(error => send(response, 500, 'text/plain', String(error)));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const address = server.address();
  const open = typeof address === 'object' && address ? address.port : port;
  return {
    url: `http://127.0.0.1:${open}`,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** A page of another origin may neither read the slips nor change what is played. */
const isLocal = ({ headers }: IncomingMessage): boolean =>
  /^(127\.0\.0\.1|localhost)(:\d+)?$/.test(headers.host ?? '') &&
  (headers.origin === undefined || headers.origin === `http://${headers.host}`);

async function answer(printer: VirtualPrinter, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (!isLocal(request)) return send(response, 403, 'text/plain', 'only pages of this address may call');
  const url = new URL(request.url ?? '/', 'http://printer');
  const which = url.searchParams.get('slip') === 'last' ? 'last' : 'all';
  const route = `${request.method} ${url.pathname}`;
  if (route === 'GET /') return send(response, 200, 'text/html; charset=utf-8', PAGE);
  if (route === 'GET /paper.png') return send(response, 200, 'image/png', printer.paper.png(which));
  if (route === 'GET /text')
    return send(response, 200, 'text/plain; charset=utf-8', printer.paper.lines(which).join('\n'));
  if (route === 'GET /state') return send(response, 200, 'application/json', JSON.stringify(stateOf(printer)));
  if (route === 'POST /tear') {
    printer.paper.tear();
    return send(response, 200, 'application/json', JSON.stringify(stateOf(printer)));
  }
  if (request.method === 'POST' && url.pathname.startsWith('/play/')) {
    const wanted = printerBehaviours.find(one => url.pathname === `/play/${one}`);
    if (!wanted) return send(response, 404, 'text/plain', `it plays ${printerBehaviours.join(', ')}`);
    await printer.play(wanted);
    return send(response, 200, 'application/json', JSON.stringify(stateOf(printer)));
  }
  return send(response, 404, 'text/plain', 'there is no such page');
}

const stateOf = (printer: VirtualPrinter) => ({
  behaviour: printer.behaviour satisfies PrinterBehaviour,
  slips: printer.paper.slips,
  drawerOpenings: printer.drawerOpenings,
  waiting: printer.waiting,
  bytes: printer.bytes,
});

function send(response: ServerResponse, status: number, type: string, body: string | Buffer): void {
  response.writeHead(status, {
    'content-type': type,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  response.end(body);
}

const NAMES: Readonly<Record<PrinterBehaviour, string>> = {
  ready: 'Bereit · Ready',
  off: 'Aus · Off',
  paperOut: 'Papier leer · Paper out',
  paperLow: 'Papier fast leer · Paper low',
  coverOpen: 'Deckel offen · Cover open',
  error: 'Störung · Error',
  slow: 'Langsam · Slow',
  silent: 'Antwortet nicht · Silent',
  garbage: 'Antwortet Unsinn · Garbage',
  stuck: 'Nimmt nichts an · Stuck',
  cut: 'Leitung reißt · Line breaks',
};

const PAGE = `<!doctype html>
<html lang="de"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Virtueller Bondrucker · Virtual receipt printer</title>
<style>
:root { color-scheme: light dark }
body { margin: 0; font: 1rem/1.5 system-ui, sans-serif; background: #4a5058; color: #fff }
main { display: grid; gap: 1rem; max-width: 64rem; margin: auto; padding: 1rem; grid-template-columns: minmax(0, 16rem) minmax(0, 1fr) }
@media (max-width: 44rem) { main { grid-template-columns: minmax(0, 1fr) } }
h1 { font-size: 1.25rem; margin: 0 0 .5rem } fieldset { border: 0; margin: 0; padding: 0; display: grid; gap: .5rem }
button { min-height: 48px; font: inherit; border: 2px solid #fff8; border-radius: .5rem; background: #2d3238; color: #fff; cursor: pointer }
button[aria-pressed=true] { background: #fff; color: #16202c }
:focus-visible { outline: 3px solid #7db8f2; outline-offset: 2px }
#paper { background: #fff; padding: 1rem; max-height: calc(100vh - 4rem); overflow: auto } img { display: block; width: 100%; max-width: 608px; image-rendering: pixelated; margin: auto }
</style></head><body><main>
<div><h1>Virtueller Bondrucker</h1><p id="state" role="status"></p>
<fieldset><legend>Was er spielt · What it plays</legend>${printerBehaviours.map(one => `<button data-play="${one}">${NAMES[one]}</button>`).join('')}</fieldset>
<p><button id="tear">Papier abreißen · Tear off</button></p></div>
<div id="paper"><img alt="Papier des Druckers · Paper of the printer" src="/paper.png"></div>
</main><script>
const buttons = [...document.querySelectorAll('[data-play]')];
let shown = '';
async function show(response) {
  const state = await response.json();
  for (const button of buttons) button.setAttribute('aria-pressed', String(button.dataset.play === state.behaviour));
  document.getElementById('state').textContent = state.slips + ' Bons · Schublade ' + state.drawerOpenings + '×' + (state.waiting ? ' · wartet' : '');
  const key = state.bytes + ' ' + state.slips + ' ' + state.waiting;
  if (key === shown) return;
  shown = key;
  document.querySelector('img').src = '/paper.png?' + Date.now();
  document.getElementById('paper').scrollTop = 1e9;
}
for (const button of buttons) button.onclick = () => fetch('/play/' + button.dataset.play, { method: 'POST' }).then(show);
document.getElementById('tear').onclick = () => { shown = ''; fetch('/tear', { method: 'POST' }).then(show); };
const look = () => fetch('/state').then(show).catch(() => undefined);
look(); setInterval(look, 700);
</script></body></html>`;
