<?php
// What was sold and how it was paid: lists, sums and the figures of the terminal.
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

// Two sales: 4.50 EUR in cash, 9.00 EUR by card.
[, $cashSale] = call('POST', $sales, ['basket' => ['products' => [['desc' => 'Bread', 'quantity' => 1, 'priceOne' => 450, 'tax' => 7]]]]);
call('POST', "{$sales}/{$cashSale['id']}/start/cash");
[, $cardSale] = call('POST', $sales, ['basket' => ['products' => [['desc' => 'Bread', 'quantity' => 2, 'priceOne' => 450, 'tax' => 7]]]]);
call('POST', "{$sales}/{$cardSale['id']}/start/cashless");

// The newest paid sales, with the members that are wanted alone.
[, $newest] = call('GET', "{$sales}?q=status:ok&count=2&fields=status,basket_info.sum");
echo "newest: {$newest['data'][0]['basket_info']['sum']}, before it: {$newest['data'][1]['basket_info']['sum']}\n";

// Turnover by payment method from the report of the till; amounts are minor units.
[, $report] = call('GET', '/bridge/v1/reports/turnover?by=method');
foreach ($report['rows'] as $row) {
    echo "{$row['key']} {$row['turnover']}\n";
}

// The figures of the terminal since its last end of day, beside those of the journal.
[, $figures] = call('GET', '/bridge/v1/terminals/me/day-end');
echo "journal {$figures['journal']['amount']}, terminal {$figures['terminal']['amount']}\n";
