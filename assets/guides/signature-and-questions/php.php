<?php
// Signature and questions: a cash register that asks a person, and answers the terminal.
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

// The virtual terminal asks for a signature from here on.
call('POST', '/bridge/v1/control/terminal/behaviour', ['behaviour' => 'signature']);

// questions: true says that this cash register answers; respond-async: it does not wait in the call.
[, $sale] = call('POST', $sales, ['basket' => ['products' => [['desc' => 'Coffee', 'quantity' => 1, 'priceOne' => 340, 'tax' => 19]]]]);
[$status, $answer] = call('POST', "$sales/{$sale['id']}/start/cashless", ['questions' => true], ['Prefer: respond-async']);
echo "started: $status, outcome {$answer['outcome']['result']}\n";

// Follow the sale: its outcome has the question of the terminal, in both languages, and the slip to sign.
$asked = null;
while (!$answer['outcome']['final']) {
    usleep(200000);
    [, $answer] = call('GET', "$sales/{$sale['id']}");
    $question = $answer['outcome']['question'] ?? null;
    if ($question && $question['id'] !== $asked) {
        $asked = $question['id'];
        echo "question: {$question['kind']}, {$question['texts']['en']}\n";
        // Print the slip for the customer to sign; here the person finds the signature right.
        echo 'slip to sign: ', $question['receipt_merchant'] ? 'printed' : 'none', "\n";
        call('POST', '/bridge/v1/till/answer', ['question' => $asked, 'answer' => 'yes']);
    }
}
echo "outcome {$answer['outcome']['result']}, paid {$answer['outcome']['paid']}\n";
call('POST', '/bridge/v1/control/terminal/behaviour', ['behaviour' => 'approve']);
