/** Serves the built cashier screen from the bridge's own origin, and what it must know before anybody has signed in. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { cashStepOf } from '../../domain/cashRounding.ts';
import { tillsOfShop } from '../../masterData/tills.ts';
import { itemsOf } from '../../sale/document.ts';
import { ScreenInfo } from '../../wire/screen.ts';
import { connectionOf } from '../requestSource.ts';
import { describeRoute } from '../resource.ts';
import type { Services } from '../services.ts';
import { tillCookie } from '../session/cookies.ts';
import { isHere } from '../setup/reach.ts';
import { sendUnavailable, type UnavailablePart, unavailablePart } from './unavailable.ts';

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

type Staff = ScreenInfo['staff'][number];
type Till = ScreenInfo['tills'][number];

const FRONT: ReadonlySet<string> = new Set(['/', '/index.html', '/display', '/display.html']);

export async function screenRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const { config, version, shop, screen, terminalControl, tills, installation, firstRun, masterData } = services;
  app.get(
    '/bridge/v1/screen',
    {
      config: { public: true },
      ...describeRoute('Screen', 'What the screen must know before sign-in', ScreenInfo, { security: [] }),
    },
    async (request): Promise<ScreenInfo> => {
      const named = tills.mayListStaff(connectionOf(request), tillCookie(request, installation));
      const merchant = shop.firstMerchant();
      const prefixes = merchant ? shop.cardPrefixes(merchant.id) : [];
      return {
        version,
        demo: config.demo || config.training,
        training: config.training,
        terminalPage: terminalControl(),
        setup: { waiting: firstRun.isWaiting(), here: isHere(request) },
        merchant: {
          name: merchant?.name ?? '',
          currency: merchant?.currency ?? 'EUR',
          ...(merchant ? { timeZone: merchant.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone } : {}),
          cashStep: merchant ? cashStepOf(merchant, merchant.currency) : 1,
        },
        tills: (merchant ? tillsOfShop(masterData, merchant.id) : []).map(({ id, name }) => {
          const open_basket = merchant && named ? openBasket(services, merchant.id, id) : null;
          return { id, name, ...(open_basket ? { open_basket } : {}) };
        }),
        ...listedStaff(merchant && named ? shop.staff(merchant.id) : null),
        tips: { ask: config.tips.ask, perCent: [...config.tips.perCent] },
        lockAfter: config.lockAfter,
        scanner: { ...config.scanner, cardPrefixes: [...prefixes] },
      };
    },
  );
  // At the machine itself the screen sets the shop up.
  const missing = (request: FastifyRequest) =>
    unavailablePart(config, shop.firstMerchant() !== null || (screen !== null && isHere(request)), screen !== null);
  if (screen !== null) await servePages(app, screen, missing);
  else
    app.get('/', { config: { public: true }, schema: { hide: true } }, (request, reply) =>
      sendUnavailable(request, reply, missing(request) ?? 'screen'),
    );
}

/** The basket for the next person at the till: goods that are not paid whole, and that nobody gave up. */
function openBasket(
  { shop, world }: Pick<Services, 'shop' | 'world'>,
  merchant: string,
  till: string,
): Till['open_basket'] | null {
  const id = shop.saleOnTill(till);
  const sale = id === null ? null : world.ledger.sale(merchant, id);
  if (!sale || sale.receiptNumber !== null || sale.state === 'cancelled') return null;
  const lines = itemsOf(sale.document).filter(({ item_type: type }) => type !== 'coupon').length;
  return lines === 0 ? null : { lines, sum: sale.document.basket_info.sum };
}

/** Nobody looks for a name among so many: the user name is typed, and managers can still be called. */
const MOST_NAMES = 200;

/** Null: nobody may see the names here. */
function listedStaff(staff: readonly Staff[] | null): Pick<ScreenInfo, 'staff' | 'staffHidden'> {
  const isListed = staff !== null && staff.length <= MOST_NAMES;
  const shown = isListed ? staff : (staff ?? []).filter(({ role }) => role === 'manager').slice(0, MOST_NAMES);
  return { staff: [...shown], staffHidden: !isListed };
}

/** Instead of the screen, while something is missing without which nobody can sell. */
async function servePages(
  app: FastifyInstance,
  root: string,
  missing: (request: FastifyRequest) => UnavailablePart | null,
) {
  const { default: files } = await import('@fastify/static');
  await app.register(async pages => {
    pages.addHook('onRoute', route => {
      route.config = { ...route.config, public: true };
    });
    pages.addHook('onRequest', (request, reply, done) => {
      const part = FRONT.has(request.url) ? missing(request) : null;
      if (part === null) return done();
      sendUnavailable(request, reply, part);
    });
    // Parts of the screen go by one route: looking for each of them would be a piece of every start.
    await pages.register(files, {
      root: join(root, 'assets'),
      prefix: '/assets/',
      index: false,
      setHeaders(reply, path) {
        reply.header('content-security-policy', POLICY);
        reply.header('referrer-policy', 'no-referrer');
        reply.header('cross-origin-opener-policy', 'same-origin');
        reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
    const page = (url: string, file: string) =>
      pages.get(url, { schema: { hide: true } }, (_request, reply) => reply.sendFile(file, root));
    page('/', 'index.html');
    page('/display', 'display.html');
    for (const entry of readdirSync(root, { withFileTypes: true }))
      if (entry.isFile()) page(`/${entry.name}`, entry.name);
  });
}
