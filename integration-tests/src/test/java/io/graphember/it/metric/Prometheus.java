// SPDX-License-Identifier: Apache-2.0
package io.graphember.it.metric;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** A Prometheus of this machine that scrapes on the loopback interface. */
final class Prometheus implements AutoCloseable {
  static final Path PROGRAM = Path.of("/usr/bin/prometheus");

  private final HttpClient http = HttpClient.newHttpClient();
  private final ObjectMapper json = new ObjectMapper();
  private final Process process;
  private final Path log;
  private final int port;

  /**
   * Starts it.
   *
   * @param configuration its file
   * @param work where it keeps what it has scraped
   */
  Prometheus(Path configuration, Path work, int port) throws IOException {
    this.port = port;
    this.log = work.resolve("prometheus.log");
    this.process =
        new ProcessBuilder(
                PROGRAM.toString(),
                "--config.file=" + configuration,
                "--storage.tsdb.path=" + work.resolve("series"),
                "--web.listen-address=127.0.0.1:" + port)
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
  }

  /** The series that an expression gives now; none while it does not answer. */
  JsonNode query(String expression) {
    return get("query?query=" + URLEncoder.encode(expression, StandardCharsets.UTF_8))
        .path("result");
  }

  /** The first value of an expression; NaN if there is none. */
  double value(String expression) {
    return query(expression).path(0).path("value").path(1).asDouble(Double.NaN);
  }

  /** All rules with their state. */
  JsonNode rules() {
    return get("rules").path("groups");
  }

  private JsonNode get(String what) {
    try {
      final HttpResponse<String> answer =
          http.send(
              HttpRequest.newBuilder(
                      URI.create("http://127.0.0.1:%d/api/v1/%s".formatted(port, what)))
                  .build(),
              HttpResponse.BodyHandlers.ofString());
      return json.readTree(answer.body()).path("data");
    } catch (IOException e) { // it does not listen yet
      return json.createObjectNode();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** What it has said. */
  String log() throws IOException {
    return Files.readString(log);
  }

  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(30, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
