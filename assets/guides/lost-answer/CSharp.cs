// Lost answer: the payment is booked, the answer never arrives, and the repetition pays nothing again.
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

var (_, sale) = await Call("POST", Sales, """
    {"basket": {"products": [{"desc": "Coffee", "quantity": 1, "priceOne": 340, "tax": 19}]}}
    """);

// Make the key before the call, and keep it with the sale until the answer is there.
var key = Guid.NewGuid().ToString();
var path = $"{Sales}/{sale["id"]}/start/cashless";
try
{
    // Only a demo knows this fault: the payment is made, and the line is cut before the answer.
    await Call("POST", path, null, "Idempotency-Key", key, "X-Tillbridge-Fault", "cut=after");
}
catch (HttpRequestException)
{
    Console.WriteLine("no answer");
}

// The same call with the same key: the answer that was lost. Repeat until one arrives, also after a restart.
var (_, answer) = await Call("POST", path, null, "Idempotency-Key", key);
Console.WriteLine($"repeated: {answer["outcome"]!["result"]}, paid {answer["outcome"]!["paid"]}");

// A cash register that kept no key reads the sale.
var (_, same) = await Call("GET", $"{Sales}/{sale["id"]}");
Console.WriteLine($"read: {same["outcome"]!["result"]}, receipt {(same["receipt"]!.AsArray().Count > 0 ? "there" : "missing")}");

// One call: the status and the body of the answer, also of a refusal.
async Task<(int Status, JsonNode Body)> Call(string method, string path, string? body = null, params string[] headers)
{
    using var request = new HttpRequestMessage(new HttpMethod(method), path);
    for (var at = 0; at < headers.Length; at += 2) request.Headers.Add(headers[at], headers[at + 1]);
    if (body is not null) request.Content = new StringContent(body, Encoding.UTF8, "application/json");
    using var answer = await http.SendAsync(request);
    return ((int)answer.StatusCode, JsonNode.Parse(await answer.Content.ReadAsStringAsync())!);
}
