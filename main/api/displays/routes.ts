/**
 * Customer displays of the shop (`/bridge/v1/displays`): the code that pairs one with a till, their list, name, language and till, their
 * end, and the picture that they show while nothing is sold.
 */
import type { FastifyInstance } from 'fastify';
import { audited } from '../../masterData/masterData.ts';
import { DISPLAY_CODE_SECONDS } from '../../services/auth/displayPairing.ts';
import type { DisplayRow } from '../../store/displays.ts';
import { Display, DisplayCode, DisplayCodeInput, DisplayInput, Displays } from '../../wire/displays.ts';
import { Result } from '../../wire/shapes.ts';
import { timestamp } from '../../world/clock.ts';
import { BridgeError } from '../../world/errors.ts';
import { noteAudit } from '../../world/requestContext.ts';
import { change } from '../masterDataChange.ts';
import { checkedPicture, LARGEST_PICTURE, PICTURE, PICTURE_BODY, sendPicture, takePictures } from '../pictures.ts';
import { describeRoute, orNotFound } from '../resource.ts';
import type { Services } from '../services.ts';

const path = '/bridge/v1/displays';
const tag = 'Customer displays';
/** Entry of the audit log about the picture of all displays. */
const PICTURE_ENTRY = { kind: 'display', subject: 'picture', before: null } as const;

interface One {
  Params: { id: string };
}

export async function displayRoutes(app: FastifyInstance, services: Services): Promise<void> {
  listRoute(app, services);
  codeRoute(app, services);
  changeRoutes(app, services);
  await pictureRoutes(app, services);
}

function displayOf({ devices, displayReaders }: Services, row: DisplayRow): Display {
  const { id, merchant, till, name, language, pairedAt, pairedBy, lastSeen } = row;
  return {
    ...{ object: 'displays', id, name, language, pairedBy },
    till: { id: till, name: devices.find(merchant, till)?.description ?? '' },
    paired: timestamp(pairedAt),
    lastSeen: lastSeen === null ? null : timestamp(lastSeen),
    connected: displayReaders.isFollowing(id),
  };
}

function listRoute(app: FastifyInstance, services: Services): void {
  const { displays } = services;
  app.get(
    path,
    describeRoute(tag, 'The customer displays of the shop', Displays),
    async ({ principal: { merchant } }): Promise<Displays> => {
      const data = displays.all(merchant).map(row => displayOf(services, row));
      return { count: data.length, data, picture: displays.pictureHash(merchant) };
    },
  );
}

/** Throws `notFound` for what is no till of the shop. */
function tillNamed(
  { devices }: Services,
  merchant: string,
  id: string,
): { readonly id: string; readonly name: string } {
  const device = devices.find(merchant, id);
  if (device?.type !== 'cashier' && device?.type !== 'shopmodule')
    throw new BridgeError('notFound', `till: there is no till ${id}`);
  return { id, name: device.description };
}

function codeRoute(app: FastifyInstance, services: Services): void {
  const { displayPairing, shop } = services;
  app.post<{ Body: DisplayCodeInput | null }>(
    `${path}/codes`,
    describeRoute(tag, 'A code that pairs one customer display with a till', DisplayCode, {
      body: { anyOf: [DisplayCodeInput, { type: 'null' }] },
      description:
        'Open `/display` on any device that reaches the bridge and type the code there; a display of your own sends it to `POST /bridge/v1/display/pairing`. Without `till` it is the till of the token.',
    }),
    async ({ principal, body }): Promise<DisplayCode> => {
      const { merchant, device, staff, client } = principal;
      const wanted = body?.till ?? device;
      if (wanted === null) throw new BridgeError('notFound', 'this merchant has no till');
      const till = tillNamed(services, merchant, wanted);
      const language = body?.language ?? shop.merchant(merchant).language ?? 'de';
      const code = displayPairing.begin({
        ...{ merchant, till: till.id, name: body?.name?.trim() ?? till.name, language },
        ...{ pairedBy: staff?.name ?? client, ownWindow: false },
      });
      return { code, till, expires_in: DISPLAY_CODE_SECONDS };
    },
  );
}

function changeRoutes(app: FastifyInstance, services: Services): void {
  const { displays, displayPairing, displayReaders, masterData } = services;

  app.put<One & { Body: DisplayInput }>(
    `${path}/:id`,
    describeRoute(tag, 'Changes name, language or till of a display; what is left out stays', Display, {
      body: DisplayInput,
    }),
    async ({ principal, params, body }) => {
      const { merchant } = principal;
      if (body.till !== undefined) tillNamed(services, merchant, body.till);
      const after = await change(services, principal, own => {
        const before = orNotFound(displays.find(merchant, params.id), 'displays', params.id);
        const { name = before.name, language = before.language, till = before.till } = body;
        displays.change(before.id, { name, language, till });
        const facts = (row: Pick<DisplayRow, 'name' | 'language' | 'till'>) => ({
          ...{ name: row.name, language: row.language, till: row.till },
        });
        const changed = { ...before, name, language, till };
        audited(masterData, own, {
          ...{ kind: 'display', subject: before.id, action: 'changed', before: facts(before), after: facts(changed) },
        });
        return changed;
      });
      displayPairing.changed();
      displayReaders.reopen(after.id);
      return displayOf(services, after);
    },
  );

  app.post<One>(
    `${path}/:id/revoke`,
    describeRoute(tag, 'Ends the right of a display at once; it asks for a new code', Result),
    async ({ principal, params }) => {
      const { merchant } = principal;
      await change(services, principal, own => {
        const { id, name, till } = orNotFound(displays.find(merchant, params.id), 'displays', params.id);
        audited(masterData, own, {
          ...{ kind: 'display', subject: id, action: 'revoked', before: { name, till }, after: null },
        });
      });
      await displayPairing.remove(merchant, params.id);
      displayReaders.reopen(params.id);
      return { result: true };
    },
  );
}

async function pictureRoutes(app: FastifyInstance, services: Services) {
  const { displays, displayReaders } = services;
  app.get<{ Querystring: { v?: string } }>(
    `${path}/picture`,
    describeRoute(tag, 'The picture of all displays while nothing is sold', {
      description: 'the picture',
      content: PICTURE,
    }),
    async (request, reply) =>
      sendPicture(request, reply, orNotFound(displays.picture(request.principal.merchant), 'picture', 'displays')),
  );

  await app.register(async scope => {
    takePictures(scope);
    scope.put<{ Body: Buffer | undefined }>(
      `${path}/picture`,
      {
        bodyLimit: LARGEST_PICTURE,
        ...describeRoute(
          tag,
          'Gives all displays a picture for the time without a sale: PNG, JPEG or WebP, up to 1 MB',
          Result,
          {
            body: { content: PICTURE_BODY },
          },
        ),
      },
      async ({ principal, body }) => {
        const picture = checkedPicture(body);
        await change(services, principal, () => {
          displays.setPicture(principal.merchant, picture);
          noteAudit({ ...PICTURE_ENTRY, action: 'changed', after: { picture: 'display' } });
        });
        displayReaders.reopenAll(principal.merchant);
        return { result: true };
      },
    );
  });

  app.delete(
    `${path}/picture`,
    describeRoute(tag, 'Takes the picture of the displays away: they show the name of the shop', Result),
    async ({ principal }) => {
      await change(services, principal, () => {
        displays.setPicture(principal.merchant, null);
        noteAudit({ ...PICTURE_ENTRY, action: 'removed', after: null });
      });
      displayReaders.reopenAll(principal.merchant);
      return { result: true };
    },
  );
}
