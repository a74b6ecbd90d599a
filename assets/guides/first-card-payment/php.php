<?php
// First card payment: 3.40 EUR for a coffee, with its receipt.
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

// A sale: what is sold, prices in minor units (cent), taxes in per cent.
[, $sale] = call('POST', $sales, [
    'transactionRef' => 'receipt-4711',
    'basket' => ['products' => [['desc' => 'Coffee', 'quantity' => 1, 'priceOne' => 340, 'tax' => 19]]]]);

// Take the money. The call blocks until the terminal is done, at most 180 seconds.
[$status, $answer] = call('POST', "$sales/{$sale['id']}/start/cashless");

// One member decides; 200 alone does not mean paid.
echo "status $status, outcome {$answer['outcome']['result']}, paid {$answer['outcome']['paid']}\n";
if ($answer['outcome']['result'] === 'paid') {
    foreach ($answer['receipt'] as $line) {
        $value = $line['value'] ?? [];
        echo match ($line['type']) {
            'separator' => "--- {$value['caption']}\n",
            'name-value' => "{$value['name']}: {$value['value']}\n",
            default => ($value['text'] ?? '') . "\n",
        };
    }
}
