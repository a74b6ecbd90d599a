/**
 * Signing in through OpenID Connect: authorisation code with PKCE, state and nonce. The provider says who somebody is; who
 * may see what stays with the people of the back office: the verified mail address has to be the username of one of them.
 * The ID token counts when it is signed by a key that the provider publishes, by the algorithm that is registered here.
 */
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  Configuration,
  calculatePKCECodeChallenge,
  discovery,
  enableNonRepudiationChecks,
  type IDToken,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  type ServerMetadata,
} from 'openid-client';
import type { Clock } from '../../world/clock.ts';
import { ConfigRefusal } from '../../world/config.ts';
import { type Environment, secretOf } from '../../world/environment.ts';
import { hashToken } from '../../world/secrets.ts';
import type { OfficeDatabase, Sql } from '../database/officeDatabase.ts';
import type { OpenIdSettings } from '../office.ts';

/** Algorithms of ID tokens (RFC 7518, RFC 8037): those whose key for checking signs nothing. */
const ALGORITHMS = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
] as const;

/**
 * Null where nothing is configured. `address`: that of the back office as browsers reach it. Throws ConfigRefusal with one
 * sentence.
 */
export function readOpenIdSettings(environment: Environment, address: string | null): OpenIdSettings | null {
  const issuer = environment.TILLBRIDGE_OFFICE_OPENID_ISSUER;
  const factor = environment.TILLBRIDGE_OFFICE_SECOND_FACTOR || 'no';
  if (factor !== 'no' && factor !== 'yes')
    throw new ConfigRefusal(`TILLBRIDGE_OFFICE_SECOND_FACTOR must be yes or no, and ${factor} is neither.`);
  const secondFactor = factor === 'yes';
  if (issuer === undefined || issuer === '') {
    if (!secondFactor) return null;
    throw new ConfigRefusal(
      'TILLBRIDGE_OFFICE_SECOND_FACTOR needs a company account, which brings it: set TILLBRIDGE_OFFICE_OPENID_ISSUER.',
    );
  }
  const clientId = environment.TILLBRIDGE_OFFICE_OPENID_CLIENT_ID;
  const clientSecret = secretOf(environment, 'TILLBRIDGE_OFFICE_OPENID_CLIENT_SECRET');
  const algorithm = environment.TILLBRIDGE_OFFICE_OPENID_ALGORITHM || 'RS256';
  if (!clientId || !clientSecret || address === null)
    throw new ConfigRefusal(
      'TILLBRIDGE_OFFICE_OPENID_ISSUER needs TILLBRIDGE_OFFICE_OPENID_CLIENT_ID, TILLBRIDGE_OFFICE_OPENID_CLIENT_SECRET (or …_FILE) and TILLBRIDGE_OFFICE_ADDRESS beside it.',
    );
  if (!issuer.startsWith('https://') && !isLoopback(issuer))
    throw new ConfigRefusal('TILLBRIDGE_OFFICE_OPENID_ISSUER must begin with https://.');
  if (!ALGORITHMS.some(known => known === algorithm))
    throw new ConfigRefusal(
      `TILLBRIDGE_OFFICE_OPENID_ALGORITHM must be the algorithm that the provider signs ID tokens with, one of ${ALGORITHMS.join(', ')}.`,
    );
  return { issuer, clientId, clientSecret, algorithm, address, secondFactor };
}

const isLoopback = (issuer: string): boolean => /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?(\/|$)/.test(issuer);

/** A sign-in that was begun and not ended is forgotten after this time, ms. */
export const FLOW_LIFE = 10 * 60_000;
/** Sign-ins that are begun and not ended, of one place and of all; the oldest ones go. */
const MOST_BEGUN = { place: 20, all: 10_000 } as const;
/** How long the description of the provider is kept, ms; its keys are read anew at each sign-in, so that a new key counts at once. */
const METADATA_LIFE = 3_600_000;
/** Time that the provider has for each answer, seconds. */
const PROVIDER_TIMEOUT = 10;
/** How far the clock of the provider may be ahead, seconds. */
const SKEW = 60;

export const callbackOf = ({ address }: OpenIdSettings): string => `${address}/office/v1/open-id/callback`;

export interface BegunSignIn {
  /** Where the browser goes. */
  readonly address: string;
  /** Kept by the browser, so that nobody else can end this sign-in. */
  readonly state: string;
}

export interface OpenIdPerson {
  readonly id: string;
  readonly merchant: string;
}

/**
 * How a sign-in ended: `gone` was never begun, or its time has passed; `nobody` is a person without a right to sign in here;
 * `oneFactor` is a person who proved less than is asked for.
 */
export type EndedSignIn = OpenIdPerson | 'gone' | 'nobody' | 'oneFactor';

export interface OpenIdConnect {
  /** `place`: where the browser is. Throws where the provider cannot be reached. */
  begin(place: string): Promise<BegunSignIn>;
  /** `state` is the one that the browser kept. Throws what the provider refused, and what is wrong with its answer. */
  end(callback: URL, state: string): Promise<EndedSignIn>;
}

