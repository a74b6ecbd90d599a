import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Several tenders for one sale: a part in cash, the rest by card. */
public class SeveralTenders {
    static final String TILLBRIDGE = System.getenv().getOrDefault("TILLBRIDGE_URL", "http://127.0.0.1:8640");
    static final String SALES = "/api/v2/Smart/Transactions";
    static final HttpClient HTTP = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    static String token = null;

    public static void main(String[] args) throws Exception {
        // The client of the demo; in a shop a manager makes one for your cash register.
        token = call("POST", "/oauth/token", """
                {"grant_type": "client_credentials", "client_id": "demo-client", "client_secret": "demo-secret"}""").get("access_token");

        // 9.00 EUR are to be paid.
        Answer sale = call("POST", SALES, """
                {"basket": {"products": [{"desc": "Bread", "quantity": 2, "priceOne": 450, "tax": 7}]}}""");

        // 2.00 in cash. The reference names the part: repeated with the same one it pays nothing again.
        Answer first = call("POST", SALES + "/" + sale.get("id") + "/start/cash", """
                {"part": {"amount": 200, "reference": "cash-1"}}""");
        System.out.println("status " + first.get("status") + ", paid " + first.get("outcome.paid") + ", open " + first.get("outcome.open"));
        Answer again = call("POST", SALES + "/" + sale.get("id") + "/start/cash", """
                {"part": {"amount": 200, "reference": "cash-1"}}""");
        System.out.println("repeated: paid " + again.get("outcome.paid") + ", open " + again.get("outcome.open"));

        // A part above what is missing is refused, and moves nothing.
        Answer refused = call("POST", SALES + "/" + sale.get("id") + "/start/cashless", """
                {"part": {"amount": 800, "reference": "card-1"}}""");
        System.out.println("refused " + refused.get("code") + ", open " + refused.get("outcome.open"));

        // The payment after which nothing is missing closes the sale.
        Answer paid = call("POST", SALES + "/" + sale.get("id") + "/start/cashless", """
                {"part": {"amount": 700, "reference": "card-2"}}""");
        System.out.println("status " + paid.get("status") + ", outcome " + paid.get("outcome.result"));
        System.out.println(paid.get("parts.0.method") + " " + paid.get("parts.0.amount") + ", " + paid.get("parts.1.method") + " " + paid.get("parts.1.amount"));
    }

    /** One call: the status and the body of the answer, also of a refusal. */
    static Answer call(String method, String path, String body, String... headers) throws Exception {
        var request = HttpRequest.newBuilder(URI.create(TILLBRIDGE + path)).timeout(Duration.ofSeconds(200))
                .header("Content-Type", "application/json")
                .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        if (token != null) request.header("Authorization", "Bearer " + token);
        if (headers.length > 0) request.headers(headers);
        HttpResponse<String> answer = HTTP.send(request.build(), BodyHandlers.ofString());
        return new Answer(answer.statusCode(), new Json(answer.body()).value());
    }

    record Answer(int status, Object body) {
        /** A member as text by its path, such as "outcome.result". */
        String get(String path) {
            return String.valueOf(at(path));
        }

        Object at(String path) {
            Object value = body;
            for (String name : path.split("\\.")) {
                if (value instanceof List<?> list) value = list.get(Integer.parseInt(name));
                else value = value instanceof Map<?, ?> map ? map.get(name) : null;
            }
            return value;
        }
    }

    /** Reads JSON into maps, lists and texts. A cash register takes the library that it has. */
    static class Json {
        final String json;
        int at = 0;

        Json(String json) {
            this.json = json;
        }

        char next() {
            while (json.charAt(at) <= ' ' || json.charAt(at) == ',' || json.charAt(at) == ':') at++;
            return json.charAt(at);
        }

        Object value() {
            char first = next();
            if (first == '"') return text();
            int from = at++;
            if (first == '{') {
                var object = new LinkedHashMap<String, Object>();
                while (next() != '}') object.put(text(), value());
                at++;
                return object;
            }
            if (first == '[') {
                var list = new ArrayList<Object>();
                while (next() != ']') list.add(value());
                at++;
                return list;
            }
            while (at < json.length() && ",]} \n".indexOf(json.charAt(at)) < 0) at++;
            return json.substring(from, at);
        }

        String text() {
            var text = new StringBuilder();
            for (at++; json.charAt(at) != '"'; at++) {
                char letter = json.charAt(at);
                if (letter == '\\') {
                    letter = json.charAt(++at);
                    if (letter == 'n') letter = '\n';
                    if (letter == 'u') {
                        letter = (char) Integer.parseInt(json.substring(at + 1, at + 5), 16);
                        at += 4;
                    }
                }
                text.append(letter);
            }
            at++;
            return text.toString();
        }
    }
}
