/**
 * Signing in through OpenID Connect: authorisation code with PKCE, state and nonce. The provider says who somebody is; who
 * may see what stays with the people of the back office: the verified mail address has to be the username of one of them.
 */
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  discovery,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client';
import type { Clock } from '../../world/clock.ts';
import { ConfigRefusal } from '../../world/config.ts';
import { type Environment, secretOf } from '../../world/environment.ts';
import { hashToken } from '../../world/secrets.ts';
import type { OfficeDatabase } from '../database/officeDatabase.ts';
import type { OpenIdSettings } from '../office.ts';

/** Null where nothing is configured. Throws ConfigRefusal with one sentence. */
export function readOpenIdSettings(environment: Environment): OpenIdSettings | null {
  const issuer = environment.TILLBRIDGE_OFFICE_OPENID_ISSUER;
  if (issuer === undefined || issuer === '') return null;
  const clientId = environment.TILLBRIDGE_OFFICE_OPENID_CLIENT_ID;
  const clientSecret = secretOf(environment, 'TILLBRIDGE_OFFICE_OPENID_CLIENT_SECRET');
  const address = environment.TILLBRIDGE_OFFICE_ADDRESS?.replace(/\/+$/, '');
  if (!clientId || !clientSecret || !address)
    throw new ConfigRefusal(
      'TILLBRIDGE_OFFICE_OPENID_ISSUER needs TILLBRIDGE_OFFICE_OPENID_CLIENT_ID, TILLBRIDGE_OFFICE_OPENID_CLIENT_SECRET (or …_FILE) and TILLBRIDGE_OFFICE_ADDRESS beside it.',
    );
  if (!issuer.startsWith('https://') && !isLoopback(issuer))
    throw new ConfigRefusal('TILLBRIDGE_OFFICE_OPENID_ISSUER must begin with https://.');
  return { issuer, clientId, clientSecret, address };
}

const isLoopback = (issuer: string): boolean => /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?(\/|$)/.test(issuer);

/** A sign-in that was begun and not ended is forgotten after this time, ms. */
export const FLOW_LIFE = 10 * 60_000;

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

export interface OpenIdConnect {
  begin(): Promise<BegunSignIn>;
  /** The person that the provider named, or null. `state` is the one that the browser kept. Throws what the provider refused. */
  end(callback: URL, state: string): Promise<OpenIdPerson | null>;
}

export function createOpenIdConnect(database: OfficeDatabase, clock: Clock, settings: OpenIdSettings): OpenIdConnect {
  let found: Promise<Configuration> | null = null;
  // The provider is asked when it is first needed: the back office starts without it, and a failure is asked again.
  const configuration = () => {
    found ??= discovery(
      new URL(settings.issuer),
      settings.clientId,
      settings.clientSecret,
      undefined,
      isLoopback(settings.issuer) ? { execute: [allowInsecureRequests] } : {},
    ).catch(error => {
      found = null;
      throw error;
    });
    return found;
  };

  return {
    async begin() {
      const config = await configuration();
      const [state, nonce, verifier] = [randomState(), randomNonce(), randomPKCECodeVerifier()];
      await database.query(
        'INSERT INTO open_id_flow (state, verifier, nonce, expires) VALUES ($1, $2, $3, $4::timestamptz)',
        [hashToken(state), verifier, nonce, new Date(clock.now() + FLOW_LIFE).toISOString()],
      );
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
      // Taken out as it is read: a callback counts once.
      const [flow] = await database.query<{ verifier: string; nonce: string }>(
        'DELETE FROM open_id_flow WHERE state = $1 AND expires > $2::timestamptz RETURNING verifier, nonce',
        [hashToken(state), new Date(clock.now()).toISOString()],
      );
      if (!flow) return null;
      const tokens = await authorizationCodeGrant(await configuration(), callback, {
        pkceCodeVerifier: flow.verifier,
        expectedNonce: flow.nonce,
        expectedState: state,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      const { email, email_verified: isVerified } = claims ?? { email: null, email_verified: false };
      if (typeof email !== 'string' || isVerified !== true) return null;
      const [person] = await database.query<OpenIdPerson>(
        'SELECT id, merchant FROM person WHERE lower(username) = lower($1) AND NOT locked',
        [email],
      );
      return person ?? null;
    },
  };
}