export function createOpenIdConnect(database: OfficeDatabase, clock: Clock, settings: OpenIdSettings): OpenIdConnect {
  const configuration = providerOf(clock, settings);
  return {
    async begin(place) {
      const config = await configuration();
      const [state, nonce, verifier] = [randomState(), randomNonce(), randomPKCECodeVerifier()];
      await keepFlow(database, clock.now(), { state, nonce, verifier, place });
      const address = buildAuthorizationUrl(config, {
        redirect_uri: callbackOf(settings),
        scope: 'openid email',
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      });
      return { address: address.href, state };
    },

    async end(callback, state) {
      const flow = await takeFlow(database, clock.now(), state);
      if (!flow) return 'gone';
      const tokens = await authorizationCodeGrant(await configuration(), callback, {
        pkceCodeVerifier: flow.verifier,
        expectedNonce: flow.nonce,
        expectedState: state,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (!claims) throw new Error('the provider sent no ID token');
      const fault = claimFault(claims, settings, clock.now());
      if (fault !== null) throw new Error(fault);
      if (settings.secondFactor && !hasSecondFactor(claims)) return 'oneFactor';
      const { email, email_verified: isVerified } = claims;
      if (typeof email !== 'string' || isVerified !== true) return 'nobody';
      const [person] = await database.query<OpenIdPerson>(
        'SELECT id, merchant FROM person WHERE lower(username) = lower($1) AND NOT locked',
        [email],
      );
      return person ?? 'nobody';
    },
  };
}

/** The provider says that it asked for several factors (RFC 8176). */
const hasSecondFactor = ({ amr }: IDToken): boolean => Array.isArray(amr) && amr.includes('mfa');

/** Checks the claims that the library leaves open (OpenID Connect Core 3.1.3.7, 4 and 10); null where nothing is wrong. `now`: ms since 1970. */
function claimFault({ iat, azp }: IDToken, { clientId }: OpenIdSettings, now: number): string | null {
  if (iat > now / 1000 + SKEW) return 'the ID token was issued in the future ("iat")';
  if (azp !== undefined && azp !== clientId) return 'the ID token was issued to another client ("azp")';
  return null;
}

/**
 * The provider as it describes itself, with what is registered here. It is asked when it is first needed, so that the back
 * office starts without it; a failure is asked again. Each configuration reads the keys of the provider anew.
 */
function providerOf(clock: Clock, { issuer, clientId, clientSecret, algorithm }: OpenIdSettings) {
  const client = { client_secret: clientSecret, id_token_signed_response_alg: algorithm };
  const insecure = isLoopback(issuer) ? [allowInsecureRequests] : [];
  let known: { readonly until: number; readonly server: Promise<ServerMetadata> } | null = null;
  const serverMetadata = () => {
    if (known !== null && clock.elapsed() < known.until) return known.server;
    const server = discovery(new URL(issuer), clientId, client, undefined, {
      execute: insecure,
      timeout: PROVIDER_TIMEOUT,
    }).then(found => found.serverMetadata());
    known = { until: clock.elapsed() + METADATA_LIFE, server };
    server.catch(() => {
      known = null;
    });
    return server;
  };
  return async () => {
    const config = new Configuration(await serverMetadata(), clientId, client);
    for (const allow of insecure) allow(config);
    // Without this the library takes the channel for proof enough, and believes whatever signature the token has.
    enableNonRepudiationChecks(config);
    config.timeout = PROVIDER_TIMEOUT;
    return config;
  };
}

interface Flow {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  readonly place: string;
}

/** Anybody may begin a sign-in, so what is begun is bounded; a place that begins many loses its own oldest ones first. */
const keepFlow = (database: OfficeDatabase, now: number, { state, nonce, verifier, place }: Flow): Promise<void> =>
  database.transaction(async sql => {
    await forgetFlows(sql, now);
    await sql.query(
      `DELETE FROM open_id_flow WHERE
         state IN (SELECT state FROM open_id_flow WHERE place = $1 ORDER BY expires DESC OFFSET ${MOST_BEGUN.place - 1})
         OR state IN (SELECT state FROM open_id_flow ORDER BY expires DESC OFFSET ${MOST_BEGUN.all - 1})`,
      [place],
    );
    await sql.query(
      'INSERT INTO open_id_flow (state, verifier, nonce, place, expires) VALUES ($1, $2, $3, $4, $5::timestamptz)',
      [hashToken(state), verifier, nonce, place, new Date(now + FLOW_LIFE).toISOString()],
    );
  });

/** Taken out as it is read: a callback counts once. */
const takeFlow = (
  database: OfficeDatabase,
  now: number,
  state: string,
): Promise<Pick<Flow, 'verifier' | 'nonce'> | null> =>
  database.transaction(async sql => {
    await forgetFlows(sql, now);
    const [flow] = await sql.query<Pick<Flow, 'verifier' | 'nonce'>>(
      'DELETE FROM open_id_flow WHERE state = $1 RETURNING verifier, nonce',
      [hashToken(state)],
    );
    return flow ?? null;
  });

/** Also those of a clock that ran ahead, which would else live as long as it was ahead. */
async function forgetFlows(sql: Sql, now: number): Promise<void> {
  await sql.query('DELETE FROM open_id_flow WHERE expires <= $1::timestamptz OR expires > $2::timestamptz', [
    new Date(now).toISOString(),
    new Date(now + FLOW_LIFE).toISOString(),
  ]);
}
