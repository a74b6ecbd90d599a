<?php
// Undo a whole sale, or take one article back.
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

// A sale of 9.00 EUR by card, cancelled as a whole: the terminal undoes its payment.
[, $sale] = call('POST', $sales, ['basket' => ['products' => [['desc' => 'Bread', 'quantity' => 2, 'priceOne' => 450, 'tax' => 7]]]]);
call('POST', "{$sales}/{$sale['id']}/start/cashless");
[, $cancelled] = call('POST', "{$sales}/{$sale['id']}/cancel");
echo "status {$cancelled['status']}, paid {$cancelled['outcome']['paid']}\n";

// Another sale; one of its two loaves comes back.
[, $other] = call('POST', $sales, ['basket' => ['products' => [['desc' => 'Bread', 'quantity' => 2, 'priceOne' => 450, 'tax' => 7]]]]);
call('POST', "{$sales}/{$other['id']}/start/cashless");
[, $left] = call('GET', "/bridge/v1/sales/{$other['id']}/returnable");
echo "can come back: {$left['lines'][0]['left']}\n";

// What is it worth, and where does the money go? Nothing is written yet.
[, $preview] = call('POST', '/bridge/v1/returns/preview', ['lines' => [['sale' => $other['id'], 'line' => 1, 'quantity' => 1]]]);
echo "worth {$preview['value']} by {$preview['pay_out'][0]['method']}\n";

// Open the return, and pay out as the preview said.
[, $goods] = call('POST', '/bridge/v1/returns', ['lines' => [['sale' => $other['id'], 'line' => 1, 'quantity' => 1]], 'reason' => 'stale']);
[, $paidOut] = call('POST', "/bridge/v1/returns/{$goods['id']}/pay-out", []);
echo "status {$paidOut['status']}, given back {$paidOut['parts'][0]['amount']} by {$paidOut['parts'][0]['method']}\n";
