// Undo a whole sale, or take one article back.
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

// A sale of 9.00 EUR by card, cancelled as a whole: the terminal undoes its payment.
var (_, sale) = await Call("POST", Sales, """
    {"basket": {"products": [{"desc": "Bread", "quantity": 2, "priceOne": 450, "tax": 7}]}}
    """);
await Call("POST", $"{Sales}/{sale["id"]}/start/cashless");
var (_, cancelled) = await Call("POST", $"{Sales}/{sale["id"]}/cancel");
Console.WriteLine($"status {cancelled["status"]}, paid {cancelled["outcome"]!["paid"]}");

// Another sale; one of its two loaves comes back.
var (_, other) = await Call("POST", Sales, """
    {"basket": {"products": [{"desc": "Bread", "quantity": 2, "priceOne": 450, "tax": 7}]}}
    """);
await Call("POST", $"{Sales}/{other["id"]}/start/cashless");
var (_, left) = await Call("GET", $"/bridge/v1/sales/{other["id"]}/returnable");
Console.WriteLine($"can come back: {left["lines"]![0]!["left"]}");

// What is it worth, and where does the money go? Nothing is written yet.
var (_, preview) = await Call("POST", "/bridge/v1/returns/preview", $$"""
    {"lines": [{"sale": "{{other["id"]}}", "line": 1, "quantity": 1}]}
    """);
Console.WriteLine($"worth {preview["value"]} by {preview["pay_out"]![0]!["method"]}");

// Open the return, and pay out as the preview said.
var (_, goods) = await Call("POST", "/bridge/v1/returns", $$"""
    {"lines": [{"sale": "{{other["id"]}}", "line": 1, "quantity": 1}], "reason": "stale"}
    """);
var (_, paidOut) = await Call("POST", $"/bridge/v1/returns/{goods["id"]}/pay-out", """
    {}
    """);
Console.WriteLine($"status {paidOut["status"]}, given back {paidOut["parts"]![0]!["amount"]} by {paidOut["parts"]![0]!["method"]}");

// One call: the status and the body of the answer, also of a refusal.
async Task<(int Status, JsonNode Body)> Call(string method, string path, string? body = null, params string[] headers)
{
    using var request = new HttpRequestMessage(new HttpMethod(method), path);
    for (var at = 0; at < headers.Length; at += 2) request.Headers.Add(headers[at], headers[at + 1]);
    if (body is not null) request.Content = new StringContent(body, Encoding.UTF8, "application/json");
    using var answer = await http.SendAsync(request);
    return ((int)answer.StatusCode, JsonNode.Parse(await answer.Content.ReadAsStringAsync())!);
}
