// Pair a customer display and read what it shows.
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

// The till asks for a code; it is good once, for ten minutes.
var (_, pairing) = await Call("POST", "/bridge/v1/displays/codes", """
    {"name": "Counter", "language": "en"}
    """);

// The display sends the code, without a token, and gets a right of its own that does not expire.
var (_, display) = await Call("POST", "/bridge/v1/display/pairing", $$"""
    {"code": "{{pairing["code"]}}"}
    """);
Console.WriteLine($"paired with {display["till"]}");

// A sale at that till is what the display shows.
await Call("POST", Sales, """
    {"basket": {"products": [{"desc": "Bread", "quantity": 2, "priceOne": 450, "tax": 7}]}}
    """);

// From here on with the right of the display. GET /bridge/v1/display/events sends every change of the view.
http.DefaultRequestHeaders.Authorization = new AuthenticationHeaderValue("Bearer", $"{display["token"]}");
var (_, view) = await Call("GET", "/bridge/v1/display");
Console.WriteLine($"{view["state"]}, sum {view["sale"]!["sum"]}");

// One call: the status and the body of the answer, also of a refusal.
async Task<(int Status, JsonNode Body)> Call(string method, string path, string? body = null, params string[] headers)
{
    using var request = new HttpRequestMessage(new HttpMethod(method), path);
    for (var at = 0; at < headers.Length; at += 2) request.Headers.Add(headers[at], headers[at + 1]);
    if (body is not null) request.Content = new StringContent(body, Encoding.UTF8, "application/json");
    using var answer = await http.SendAsync(request);
    return ((int)answer.StatusCode, JsonNode.Parse(await answer.Content.ReadAsStringAsync())!);
}
