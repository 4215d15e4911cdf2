// SPDX-License-Identifier: Apache-2.0
package io.graphember.it.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.graphember.cli.board.BoardServer;
import io.graphember.cli.error.CliError;
import io.graphember.client.GraphemberClient;
import io.graphember.client.JobHandle;
import io.graphember.client.api.JobState;
import io.graphember.client.api.node.NodeInfo;
import io.graphember.config.SettingsDocument;
import io.graphember.it.Await;
import io.graphember.it.BlockModelJob;
import io.graphember.it.CommandRun;
import io.graphember.it.Jobs;
import io.graphember.it.TestCluster;
import io.graphember.spi.error.GraphemberException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The board, by HTTP and in a browser. */
class BoardTest {
  private static final Duration BOUND = Duration.ofSeconds(60);

  @TempDir static Path work;
  private static TestCluster cluster;
  private static GraphemberClient client;
  private static BoardServer board;

  @BeforeAll
  static void start() {
    cluster = TestCluster.start(2);
    client = cluster.connect();
    Jobs.load(client, BlockModelJob.settings());
    board = BoardServer.start(client, 0);
  }

  @AfterAll
  static void stop() {
    board.close();
    client.close();
    cluster.close();
  }

  private static JobHandle endless(String name) {
    final JobHandle job =
        client.submit(
            SettingsDocument.toJson(
                BlockModelJob.settings("name=" + name, "training.epochs=100000").withoutSource()));
    Await.until(BOUND, () -> !job.state().epochs().isEmpty());
    return job;
  }

