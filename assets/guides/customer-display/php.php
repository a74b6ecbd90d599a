<?php
// Pair a customer display and read what it shows.
$tillbridge = getenv('TILLBRIDGE_URL') ?: 'http://127.0.0.1:8640';
$sales = '/api/v2/Smart/Transactions';
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

// The till asks for a code; it is good once, for ten minutes.
[, $pairing] = call('POST', '/bridge/v1/displays/codes', ['name' => 'Counter', 'language' => 'en']);

// The display sends the code, without a token, and gets a right of its own that does not expire.
[, $display] = call('POST', '/bridge/v1/display/pairing', ['code' => $pairing['code']]);
echo "paired with {$display['till']}\n";

// A sale at that till is what the display shows.
call('POST', $sales, ['basket' => ['products' => [['desc' => 'Bread', 'quantity' => 2, 'priceOne' => 450, 'tax' => 7]]]]);

// From here on with the right of the display. GET /bridge/v1/display/events sends every change of the view.
$token = $display['token'];
[, $view] = call('GET', '/bridge/v1/display');
echo "{$view['state']}, sum {$view['sale']['sum']}\n";
