/** Rows of the specification on signing in, tokens, permissions, devices and routings. */
import type { Row } from './row.ts';

const token = 'main/api/token/token.test.ts';
const device = 'main/api/token/deviceGrant.test.ts';
const page = 'main/api/verification/verification.test.ts';
const rights = 'main/services/auth/rights.test.ts';
const grants = 'main/services/auth/grants.test.ts';
const signIn = 'main/services/auth/signIn.test.ts';
const devices = 'main/api/devices/devices.test.ts';
const routings = 'main/api/routings/routings.test.ts';

const row = (section: string, statement: string, file: string, title: string): Row => ({
  section,
  statement,
  proof: [file, title],
});

const auth = (statement: string, file: string, title: string) => row('Authentication', statement, file, title);
const error = (statement: string, file: string, title: string) => row('Errors', statement, file, title);
const limit = (statement: string, file: string, title: string) => row('Limits', statement, file, title);

export const authenticationRows: readonly Row[] = [
  row('Endpoints', 'POST /oauth/token: gives tokens for four grants', token, 'comes for client credentials, by form'),
  auth('API calls carry Authorization: Bearer', token, 'the scheme is read without regard to case'),
  auth('a header named Authenticate is not the defined scheme', token, 'a header named Authenticate is not read'),
  auth('tokens come for a form-encoded body', token, 'comes for client credentials, by form'),
  auth('existing clients send JSON, with nulls', token, 'as JSON'),
  auth('credentials in body or headers', token, 'with a Basic header'),
  auth('a client without a token reads nothing', rights, 'every route refuses without a token'),
  auth('expires_in: a token is usable for 1200 seconds', token, 'ends an access token after 1200 seconds'),
  auth('client_credentials: access_token, expires_in, token_type bearer, scope', token, 'comes for client credentials'),
  auth('appuser: scope null and a refresh_token', token, 'of a person has no scope and can be refreshed'),
  auth(
    'device step 1: device_code, user_code, verification_url, expires_in, interval',
    device,
    'gives a device a code',
  ),
  auth('device step 2: access_token, scope null, refresh_token', device, 'waits for the person, then gives tokens'),
  auth('the refresh_token of a device is used until refreshed again', device, 'waits for the person, then gives'),
  auth('refreshing with rotation: using one twice ends the family', token, 'rotates: a refresh token is good once'),
  auth('refreshing with rotation: of two at the same moment', grants, 'one is taken for a theft'),
  auth('refreshing without rotation: the old one stays valid', grants, 'without rotation the same token serves'),
  auth('a device has one valid access token at a time', device, 'has one valid access token at a time'),
  auth('verification_url: a person logs in and enters the user_code', page, 'lets a device in: sign in, type the code'),
  auth('verification_url in a real browser', 'e2e/96-device-sign-in.spec.ts', 'a person lets the till in'),
  auth('the user_code is typed as people do', device, 'types the code as people do'),
  auth('the user_code is good within expires_in seconds', device, 'codes expire after 1200 seconds'),
  auth('the person may refuse', page, 'refusing is final'),
  auth('the device polls every interval seconds', device, 'asked again before the interval has passed'),
  auth('uuid has the format /key/value/key2/value2', devices, 'a till with a uuid of another form'),
  auth('each device has a uuid of its own', devices, 'a uuid that is taken is told apart from wrong input'),
  auth('a device that was made signs in with its uuid', device, 'made by call signs in with the uuid it was given'),
  auth('codes and tokens are kept as hashes', device, 'codes survive a restart'),
  auth('no secret stands in the database', token, 'no secret is in the database'),
  auth('guessing at PINs is slowed down', token, 'makes guessing slow'),
  auth('guessing at client secrets is slowed down', signIn, 'guessing client secrets gets slower'),
  auth('guessing at user codes is slowed down', device, 'cannot guess codes'),
  auth('scopes of clients', rights, '%s wants the scope %s'),
  auth('permissions of roles at every endpoint', rights, 'of a %s at every route'),
  error('HTTP 401: missing or invalid token', token, '401: %s'),
  error('HTTP 403: no contract', token, '403: a client without a contract'),
  error('HTTP 404: not found', token, '404: what is not there'),
  error('HTTP 404: no permission', rights, 'a client without the scope of a resource does not find it'),
  error('invalid_client: client credentials invalid', token, 'wrong secret'),
  error('invalid_client: credentials not found in headers or body', token, 'nothing at all'),
  error('invalid_client: client invalid or must authenticate using a client secret', token, 'no secret'),
  error('unsupported_grant_type: unknown grant type', token, 'unknown grant'),
  error('invalid_request: grant type not specified', token, 'no grant'),
  error('invalid_request: missing parameters: uuid or code required', device, 'without uuid and code is refused'),
  error('invalid_request: missing parameters: username, password and device required', token, 'no password'),
  error('invalid_device: device with given uuid not configured', device, 'refuses %s: the device is not configured'),
  error('invalid_code: the code parameter is not valid', device, 'an unknown code'),
  error('authorization_pending: keep polling', device, 'waits for the person, then gives tokens'),
  error('access_denied: the person refused; final', page, 'refusing is final'),
  limit('access token lifetime 1200 seconds', token, 'ends an access token after 1200 seconds'),
  limit('device code lifetime 1200 seconds', device, 'codes expire after 1200 seconds'),
  limit('poll interval 5 seconds', device, 'asked again before the interval has passed'),
  row('Devices and routings', 'GET /Smart/Devices: terminals first', devices, 'holds terminals first'),
  row('Devices and routings', 'GET /Smart/Devices: list parameters', devices, 'takes the list parameters'),
  row('Devices and routings', 'POST /Smart/Devices: every field', devices, 'keeps every field'),
  row('Devices and routings', 'GET /Smart/Devices/{id}: me is the own till', devices, 'me is the till of the token'),
  row('Devices and routings', 'PUT /Smart/Devices/{id}', devices, 'changes what is sent and keeps what is not'),
  row('Devices and routings', 'PUT /Smart/Devices/pin and /{id}/pin', device, 'may name the device'),
  row('Devices and routings', 'PUT devicePin, GET devicePinConfig', devices, 'is set for the device'),
  row('Devices and routings', 'GET /Smart/Devices/{id}/routing/{type}', devices, 'by %s'),
  row('Devices and routings', 'online is live', devices, 'is a terminal that answers, and a till that is signed in'),
  row('Devices and routings', '/Smart/Routings: create, read, list, change, remove', routings, 'is made, read, listed'),
  row('Devices and routings', 'POST …/assign/{deviceId}: cashless goes there', routings, 'lets a second till pay'),
  row('Devices and routings', 'DELETE …/assign/{deviceId}: no terminal any more', routings, 'a till that is taken out'),
  row('Devices and routings', 'one till and one terminal each', 'main/domain/routing.test.ts', 'however devices come'),
  row('Devices and routings', "another merchant's is not there", devices, 'of another merchant is not there'),
];
