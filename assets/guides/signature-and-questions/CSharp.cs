// Signature and questions: a cash register that asks a person, and answers the terminal.
using System.Net.Http.Headers;
using System.Text;
using System.Text.Json.Nodes;

var tillbridge = Environment.GetEnvironmentVariable("TILLBRIDGE_URL") ?? "http://127.0.0.1:8640";
var http = new HttpClient { BaseAddress = new Uri(tillbridge), Timeout = TimeSpan.FromSeconds(200) };
const string Sales = "/api/v2/Smart/Transactions";

// The client of the demo; in a shop a manager makes one for your cash register.
var (_, signedIn) = await Call("POST", "/oauth/token", """
    {"grant_type": "client_credentials", "client_id": "demo-client", "client_secret": "demo-secret"}
    """);
http.DefaultRequestHeaders.Authorization = new AuthenticationHeaderValue("Bearer", $"{signedIn["access_token"]}");

// The virtual terminal asks for a signature from here on.
await Call("POST", "/bridge/v1/control/terminal/behaviour", """{"behaviour": "signature"}""");

// questions: true says that this cash register answers; respond-async: it does not wait in the call.
var (_, sale) = await Call("POST", Sales, """
    {"basket": {"products": [{"desc": "Coffee", "quantity": 1, "priceOne": 340, "tax": 19}]}}
    """);
var path = $"{Sales}/{sale["id"]}";
var (status, answer) = await Call("POST", $"{path}/start/cashless", """{"questions": true}""", "Prefer", "respond-async");
Console.WriteLine($"started: {status}, outcome {answer["outcome"]!["result"]}");

// Follow the sale: its outcome has the question of the terminal, in both languages, and the slip to sign.
string? asked = null;
while ($"{answer["outcome"]!["final"]}" != "true")
{
    await Task.Delay(200);
    (_, answer) = await Call("GET", path);
    var question = answer["outcome"]!["question"];
    if (question is not null && $"{question["id"]}" != asked)
    {
        asked = $"{question["id"]}";
        Console.WriteLine($"question: {question["kind"]}, {question["texts"]!["en"]}");
        // Print the slip for the customer to sign; here the person finds the signature right.
        Console.WriteLine($"slip to sign: {(question["receipt_merchant"]!.AsArray().Count > 0 ? "printed" : "none")}");
        await Call("POST", "/bridge/v1/till/answer", $$"""{"question": "{{asked}}", "answer": "yes"}""");
    }
}
Console.WriteLine($"outcome {answer["outcome"]!["result"]}, paid {answer["outcome"]!["paid"]}");
await Call("POST", "/bridge/v1/control/terminal/behaviour", """{"behaviour": "approve"}""");

// One call: the status and the body of the answer, also of a refusal.
async Task<(int Status, JsonNode Body)> Call(string method, string path, string? body = null, params string[] headers)
{
    using var request = new HttpRequestMessage(new HttpMethod(method), path);
    for (var at = 0; at < headers.Length; at += 2) request.Headers.Add(headers[at], headers[at + 1]);
    if (body is not null) request.Content = new StringContent(body, Encoding.UTF8, "application/json");
    using var answer = await http.SendAsync(request);
    return ((int)answer.StatusCode, JsonNode.Parse(await answer.Content.ReadAsStringAsync())!);
}
