<?php
// Lost answer: the payment is booked, the answer never arrives, and the repetition pays nothing again.
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

[, $sale] = call('POST', $sales, ['basket' => ['products' => [['desc' => 'Coffee', 'quantity' => 1, 'priceOne' => 340, 'tax' => 19]]]]);

// Make the key before the call, and keep it with the sale until the answer is there.
$attempt = 'Idempotency-Key: ' . bin2hex(random_bytes(16));
$path = "$sales/{$sale['id']}/start/cashless";
try {
    // Only a demo knows this fault: the payment is made, and the line is cut before the answer.
    call('POST', $path, null, [$attempt, 'X-Tillbridge-Fault: cut=after']);
} catch (RuntimeException) {
    echo "no answer\n";
}

// The same call with the same key: the answer that was lost. Repeat until one arrives, also after a restart.
[, $answer] = call('POST', $path, null, [$attempt]);
echo "repeated: {$answer['outcome']['result']}, paid {$answer['outcome']['paid']}\n";

// A cash register that kept no key reads the sale.
[, $same] = call('GET', "$sales/{$sale['id']}");
echo "read: {$same['outcome']['result']}, receipt ", $same['receipt'] ? 'there' : 'missing', "\n";
