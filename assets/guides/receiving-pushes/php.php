<?php
// Receiving pushes: a receiver that knows which ones are from its bridge.
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

// The secret of the demo; in a shop POST /bridge/v1/clients/{id}/push-secret shows it once.
const SECRET = 'whsec_dGlsbGJyaWRnZS1kZW1vLXB1c2gtc2VjcmV0LTAwMDE=';

/** Is a push from the bridge, unchanged, and not older than five minutes? */
function genuine(array $headers, string $body): bool
{
    if (abs(time() - (int) $headers['webhook-timestamp']) > 300) {
        return false;
    }
    $signed = "{$headers['webhook-id']}.{$headers['webhook-timestamp']}.$body";
    $wanted = 'v1,' . base64_encode(hash_hmac('sha256', $signed, base64_decode(substr(SECRET, 6)), true));
    // Several signatures stand there while a secret is being changed; one has to fit.
    foreach (explode(' ', $headers['webhook-signature']) as $signature) {
        if (hash_equals($wanted, $signature)) {
            return true;
        }
    }
    return false;
}

// In a shop the web server calls a script, which finds headers in $_SERVER and the body in php://input.
$server = stream_socket_server('tcp://127.0.0.1:0');
$place = stream_socket_get_name($server, false);

// A sale that names the receiver, paid in cash.
[, $sale] = call('POST', $sales, [
    'basket' => ['products' => [['desc' => 'Coffee', 'quantity' => 1, 'priceOne' => 340, 'tax' => 19]]],
    'application_context' => ['return_urls' => ['url_push' => "http://$place/push"]]]);
call('POST', "$sales/{$sale['id']}/start/cash");

// The payment of the sale tells its changes, too: wait for the push about the sale.
do {
    $connection = stream_socket_accept($server, 20);
    $headers = [];
    fgets($connection);
    while (($line = trim(fgets($connection))) !== '') {
        [$name, $value] = explode(':', $line, 2);
        $headers[strtolower($name)] = trim($value);
    }
    $body = stream_get_contents($connection, (int) $headers['content-length']);
    // Answer at once and work afterwards: 2xx means that it arrived, everything else is repeated.
    fwrite($connection, genuine($headers, $body) ? "HTTP/1.1 204 No Content\r\n\r\n" : "HTTP/1.1 401 Unauthorized\r\n\r\n");
    fclose($connection);
    $push = json_decode($body, true);
} while ($push['target'] !== 'smart.transactions');

$same = $push['data'][0]['id'] === $sale['id'] ? 'yes' : 'no';
echo "{$push['event']}, outcome {$push['outcome']['result']}, for this sale: $same\n";
echo 'signature: ', genuine($headers, $body) ? 'right' : 'wrong', "\n";
echo 'another body: ', genuine($headers, "$body ") ? 'right' : 'wrong', "\n";
