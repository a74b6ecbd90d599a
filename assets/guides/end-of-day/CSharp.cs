// Close the day of the terminal, and hold its figures against the journal.
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

// A card payment of 4.50 EUR, so that there is something to close.
var (_, sale) = await Call("POST", Sales, """
    {"basket": {"products": [{"desc": "Bread", "quantity": 1, "priceOne": 450, "tax": 7}]}}
    """);
await Call("POST", $"{Sales}/{sale["id"]}/start/cashless");

// What would be closed, and what stands in the way? me is the terminal of this till.
var (_, before) = await Call("GET", "/bridge/v1/terminals/me/day-end");
Console.WriteLine($"journal {before["journal"]!["amount"]}, terminal {before["terminal"]!["amount"]}");

// The call blocks until the terminal has settled. A refusal names its blockers.
var (_, closed) = await Call("POST", "/bridge/v1/terminals/me/day-end", """
    {}
    """);
Console.WriteLine($"day end: {closed["state"]}");
Console.WriteLine($"payments {closed["terminal"]!["count"]}, amount {closed["terminal"]!["amount"]}");

// The newest ends of days, for the back office.
var (_, ends) = await Call("GET", "/bridge/v1/day-ends?count=1");
Console.WriteLine($"newest: {ends["data"]![0]!["state"]}");

// One call: the status and the body of the answer, also of a refusal.
async Task<(int Status, JsonNode Body)> Call(string method, string path, string? body = null, params string[] headers)
{
    using var request = new HttpRequestMessage(new HttpMethod(method), path);
    for (var at = 0; at < headers.Length; at += 2) request.Headers.Add(headers[at], headers[at + 1]);
    if (body is not null) request.Content = new StringContent(body, Encoding.UTF8, "application/json");
    using var answer = await http.SendAsync(request);
    return ((int)answer.StatusCode, JsonNode.Parse(await answer.Content.ReadAsStringAsync())!);
}
