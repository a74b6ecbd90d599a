// A loyalty card pays what it can, the card terminal the rest.
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

// The customer shows a loyalty card: 7.00 EUR in cash balance and 3.00 EUR bonus.
var (_, sale) = await Call("POST", Sales, """
    {
      "basket": {"products": [{"desc": "Bread", "quantity": 4, "priceOne": 450, "tax": 7}]},
      "idents": [{"type": "card", "value": "9276004000000026"}]
    }
    """);
Console.WriteLine($"to pay {sale["basket_info"]!["sum"]}");

// What do campaigns, coupons and the card take off? The card balance is held until the sale ends.
var (_, missing) = await Call("POST", $"{Sales}/{sale["id"]}/preTransaction");
Console.WriteLine($"missing after the card: {missing["missing_sum"]}");
Console.WriteLine($"bonus: {missing["bonus_products"]![0]!["priceOne"]}");

// The terminal takes what is missing. start/loyalty would do where nothing is.
var (_, paid) = await Call("POST", $"{Sales}/{sale["id"]}/start/cashless");
Console.WriteLine($"status {paid["status"]}, outcome {paid["outcome"]!["result"]}");
Console.WriteLine($"points of the card: {paid["idents"]![0]!["merchantcard"]!["points"]}");

// One call: the status and the body of the answer, also of a refusal.
async Task<(int Status, JsonNode Body)> Call(string method, string path, string? body = null, params string[] headers)
{
    using var request = new HttpRequestMessage(new HttpMethod(method), path);
    for (var at = 0; at < headers.Length; at += 2) request.Headers.Add(headers[at], headers[at + 1]);
    if (body is not null) request.Content = new StringContent(body, Encoding.UTF8, "application/json");
    using var answer = await http.SendAsync(request);
    return ((int)answer.StatusCode, JsonNode.Parse(await answer.Content.ReadAsStringAsync())!);
}
