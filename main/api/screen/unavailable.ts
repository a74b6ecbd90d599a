/** The page at `/` while the screen cannot work: it has not been built, or nobody has set up a shop in this directory. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { purposeOf } from '../../domain/purpose.ts';
import { html, languageOf, type PageLanguage, sendPage } from '../../http/htmlPage.ts';
import type { Config } from '../../world/config.ts';

export type UnavailablePart = 'screen' | 'shop';

/** A live shop is set up by people; without one the screen would be a dead end. */
export function unavailablePart(config: Config, hasShop: boolean, hasScreen: boolean): UnavailablePart | null {
  if (purposeOf(config) === 'live' && !hasShop) return 'shop';
  return hasScreen ? null : 'screen';
}

const TEXTS = {
  de: {
    screen: {
      title: 'Der Kassenbildschirm ist noch nicht gebaut',
      runs: 'Tillbridge läuft, und die Schnittstelle antwortet. Nur die Seiten für den Bildschirm fehlen.',
      steps: [['Einmal bauen, danach neu starten:', 'npm run build']],
      more: 'Die Schnittstelle ist hier beschrieben:',
    },
    shop: {
      title: 'Hier ist noch kein Geschäft eingerichtet',
      runs: 'Tillbridge läuft, aber in diesem Datenverzeichnis gibt es weder Händler noch Personal, Kassen, Terminals oder Artikel. Niemand kann sich anmelden, und es kann nichts verkauft werden.',
      steps: [
        [
          'Einrichten im Browser, an dem Rechner, auf dem Tillbridge läuft (der Einmalcode steht in der Konsole):',
          'http://127.0.0.1:PORT',
        ],
        ['Einrichten mit einer Datei:', 'npm run setup -- --data DIR --file shop.json'],
        ['Zum Ausprobieren mit Demo-Daten:', 'npm run headless -- --demo'],
        [
          'Ist das Geschäft in einem anderen Verzeichnis eingerichtet, dieses nennen:',
          'npm run headless -- --data DIR',
        ],
      ],
      more: 'Die Schnittstelle ist hier beschrieben:',
    },
  },
  en: {
    screen: {
      title: 'The cashier screen has not been built yet',
      runs: 'Tillbridge is running, and its API answers. Only the pages of the screen are missing.',
      steps: [['Build them once, then start again:', 'npm run build']],
      more: 'The API is described here:',
    },
    shop: {
      title: 'No shop has been set up here yet',
      runs: 'Tillbridge is running, but this data directory has neither a merchant nor people, tills, terminals or articles. Nobody can sign in, and nothing can be sold.',
      steps: [
        [
          'To set it up in the browser, at the machine on which Tillbridge runs (the console shows the one-time code):',
          'http://127.0.0.1:PORT',
        ],
        ['To set it up by a file:', 'npm run setup -- --data DIR --file shop.json'],
        ['To try it out with demo data:', 'npm run headless -- --demo'],
        ['If the shop was set up in another directory, name that one:', 'npm run headless -- --data DIR'],
      ],
      more: 'The API is described here:',
    },
  },
} as const satisfies Record<PageLanguage, Record<UnavailablePart, object>>;

export function sendUnavailable(request: FastifyRequest, reply: FastifyReply, part: UnavailablePart): FastifyReply {
  const language = languageOf(request);
  const { title, runs, steps, more } = TEXTS[language][part];
  const body = html`<h1>${title}</h1><p>${runs}</p>
${steps.map(([what, command]) => html`<p>${what}<br><code>${command}</code></p>`)}
<p class="quiet">${more} <a href="/docs">/docs</a></p>`;
  return sendPage(reply, { language, title, body });
}
