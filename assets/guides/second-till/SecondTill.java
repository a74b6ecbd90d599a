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

/** A second till: made, let in by a code, and with a terminal of its own. */
public class SecondTill {
    static final String TILLBRIDGE = System.getenv().getOrDefault("TILLBRIDGE_URL", "http://127.0.0.1:8640");
    static final HttpClient HTTP = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    static String token = null;

    public static void main(String[] args) throws Exception {
        // The client of the demo; in a shop a manager makes one for your cash register.
        token = call("POST", "/oauth/token", """
                {"grant_type": "client_credentials", "client_id": "demo-client", "client_secret": "demo-secret"}""").get("access_token");

        // A manager, or a client with the scope manage, makes the till and names its terminal.
        Answer terminals = call("GET", "/bridge/v1/terminals", null);
        Answer till = call("POST", "/bridge/v1/tills", """
                {"name": "Till 2", "terminal": "%s"}""".formatted(terminals.get("data.0.device")));
        System.out.println(till.get("name") + " with " + till.get("terminal.name"));

        // The new till asks for a code, and shows user_code and verification_url to a person.
        Answer codes = call("POST", "/oauth/token", """
                {
                  "grant_type": "device",
                  "client_id": "demo-client",
                  "client_secret": "demo-secret",
                  "uuid": "%s"
                }""".formatted(till.get("uuid")));

        // Until the person has let it in, the answer is 401 authorization_pending: ask every interval seconds.
        Answer waiting = call("POST", "/oauth/token", """
                {
                  "grant_type": "device",
                  "client_id": "demo-client",
                  "client_secret": "demo-secret",
                  "code": "%s"
                }""".formatted(codes.get("device_code")));
        System.out.println(waiting.get("error"));

        // Here the demo plays the person, and lets the interval pass; a shop has no such calls.
        call("POST", "/bridge/v1/control/devices/approve", """
                {"user_code": "%s"}""".formatted(codes.get("user_code")));
        call("PUT", "/bridge/v1/control/clock", """
                {"by": 6000}""");
        Answer own = call("POST", "/oauth/token", """
                {
                  "grant_type": "device",
                  "client_id": "demo-client",
                  "client_secret": "demo-secret",
                  "code": "%s"
                }""".formatted(codes.get("device_code")));
        System.out.println(own.get("token_type") + ", valid for " + own.get("expires_in") + " seconds");
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
