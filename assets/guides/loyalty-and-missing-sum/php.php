<?php
// A loyalty card pays what it can, the card terminal the rest.
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

// The customer shows a loyalty card: 7.00 EUR in cash balance and 3.00 EUR bonus.
[, $sale] = call('POST', $sales, [
    'basket' => ['products' => [['desc' => 'Bread', 'quantity' => 4, 'priceOne' => 450, 'tax' => 7]]],
    'idents' => [['type' => 'card', 'value' => '9276004000000026']],
]);
echo "to pay {$sale['basket_info']['sum']}\n";

// What do campaigns, coupons and the card take off? The card balance is held until the sale ends.
[, $missing] = call('POST', "{$sales}/{$sale['id']}/preTransaction");
echo "missing after the card: {$missing['missing_sum']}\n";
echo "bonus: {$missing['bonus_products'][0]['priceOne']}\n";

// The terminal takes what is missing. start/loyalty would do where nothing is.
[, $paid] = call('POST', "{$sales}/{$sale['id']}/start/cashless");
echo "status {$paid['status']}, outcome {$paid['outcome']['result']}\n";
echo "points of the card: {$paid['idents'][0]['merchantcard']['points']}\n";
