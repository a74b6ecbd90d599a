// A second till: made, let in by a code, and with a terminal of its own.
using System.Net.Http.Headers;
using System.Text;
using System.Text.Json.Nodes;

var tillbridge = Environment.GetEnvironmentVariable("TILLBRIDGE_URL") ?? "http://127.0.0.1:8640";
var http = new HttpClient { BaseAddress = new Uri(tillbridge), Timeout = TimeSpan.FromSeconds(200) };

// The client of the demo; in a shop a manager makes one for your cash register.
var (_, signedIn) = await Call("POST", "/oauth/token", """
    {"grant_type": "client_credentials", "client_id": "demo-client", "client_secret": "demo-secret"}
    """);
http.DefaultRequestHeaders.Authorization = new AuthenticationHeaderValue("Bearer", $"{signedIn["access_token"]}");

// A manager, or a client with the scope manage, makes the till and names its terminal.
var (_, terminals) = await Call("GET", "/bridge/v1/terminals");
var (_, till) = await Call("POST", "/bridge/v1/tills", $$"""
    {"name": "Till 2", "terminal": "{{terminals["data"]![0]!["device"]}}"}
    """);
Console.WriteLine($"{till["name"]} with {till["terminal"]!["name"]}");

// The new till asks for a code, and shows user_code and verification_url to a person.
var (_, codes) = await Call("POST", "/oauth/token", $$"""
    {
      "grant_type": "device",
      "client_id": "demo-client",
      "client_secret": "demo-secret",
      "uuid": "{{till["uuid"]}}"
    }
    """);

// Until the person has let it in, the answer is 401 authorization_pending: ask every interval seconds.
var (_, waiting) = await Call("POST", "/oauth/token", $$"""
    {
      "grant_type": "device",
      "client_id": "demo-client",
      "client_secret": "demo-secret",
      "code": "{{codes["device_code"]}}"
    }
    """);
Console.WriteLine($"{waiting["error"]}");

// Here the demo plays the person, and lets the interval pass; a shop has no such calls.
await Call("POST", "/bridge/v1/control/devices/approve", $$"""
    {"user_code": "{{codes["user_code"]}}"}
    """);
await Call("PUT", "/bridge/v1/control/clock", """
    {"by": 6000}
    """);
var (_, own) = await Call("POST", "/oauth/token", $$"""
    {
      "grant_type": "device",
      "client_id": "demo-client",
      "client_secret": "demo-secret",
      "code": "{{codes["device_code"]}}"
    }
    """);
Console.WriteLine($"{own["token_type"]}, valid for {own["expires_in"]} seconds");

// One call: the status and the body of the answer, also of a refusal.
async Task<(int Status, JsonNode Body)> Call(string method, string path, string? body = null, params string[] headers)
{
    using var request = new HttpRequestMessage(new HttpMethod(method), path);
    for (var at = 0; at < headers.Length; at += 2) request.Headers.Add(headers[at], headers[at + 1]);
    if (body is not null) request.Content = new StringContent(body, Encoding.UTF8, "application/json");
    using var answer = await http.SendAsync(request);
    return ((int)answer.StatusCode, JsonNode.Parse(await answer.Content.ReadAsStringAsync())!);
}
