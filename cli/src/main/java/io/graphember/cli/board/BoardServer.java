// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.board;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.graphember.cli.error.CliError;
import io.graphember.cli.page.Page;
import io.graphember.client.GraphemberClient;
import io.graphember.client.api.ErrorInfo;
import io.graphember.client.api.Json;
import io.graphember.spi.error.GraphemberException;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Serves the board on the loopback interface. Its address has a secret: whoever else works on this
 * machine, and pages of other sites in the same browser, do not know it. It does nothing but what
 * its client may. Requests are answered one after the other.
 *
 * <table>
 *   <caption>What is below the secret</caption>
 *   <tr><td>{@code GET /}</td><td>the page</td></tr>
 *   <tr><td>{@code GET /state}</td><td>a {@link BoardState} as JSON</td></tr>
 *   <tr><td>{@code GET /job/ID/FROM}</td><td>a {@link io.graphember.client.api.JobState} with the
 *       epochs from a number on</td></tr>
 *   <tr><td>{@code POST /cancel/ID}</td><td>cancels a job: true if it was running</td></tr>
 * </table>
 *
 * <p>A call that the cluster refuses is answered with status 502 and an {@link ErrorInfo}.
 */
public final class BoardServer implements AutoCloseable {
  private static final int SECRET_BYTES = 16;
  private static final Pattern JOB = Pattern.compile("/job/(\\d{1,18})/(\\d{1,9})");
  private static final Pattern CANCEL = Pattern.compile("/cancel/(\\d{1,18})");

  private final HttpServer server;
  private final GraphemberClient client;
  private final String secret;
  private final Set<String> hosts;

  private BoardServer(HttpServer server, GraphemberClient client) {
    this.server = server;
    this.client = client;
    this.secret = secret();
    final int port = server.getAddress().getPort();
    this.hosts = Set.of("127.0.0.1:" + port, "localhost:" + port, "[::1]:" + port);
  }

  private static String secret() {
    final byte[] bytes = new byte[SECRET_BYTES];
    new SecureRandom().nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  /**
   * Starts to serve.
   *
   * @param client asks the cluster; not closed
   * @param port from 0 to 65535; 0 for a free one
   * @throws GraphemberException with code {@link CliError#PORT_TAKEN}
   */
  public static BoardServer start(GraphemberClient client, int port) {
    try {
      final HttpServer server =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
      final BoardServer board = new BoardServer(server, client);
      server.createContext("/", board::answer);
      server.start();
      return board;
    } catch (IOException e) {
      throw new GraphemberException(
          CliError.PORT_TAKEN,
          "--port = %d: cannot be listened on, %s; name another port, or 0 for a free one."
              .formatted(port, e.getMessage()),
          e);
    }
  }

  /** Where the page is. */
  public String address() {
    return "http://127.0.0.1:%d/%s/".formatted(server.getAddress().getPort(), secret);
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      final String path = exchange.getRequestURI().getPath();
      final String host = String.valueOf(exchange.getRequestHeaders().getFirst("Host"));
      if (!path.startsWith("/" + secret + "/") || !hosts.contains(host)) {
        send(exchange, HttpURLConnection.HTTP_NOT_FOUND, "text/plain", "not found\n");
        return;
      }
      answer(exchange, path.substring(secret.length() + 1));
    }
  }

  private void answer(HttpExchange exchange, String path) throws IOException {
    final boolean post = exchange.getRequestMethod().equals("POST");
    final Matcher job = JOB.matcher(path);
    final Matcher cancel = CANCEL.matcher(path);
    if (post && cancel.matches()) {
      json(exchange, () -> client.job(Long.parseLong(cancel.group(1))).cancel());
    } else if (!exchange.getRequestMethod().equals("GET")) {
      send(exchange, HttpURLConnection.HTTP_BAD_METHOD, "text/plain", "not that way\n");
    } else if (path.equals("/")) {
      send(
          exchange,
          HttpURLConnection.HTTP_OK,
          "text/html; charset=utf-8",
          Page.of("Graphember", "board.js", Map.of()));
    } else if (path.equals("/state")) {
      json(exchange, () -> BoardState.of(client));
    } else if (job.matches()) {
      json(
          exchange,
          () -> client.job(Long.parseLong(job.group(1))).state(Integer.parseInt(job.group(2))));
    } else {
      send(exchange, HttpURLConnection.HTTP_NOT_FOUND, "text/plain", "not found\n");
    }
  }

  private static void json(HttpExchange exchange, Supplier<Object> value) throws IOException {
    String text;
    int status = HttpURLConnection.HTTP_OK;
    try {
      text = Json.write(value.get());
    } catch (GraphemberException e) {
      status = HttpURLConnection.HTTP_BAD_GATEWAY;
      text = Json.write(ErrorInfo.of(e));
    }
    send(exchange, status, "application/json", text);
  }

  private static void send(HttpExchange exchange, int status, String type, String text)
      throws IOException {
    final byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    final Headers headers = exchange.getResponseHeaders();
    headers.set("Content-Type", type);
    headers.set("Cache-Control", "no-store");
    headers.set("X-Content-Type-Options", "nosniff");
    headers.set("X-Frame-Options", "DENY");
    headers.set("Referrer-Policy", "no-referrer");
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
  }

  /** Stops to serve. */
  @Override
  public void close() {
    server.stop(0);
  }
}
