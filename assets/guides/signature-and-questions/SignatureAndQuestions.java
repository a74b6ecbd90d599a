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

/** Signature and questions: a cash register that asks a person, and answers the terminal. */
public class SignatureAndQuestions {
    static final String TILLBRIDGE = System.getenv().getOrDefault("TILLBRIDGE_URL", "http://127.0.0.1:8640");
    static final String SALES = "/api/v2/Smart/Transactions";
    static final HttpClient HTTP = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    static String token = null;

    public static void main(String[] args) throws Exception {
        // The client of the demo; in a shop a manager makes one for your cash register.
        token = call("POST", "/oauth/token", """
                {"grant_type": "client_credentials", "client_id": "demo-client", "client_secret": "demo-secret"}""").get("access_token");

        // The virtual terminal asks for a signature from here on.
        call("POST", "/bridge/v1/control/terminal/behaviour", """
                {"behaviour": "signature"}""");

        // questions: true says that this cash register answers; respond-async: it does not wait in the call.
        Answer sale = call("POST", SALES, """
                {"basket": {"products": [{"desc": "Coffee", "quantity": 1, "priceOne": 340, "tax": 19}]}}""");
        String path = SALES + "/" + sale.get("id");
        Answer answer = call("POST", path + "/start/cashless", """
                {"questions": true}""", "Prefer", "respond-async");
        System.out.println("started: " + answer.status() + ", outcome " + answer.get("outcome.result"));

        // Follow the sale: its outcome has the question of the terminal, in both languages, and the slip to sign.
        String asked = "null";
        while (!answer.get("outcome.final").equals("true")) {
            Thread.sleep(200);
            answer = call("GET", path, null);
            String question = answer.get("outcome.question.id");
            if (!question.equals("null") && !question.equals(asked)) {
                asked = question;
                System.out.println("question: " + answer.get("outcome.question.kind") + ", " + answer.get("outcome.question.texts.en"));
                // Print the slip for the customer to sign; here the person finds the signature right.
                boolean none = List.of().equals(answer.at("outcome.question.receipt_merchant"));
                System.out.println("slip to sign: " + (none ? "none" : "printed"));
                call("POST", "/bridge/v1/till/answer", """
                        {"question": "%s", "answer": "yes"}""".formatted(asked));
            }
        }
        System.out.println("outcome " + answer.get("outcome.result") + ", paid " + answer.get("outcome.paid"));
        call("POST", "/bridge/v1/control/terminal/behaviour", """
                {"behaviour": "approve"}""");
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
