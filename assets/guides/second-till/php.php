<?php
// A second till: made, let in by a code, and with a terminal of its own.
$tillbridge = getenv('TILLBRIDGE_URL') ?: 'http://127.0.0.1:8640';
$token = null;

/** One call: the status and the body of the answer, also of a refusal. */
function call(string $method, string $path, ?array $body = null, array $headers = []): array
{
    global $tillbridge, $token;
    $headers[] = 'Content-Type: application/json';
    if ($token) {
        $headers[] = "Authorization: Bearer $token";
    }
    $options = ['method' => $method, 'header' => $headers, 'ignore_errors' => true, 'timeout' => 200];
    if ($body !== null) {
        $options['content'] = $body === [] ? '{}' : json_encode($body);
    }
    $text = @file_get_contents($tillbridge . $path, false, stream_context_create(['http' => $options]));
    if ($text === false) {
        throw new RuntimeException('no answer');
    }
    preg_match('/ (\d{3})/', $http_response_header[0], $found);
    return [(int) $found[1], json_decode($text, true)];
}

// The client of the demo; in a shop a manager makes one for your cash register.
[, $signedIn] = call('POST', '/oauth/token', [
    'grant_type' => 'client_credentials', 'client_id' => 'demo-client', 'client_secret' => 'demo-secret']);
$token = $signedIn['access_token'];

// A manager, or a client with the scope manage, makes the till and names its terminal.
[, $terminals] = call('GET', '/bridge/v1/terminals');
[, $till] = call('POST', '/bridge/v1/tills', ['name' => 'Till 2', 'terminal' => $terminals['data'][0]['device']]);
echo "{$till['name']} with {$till['terminal']['name']}\n";

// The new till asks for a code, and shows user_code and verification_url to a person.
[, $codes] = call('POST', '/oauth/token', [
    'grant_type' => 'device',
    'client_id' => 'demo-client',
    'client_secret' => 'demo-secret',
    'uuid' => $till['uuid'],
]);

// Until the person has let it in, the answer is 401 authorization_pending: ask every interval seconds.
[, $waiting] = call('POST', '/oauth/token', [
    'grant_type' => 'device',
    'client_id' => 'demo-client',
    'client_secret' => 'demo-secret',
    'code' => $codes['device_code'],
]);
echo $waiting['error'], "\n";

// Here the demo plays the person, and lets the interval pass; a shop has no such calls.
call('POST', '/bridge/v1/control/devices/approve', ['user_code' => $codes['user_code']]);
call('PUT', '/bridge/v1/control/clock', ['by' => 6000]);
[, $own] = call('POST', '/oauth/token', [
    'grant_type' => 'device',
    'client_id' => 'demo-client',
    'client_secret' => 'demo-secret',
    'code' => $codes['device_code'],
]);
echo "{$own['token_type']}, valid for {$own['expires_in']} seconds\n";
