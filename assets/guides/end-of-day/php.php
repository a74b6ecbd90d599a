<?php
// Close the day of the terminal, and hold its figures against the journal.
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

// A card payment of 4.50 EUR, so that there is something to close.
[, $sale] = call('POST', $sales, ['basket' => ['products' => [['desc' => 'Bread', 'quantity' => 1, 'priceOne' => 450, 'tax' => 7]]]]);
call('POST', "{$sales}/{$sale['id']}/start/cashless");

// What would be closed, and what stands in the way? me is the terminal of this till.
[, $before] = call('GET', '/bridge/v1/terminals/me/day-end');
echo "journal {$before['journal']['amount']}, terminal {$before['terminal']['amount']}\n";

// The call blocks until the terminal has settled. A refusal names its blockers.
[, $closed] = call('POST', '/bridge/v1/terminals/me/day-end', []);
echo "day end: {$closed['state']}\n";
echo "payments {$closed['terminal']['count']}, amount {$closed['terminal']['amount']}\n";

// The newest ends of days, for the back office.
[, $ends] = call('GET', '/bridge/v1/day-ends?count=1');
echo "newest: {$ends['data'][0]['state']}\n";
