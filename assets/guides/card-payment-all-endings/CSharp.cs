// Card payment, all endings: one function that is right for each of them.
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

(string Name, string Behaviour, int Amount)[] endings =
[
    ("approved", "approve", 1200),
    ("declined", "approve", 1205),
    ("card not readable", "approve", 1207),
    ("line lost before the result", "approve", 1213),
    ("signature on the slip", "signature", 1000),
    ("partial approval", "partial:50", 1000),
];
foreach (var (name, behaviour, amount) in endings)
{
    // What the virtual terminal does next; with approve the amount chooses.
    await Call("POST", "/bridge/v1/control/terminal/behaviour", $$"""{"behaviour": "{{behaviour}}"}""");
    var answer = await TakePayment(amount);
    var why = answer["reason"]?["advice"]?.ToString() ?? "none";
    var sign = answer["receipt_merchant_print"]?.ToString() == "true" ? "sign the slip" : "nothing to sign";
    Console.WriteLine($"{name}: {answer["outcome"]!["result"]}, advice {why}, {sign}");
}
await Call("POST", "/bridge/v1/control/terminal/behaviour", """{"behaviour": "approve"}""");

// Takes an amount by card; answers when it is known whether it was paid.
async Task<JsonNode> TakePayment(int amount)
{
    var (_, sale) = await Call("POST", Sales, $$"""{"basket_info": {"sum": {{amount}}}}""");
    // One key an attempt: the same call with the same key never pays again.
    var (_, answer) = await Call("POST", $"{Sales}/{sale["id"]}/start/cashless", null, "Idempotency-Key", $"{Guid.NewGuid()}");
    while ($"{answer["outcome"]!["result"]}" == "unknown")
    {
        var ahead = answer["outcome"]!["next"]?["path"]?.ToString() ?? "";
        if (ahead.EndsWith("/verdict"))
        {
            // A person decides. Here the terminal took too little, and takes it back.
            (_, answer) = await Call("POST", ahead, """{"part": "take_back"}""");
        }
        else
        {
            await Task.Delay(1000);
            (_, answer) = await Call("GET", $"{Sales}/{sale["id"]}");
        }
    }
    return answer;
}

// One call: the status and the body of the answer, also of a refusal.
async Task<(int Status, JsonNode Body)> Call(string method, string path, string? body = null, params string[] headers)
{
    using var request = new HttpRequestMessage(new HttpMethod(method), path);
    for (var at = 0; at < headers.Length; at += 2) request.Headers.Add(headers[at], headers[at + 1]);
    if (body is not null) request.Content = new StringContent(body, Encoding.UTF8, "application/json");
    using var answer = await http.SendAsync(request);
    return ((int)answer.StatusCode, JsonNode.Parse(await answer.Content.ReadAsStringAsync())!);
}