  private static HttpResponse<String> send(String method, String address)
      throws IOException, InterruptedException {
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(URI.create(address))
                .method(method, HttpRequest.BodyPublishers.noBody())
                .build(),
            HttpResponse.BodyHandlers.ofString());
  }

  @Test
  void aBrowserFollowsAJobAndCancelsIt() {
    Browser.require();
    final JobHandle job = endless("followed");
    try (Browser browser = Browser.start(work.resolve("profile"))) {
      browser.open(board.address());
      assertThat(browser.texts("#cluster")).singleElement().asString().endsWith(", 2 nodes");
      assertThat(browser.cells("#nodes"))
          .extracting(row -> row.get(0))
          .containsExactlyElementsOf(client.nodes().stream().map(NodeInfo::node).toList());
      assertThat(browser.cells("#graphs").get(0).subList(0, 5))
          .containsExactly("blocks", "1", "800", String.valueOf(edges()), "8");
      assertThat(browser.texts("#queue p")).containsExactly("No job waits.");
      final List<String> row = browser.cells("#jobs").get(0);
      assertThat(row.subList(0, 4))
          .containsExactly(String.valueOf(job.number()), "followed", "blocks", "running, train");
      assertThat(browser.cells("#job-memory").get(0).subList(0, 3))
          .containsExactly(String.valueOf(job.number()), "followed on blocks", "2");
      assertThat(browser.cells("#graph-memory").get(0).get(0)).isEqualTo("blocks");
      browser.until("Number(document.querySelector('#curves > div').dataset.epochs) > 3");
      assertThat(browser.texts("#curve-job").get(0)).contains("followed");

      browser.value("(window.confirm = () => true)");
      browser.click("[data-cancel='%d']".formatted(job.number()));
      Await.until(BOUND, () -> job.state().status() == JobState.Status.CANCELLED);
      browser.until(
          "document.querySelector('#jobs tbody tr td:nth-child(4)').textContent === 'cancelled'");
      browser.until(
          "document.querySelector('#curves > div').dataset.epochs === '%d'"
              .formatted(job.state().epochs().size()));
      assertThat(browser.texts("#message"))
          .containsExactly("Job %d is being cancelled.".formatted(job.number()));
      browser.until("document.querySelector('#memory p') !== null");
      assertThat(browser.complaints()).isEmpty();
    }
  }

  private static String edges() {
    return "%,d".formatted(client.graphs().get(0).edges());
  }

  @Test
  void byHttpItSaysWhatAClientIsTold() throws IOException, InterruptedException {
    final JobHandle job = endless("asked");
    final JsonNode state =
        new ObjectMapper().readTree(send("GET", board.address() + "state").body());
    assertThat(state.at("/nodes")).hasSize(2);
    assertThat(state.at("/graphs/0/vertices").asLong()).isEqualTo(800);
    assertThat(state.at("/graphs/0/slabBytes").asLong())
        .isEqualTo(client.graphs().get(0).slabBytes().stream().mapToLong(bytes -> bytes).sum());
    assertThat(state.findValuesAsText("status")).contains("RUNNING");

    final HttpResponse<String> epochs =
        send("GET", board.address() + "job/%d/2".formatted(job.number()));
    assertThat(epochs.statusCode()).isEqualTo(200);
    assertThat(epochs.body()).doesNotContain("\"epoch\":1,");

    final HttpResponse<String> cancelled = send("POST", board.address() + "cancel/" + job.number());
    assertThat(cancelled.body()).isEqualTo("true");
    Await.until(BOUND, () -> job.state().status() == JobState.Status.CANCELLED);

    final HttpResponse<String> unknown = send("GET", board.address() + "job/123456/1");
    assertThat(unknown.statusCode()).isEqualTo(502);
    assertThat(unknown.body()).contains("\"code\":\"JOB_UNKNOWN\"");
  }

  @Test
  void whoDoesNotKnowTheSecretGetsNothing() throws IOException, InterruptedException {
    final URI address = URI.create(board.address());
    final String root = "http://127.0.0.1:%d/".formatted(address.getPort());
    for (String path : List.of("", "state", "job/1/1", "0".repeat(32) + "/state")) {
      assertThat(send("GET", root + path).statusCode()).as(path).isEqualTo(404);
    }
    assertThat(send("POST", root + "cancel/1").statusCode()).isEqualTo(404);
    for (String path :
        List.of("x", "job/1", "job/-1/1", "job/1/99999999999", "cancel/1", "state/")) {
      assertThat(send("GET", board.address() + path).statusCode()).as(path).isEqualTo(404);
    }
    assertThat(send("POST", board.address() + "state").statusCode()).isEqualTo(405);
    assertThat(send("DELETE", board.address() + "cancel/1").statusCode()).isEqualTo(405);
    assertThat(foreign(address)).startsWith("HTTP/1.1 404");
    assertThat(send("GET", board.address()).headers().firstValue("X-Frame-Options"))
        .contains("DENY");
  }

  /** As a page of another site asks whose name leads to this machine. */
  private static String foreign(URI address) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), address.getPort())) {
      socket
          .getOutputStream()
          .write(
              "GET %sstate HTTP/1.1\r\nHost: evil.example:%d\r\nConnection: close\r\n\r\n"
                  .formatted(address.getPath(), address.getPort())
                  .getBytes(StandardCharsets.US_ASCII));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Test
  void theCommandSaysWhereThePageIsAndEndsWhenItIsStopped() {
    final long begun = System.nanoTime();
    final CommandRun run =
        CommandRun.cancelledWhen(
            () -> System.nanoTime() - begun > Duration.ofSeconds(2).toNanos(),
            "board",
            "--connect",
            cluster.address(0));
    assertThat(run.exit()).as(run.err()).isZero();
    assertThat(run.out()).matches("Board {7}http://127\\.0\\.0\\.1:\\d+/[0-9a-f]{32}/\n");
  }

  @Test
  void aPortThatIsTakenIsRefused() {
    final int port = URI.create(board.address()).getPort();
    assertThatThrownBy(() -> BoardServer.start(client, port))
        .isInstanceOfSatisfying(
            GraphemberException.class, e -> assertThat(e.is(CliError.PORT_TAKEN)).isTrue())
        .hasMessage(
            "--port = %d: cannot be listened on, Address already in use; name another port, or 0 for a free one."
                .formatted(port));
    assertThat(CommandRun.of("board", "--port", "70000").err())
        .contains("--port = 70000: give a port from 1 to 65535, or 0 for a free one");
  }
}
