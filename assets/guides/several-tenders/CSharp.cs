// Several tenders for one sale: a part in cash, the rest by card.
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

// 9.00 EUR are to be paid.
var (_, sale) = await Call("POST", Sales, """
    {"basket": {"products": [{"desc": "Bread", "quantity": 2, "priceOne": 450, "tax": 7}]}}
    """);

// 2.00 in cash. The reference names the part: repeated with the same one it pays nothing again.
var (_, first) = await Call("POST", $"{Sales}/{sale["id"]}/start/cash", """
    {"part": {"amount": 200, "reference": "cash-1"}}
    """);
Console.WriteLine($"status {first["status"]}, paid {first["outcome"]!["paid"]}, open {first["outcome"]!["open"]}");
var (_, again) = await Call("POST", $"{Sales}/{sale["id"]}/start/cash", """
    {"part": {"amount": 200, "reference": "cash-1"}}
    """);
Console.WriteLine($"repeated: paid {again["outcome"]!["paid"]}, open {again["outcome"]!["open"]}");

// A part above what is missing is refused, and moves nothing.
var (_, refused) = await Call("POST", $"{Sales}/{sale["id"]}/start/cashless", """
    {"part": {"amount": 800, "reference": "card-1"}}
    """);
Console.WriteLine($"refused {refused["code"]}, open {refused["outcome"]!["open"]}");

// The payment after which nothing is missing closes the sale.
var (_, paid) = await Call("POST", $"{Sales}/{sale["id"]}/start/cashless", """
    {"part": {"amount": 700, "reference": "card-2"}}
    """);
Console.WriteLine($"status {paid["status"]}, outcome {paid["outcome"]!["result"]}");
Console.WriteLine($"{paid["parts"]![0]!["method"]} {paid["parts"]![0]!["amount"]}, {paid["parts"]![1]!["method"]} {paid["parts"]![1]!["amount"]}");

// One call: the status and the body of the answer, also of a refusal.
async Task<(int Status, JsonNode Body)> Call(string method, string path, string? body = null, params string[] headers)
{
    using var request = new HttpRequestMessage(new HttpMethod(method), path);
    for (var at = 0; at < headers.Length; at += 2) request.Headers.Add(headers[at], headers[at + 1]);
    if (body is not null) request.Content = new StringContent(body, Encoding.UTF8, "application/json");
    using var answer = await http.SendAsync(request);
    return ((int)answer.StatusCode, JsonNode.Parse(await answer.Content.ReadAsStringAsync())!);
}
