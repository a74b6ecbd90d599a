<?php
// Several tenders for one sale: a part in cash, the rest by card.
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

// 9.00 EUR are to be paid.
[, $sale] = call('POST', $sales, ['basket' => ['products' => [['desc' => 'Bread', 'quantity' => 2, 'priceOne' => 450, 'tax' => 7]]]]);

// 2.00 in cash. The reference names the part: repeated with the same one it pays nothing again.
[, $first] = call('POST', "{$sales}/{$sale['id']}/start/cash", ['part' => ['amount' => 200, 'reference' => 'cash-1']]);
echo "status {$first['status']}, paid {$first['outcome']['paid']}, open {$first['outcome']['open']}\n";
[, $again] = call('POST', "{$sales}/{$sale['id']}/start/cash", ['part' => ['amount' => 200, 'reference' => 'cash-1']]);
echo "repeated: paid {$again['outcome']['paid']}, open {$again['outcome']['open']}\n";

// A part above what is missing is refused, and moves nothing.
[, $refused] = call('POST', "{$sales}/{$sale['id']}/start/cashless", ['part' => ['amount' => 800, 'reference' => 'card-1']]);
echo "refused {$refused['code']}, open {$refused['outcome']['open']}\n";

// The payment after which nothing is missing closes the sale.
[, $paid] = call('POST', "{$sales}/{$sale['id']}/start/cashless", ['part' => ['amount' => 700, 'reference' => 'card-2']]);
echo "status {$paid['status']}, outcome {$paid['outcome']['result']}\n";
echo "{$paid['parts'][0]['method']} {$paid['parts'][0]['amount']}, {$paid['parts'][1]['method']} {$paid['parts'][1]['amount']}\n";
