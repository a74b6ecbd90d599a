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
import java.util.UUID;

/** Card payment, all endings: one function that is right for each of them. */
public class CardPaymentAllEndings {
    static final String TILLBRIDGE = System.getenv().getOrDefault("TILLBRIDGE_URL", "http://127.0.0.1:8640");
    static final String SALES = "/api/v2/Smart/Transactions";
    static final HttpClient HTTP = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    static String token = null;

    public static void main(String[] args) throws Exception {
        // The client of the demo; in a shop a manager makes one for your cash register.
        token = call("POST", "/oauth/token", """
                {"grant_type": "client_credentials", "client_id": "demo-client", "client_secret": "demo-secret"}""").get("access_token");

        String[][] endings = {
                {"approved", "approve", "1200"},
                {"declined", "approve", "1205"},
                {"card not readable", "approve", "1207"},
                {"line lost before the result", "approve", "1213"},
                {"signature on the slip", "signature", "1000"},
                {"partial approval", "partial:50", "1000"},
        };
        for (String[] ending : endings) {
            // What the virtual terminal does next; with approve the amount chooses.
            behave(ending[1]);
            Answer answer = takePayment(ending[2]);
            String why = answer.at("reason") == null ? "none" : answer.get("reason.advice");
            String sign = answer.get("receipt_merchant_print").equals("true") ? "sign the slip" : "nothing to sign";
            System.out.println(ending[0] + ": " + answer.get("outcome.result") + ", advice " + why + ", " + sign);
        }
        behave("approve");
    }

    /** Takes an amount by card; answers when it is known whether it was paid. */
    static Answer takePayment(String amount) throws Exception {
        Answer sale = call("POST", SALES, """
                {"basket_info": {"sum": %s}}""".formatted(amount));
        // One key an attempt: the same call with the same key never pays again.
        Answer answer = call("POST", SALES + "/" + sale.get("id") + "/start/cashless", null,
                "Idempotency-Key", UUID.randomUUID().toString());
        while (answer.get("outcome.result").equals("unknown")) {
            String ahead = answer.get("outcome.next.path");
            if (ahead.endsWith("/verdict")) {
                // A person decides. Here the terminal took too little, and takes it back.
                answer = call("POST", ahead, """
                        {"part": "take_back"}""");
            } else {
                Thread.sleep(1000);
                answer = call("GET", SALES + "/" + sale.get("id"), null);
            }
        }
        return answer;
    }

    static void behave(String behaviour) throws Exception {
        call("POST", "/bridge/v1/control/terminal/behaviour", """
                {"behaviour": "%s"}""".formatted(behaviour));
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
