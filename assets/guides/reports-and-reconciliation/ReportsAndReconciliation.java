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

/** What was sold and how it was paid: lists, sums and the figures of the terminal. */
public class ReportsAndReconciliation {
    static final String TILLBRIDGE = System.getenv().getOrDefault("TILLBRIDGE_URL", "http://127.0.0.1:8640");
    static final String SALES = "/api/v2/Smart/Transactions";
    static final HttpClient HTTP = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    static String token = null;

    public static void main(String[] args) throws Exception {
        // The client of the demo; in a shop a manager makes one for your cash register.
        token = call("POST", "/oauth/token", """
                {"grant_type": "client_credentials", "client_id": "demo-client", "client_secret": "demo-secret"}""").get("access_token");

        // Two sales: 4.50 EUR in cash, 9.00 EUR by card.
        Answer cashSale = call("POST", SALES, """
                {"basket": {"products": [{"desc": "Bread", "quantity": 1, "priceOne": 450, "tax": 7}]}}""");
        call("POST", SALES + "/" + cashSale.get("id") + "/start/cash", null);
        Answer cardSale = call("POST", SALES, """
                {"basket": {"products": [{"desc": "Bread", "quantity": 2, "priceOne": 450, "tax": 7}]}}""");
        call("POST", SALES + "/" + cardSale.get("id") + "/start/cashless", null);

        // The newest paid sales, with the members that are wanted alone.
        Answer newest = call("GET", SALES + "?q=status:ok&count=2&fields=status,basket_info.sum", null);
        System.out.println("newest: " + newest.get("data.0.basket_info.sum") + ", before it: " + newest.get("data.1.basket_info.sum"));

        // Turnover by payment method from the report of the till; amounts are minor units.
        Answer report = call("GET", "/bridge/v1/reports/turnover?by=method", null);
        for (Object one : (List<?>) report.at("rows")) {
            var row = new Answer(200, one);
            System.out.println(row.get("key") + " " + row.get("turnover"));
        }

        // The figures of the terminal since its last end of day, beside those of the journal.
        Answer figures = call("GET", "/bridge/v1/terminals/me/day-end", null);
        System.out.println("journal " + figures.get("journal.amount") + ", terminal " + figures.get("terminal.amount"));
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
