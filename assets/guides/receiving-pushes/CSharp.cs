// Receiving pushes: a receiver that knows which ones are from its bridge.
using System.Net.Http.Headers;
using System.Text;
using System.Text.Json.Nodes;
using System.Net;
using System.Net.Sockets;
using System.Security.Cryptography;


var tillbridge = Environment.GetEnvironmentVariable("TILLBRIDGE_URL") ?? "http://127.0.0.1:8640";
var http = new HttpClient { BaseAddress = new Uri(tillbridge), Timeout = TimeSpan.FromSeconds(200) };
const string Sales = "/api/v2/Smart/Transactions";

// The client of the demo; in a shop a manager makes one for your cash register.
var (_, signedIn) = await Call("POST", "/oauth/token", """
    {"grant_type": "client_credentials", "client_id": "demo-client", "client_secret": "demo-secret"}
    """);
http.DefaultRequestHeaders.Authorization = new AuthenticationHeaderValue("Bearer", $"{signedIn["access_token"]}");

// The secret of the demo; in a shop POST /bridge/v1/clients/{id}/push-secret shows it once.
const string Secret = "whsec_dGlsbGJyaWRnZS1kZW1vLXB1c2gtc2VjcmV0LTAwMDE=";

// A free port, and a receiver behind it. ASP.NET does the same in a controller.
var free = new TcpListener(IPAddress.Loopback, 0);
free.Start();
var place = $"http://127.0.0.1:{((IPEndPoint)free.LocalEndpoint).Port}/push/";
free.Stop();
using var listener = new HttpListener();
listener.Prefixes.Add(place);
listener.Start();

// A sale that names the receiver, paid in cash.
var (_, sale) = await Call("POST", Sales, $$"""
    {
      "basket": {"products": [{"desc": "Coffee", "quantity": 1, "priceOne": 340, "tax": 19}]},
      "application_context": {"return_urls": {"url_push": "{{place}}"}}
    }
    """);
await Call("POST", $"{Sales}/{sale["id"]}/start/cash");

HttpListenerContext context;
string body;
JsonNode push;
// The payment of the sale tells its changes, too: wait for the push about the sale.
do
{
    context = await listener.GetContextAsync();
    body = await new StreamReader(context.Request.InputStream, Encoding.UTF8).ReadToEndAsync();
    // Answer at once and work afterwards: 2xx means that it arrived, everything else is repeated.
    context.Response.StatusCode = Genuine(context.Request.Headers, body) ? 204 : 401;
    context.Response.Close();
    push = JsonNode.Parse(body)!;
} while ($"{push["target"]}" != "smart.transactions");

var same = $"{push["data"]![0]!["id"]}" == $"{sale["id"]}" ? "yes" : "no";
Console.WriteLine($"{push["event"]}, outcome {push["outcome"]!["result"]}, for this sale: {same}");
Console.WriteLine($"signature: {(Genuine(context.Request.Headers, body) ? "right" : "wrong")}");
Console.WriteLine($"another body: {(Genuine(context.Request.Headers, body + " ") ? "right" : "wrong")}");

// Is a push from the bridge, unchanged, and not older than five minutes?
bool Genuine(System.Collections.Specialized.NameValueCollection headers, string text)
{
    var moment = headers["webhook-timestamp"]!;
    if (Math.Abs(DateTimeOffset.UtcNow.ToUnixTimeSeconds() - long.Parse(moment)) > 300) return false;
    var key = Convert.FromBase64String(Secret["whsec_".Length..]);
    var wanted = HMACSHA256.HashData(key, Encoding.UTF8.GetBytes($"{headers["webhook-id"]}.{moment}.{text}"));
    // Several signatures stand there while a secret is being changed; one has to fit.
    return headers["webhook-signature"]!.Split(' ')
        .Any(given => CryptographicOperations.FixedTimeEquals(wanted, Convert.FromBase64String(given["v1,".Length..])));
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
