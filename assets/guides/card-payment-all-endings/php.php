<?php
// Card payment, all endings: one function that is right for each of them.
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

/** Takes an amount by card; answers when it is known whether it was paid. */
function takePayment(int $amount): array
{
    global $sales;
    [, $sale] = call('POST', $sales, ['basket_info' => ['sum' => $amount]]);
    // One key an attempt: the same call with the same key never pays again.
    $attempt = ['Idempotency-Key: ' . bin2hex(random_bytes(16))];
    [, $answer] = call('POST', "$sales/{$sale['id']}/start/cashless", null, $attempt);
    while ($answer['outcome']['result'] === 'unknown') {
        $ahead = $answer['outcome']['next']['path'] ?? '';
        if (str_ends_with($ahead, '/verdict')) {
            // A person decides. Here the terminal took too little, and takes it back.
            [, $answer] = call('POST', $ahead, ['part' => 'take_back']);
        } else {
            sleep(1);
            [, $answer] = call('GET', "$sales/{$sale['id']}");
        }
    }
    return $answer;
}

$endings = [
    ['approved', 'approve', 1200],
    ['declined', 'approve', 1205],
    ['card not readable', 'approve', 1207],
    ['line lost before the result', 'approve', 1213],
    ['signature on the slip', 'signature', 1000],
    ['partial approval', 'partial:50', 1000],
];
foreach ($endings as [$name, $behaviour, $amount]) {
    // What the virtual terminal does next; with approve the amount chooses.
    call('POST', '/bridge/v1/control/terminal/behaviour', ['behaviour' => $behaviour]);
    $answer = takePayment($amount);
    $why = $answer['reason']['advice'] ?? 'none';
    $sign = $answer['receipt_merchant_print'] ?? false ? 'sign the slip' : 'nothing to sign';
    echo "$name: {$answer['outcome']['result']}, advice $why, $sign\n";
}
call('POST', '/bridge/v1/control/terminal/behaviour', ['behaviour' => 'approve']);
