// What was sold and how it was paid: lists, sums and the figures of the terminal.
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

// Two sales: 4.50 EUR in cash, 9.00 EUR by card.
var (_, cashSale) = await Call("POST", Sales, """
    {"basket": {"products": [{"desc": "Bread", "quantity": 1, "priceOne": 450, "tax": 7}]}}
    """);
await Call("POST", $"{Sales}/{cashSale["id"]}/start/cash");
var (_, cardSale) = await Call("POST", Sales, """
    {"basket": {"products": [{"desc": "Bread", "quantity": 2, "priceOne": 450, "tax": 7}]}}
    """);
await Call("POST", $"{Sales}/{cardSale["id"]}/start/cashless");

// The newest paid sales, with the members that are wanted alone.
var (_, newest) = await Call("GET", $"{Sales}?q=status:ok&count=2&fields=status,basket_info.sum");
Console.WriteLine($"newest: {newest["data"]![0]!["basket_info"]!["sum"]}, before it: {newest["data"]![1]!["basket_info"]!["sum"]}");

// Turnover by payment method from the report of the till; amounts are minor units.
var (_, report) = await Call("GET", "/bridge/v1/reports/turnover?by=method");
foreach (var row in report["rows"]!.AsArray()) Console.WriteLine($"{row!["key"]} {row!["turnover"]}");

// The figures of the terminal since its last end of day, beside those of the journal.
var (_, figures) = await Call("GET", "/bridge/v1/terminals/me/day-end");
Console.WriteLine($"journal {figures["journal"]!["amount"]}, terminal {figures["terminal"]!["amount"]}");

// One call: the status and the body of the answer, also of a refusal.
async Task<(int Status, JsonNode Body)> Call(string method, string path, string? body = null, params string[] headers)
{
    using var request = new HttpRequestMessage(new HttpMethod(method), path);
    for (var at = 0; at < headers.Length; at += 2) request.Headers.Add(headers[at], headers[at + 1]);
    if (body is not null) request.Content = new StringContent(body, Encoding.UTF8, "application/json");
    using var answer = await http.SendAsync(request);
    return ((int)answer.StatusCode, JsonNode.Parse(await answer.Content.ReadAsStringAsync())!);
}
