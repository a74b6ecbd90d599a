// First card payment: 3.40 EUR for a coffee, with its receipt.
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

// A sale: what is sold, prices in minor units (cent), taxes in per cent.
var (_, sale) = await Call("POST", Sales, """
    {
      "transactionRef": "receipt-4711",
      "basket": {"products": [{"desc": "Coffee", "quantity": 1, "priceOne": 340, "tax": 19}]}
    }
    """);

// Take the money. The call blocks until the terminal is done, at most 180 seconds.
var (status, answer) = await Call("POST", $"{Sales}/{sale["id"]}/start/cashless");

// One member decides; 200 alone does not mean paid.
var outcome = answer["outcome"]!;
Console.WriteLine($"status {status}, outcome {outcome["result"]}, paid {outcome["paid"]}");
if ($"{outcome["result"]}" == "paid")
{
    foreach (var line in answer["receipt"]!.AsArray())
    {
        var value = line!["value"];
        Console.WriteLine($"{line["type"]}" switch
        {
            "separator" => $"--- {value!["caption"]}",
            "name-value" => $"{value!["name"]}: {value["value"]}",
            _ => $"{value?["text"]}",
        });
    }
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
