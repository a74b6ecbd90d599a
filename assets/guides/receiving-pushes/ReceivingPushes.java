import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpServer;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Receiving pushes: a receiver that knows which ones are from its bridge. */
public class ReceivingPushes {
    static final String TILLBRIDGE = System.getenv().getOrDefault("TILLBRIDGE_URL", "http://127.0.0.1:8640");
    static final String SALES = "/api/v2/Smart/Transactions";
    static final HttpClient HTTP = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    static String token = null;

    public static void main(String[] args) throws Exception {
        // The client of the demo; in a shop a manager makes one for your cash register.
        token = call("POST", "/oauth/token", """
                {"grant_type": "client_credentials", "client_id": "demo-client", "client_secret": "demo-secret"}""").get("access_token");

        var arrived = new CompletableFuture<Push>();
        var server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        server.createContext("/push", exchange -> {
            var push = new Push(exchange.getRequestHeaders(), new String(exchange.getRequestBody().readAllBytes(), "UTF-8"));
            // The payment of the sale tells its changes, too: wait for the push about the sale.
            if (push.body().contains("\"smart.transactions\"")) arrived.complete(push);
            // Answer at once and work afterwards: 2xx means that it arrived, everything else is repeated.
            exchange.sendResponseHeaders(genuine(push.headers(), push.body()) ? 204 : 401, -1);
            exchange.close();
        });
        server.start();

        // A sale that names the receiver, paid in cash.
        Answer sale = call("POST", SALES, """
                {
                  "basket": {"products": [{"desc": "Coffee", "quantity": 1, "priceOne": 340, "tax": 19}]},
                  "application_context": {"return_urls": {"url_push": "http://127.0.0.1:%d/push"}}
                }""".formatted(server.getAddress().getPort()));
        call("POST", SALES + "/" + sale.get("id") + "/start/cash", null);

        Push push = arrived.get(20, TimeUnit.SECONDS);
        server.stop(0);
        Answer told = new Answer(200, new Json(push.body()).value());
        String same = told.get("data.0.id").equals(sale.get("id")) ? "yes" : "no";
        System.out.println(told.get("event") + ", outcome " + told.get("outcome.result") + ", for this sale: " + same);
        System.out.println("signature: " + (genuine(push.headers(), push.body()) ? "right" : "wrong"));
        System.out.println("another body: " + (genuine(push.headers(), push.body() + " ") ? "right" : "wrong"));
    }

    /** The secret of the demo; in a shop POST /bridge/v1/clients/{id}/push-secret shows it once. */
    static final String SECRET = "whsec_dGlsbGJyaWRnZS1kZW1vLXB1c2gtc2VjcmV0LTAwMDE=";

    record Push(Headers headers, String body) {}

    /** Is a push from the bridge, unchanged, and not older than five minutes? */
    static boolean genuine(Headers headers, String body) {
        String moment = headers.getFirst("webhook-timestamp");
        if (Math.abs(System.currentTimeMillis() / 1000 - Long.parseLong(moment)) > 300) return false;
        byte[] wanted = signature(headers.getFirst("webhook-id") + "." + moment + "." + body);
        // Several signatures stand there while a secret is being changed; one has to fit.
        for (String given : headers.getFirst("webhook-signature").split(" "))
            if (MessageDigest.isEqual(wanted, Base64.getDecoder().decode(given.substring("v1,".length())))) return true;
        return false;
    }

    static byte[] signature(String text) {
        try {
            var mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(Base64.getDecoder().decode(SECRET.substring("whsec_".length())), "HmacSHA256"));
            return mac.doFinal(text.getBytes("UTF-8"));
        } catch (Exception impossible) {
            throw new IllegalStateException(impossible);
        }
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
