// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.graphember.cli.Main;
import io.graphember.client.GraphemberClient;
import io.graphember.client.PublishedTable;
import io.graphember.client.api.Prediction;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Three server JVMs, and a fourth that drives a whole job through the thin client from another
 * folder, where alone the files are. The result is that of one JVM, bit for bit.
 */
class SeveralJvmsTest {
  private static final long MOST_SECONDS = 120;

  @TempDir Path servers;
  @TempDir Path user;

  @Test
  void aWholeJobFromAnotherJvmAndFolder() throws Exception {
    Path job = Files.writeString(user.resolve("job.yaml"), CsvGraph.JOB);
    CsvGraph.write(user.resolve("data"));
    List<ServerProcess> cluster = new ArrayList<>();
    try {
      cluster.addAll(ServerProcess.start(3, servers));
      String address = cluster.get(0).address();
      run(List.of("train", "job.yaml", "--json", "several.json", "--connect", address));
      run(List.of("train", job.getFileName().toString(), "--json", "one.json"));

      JsonNode several = read("several.json");
      JsonNode one = read("one.json");
      assertThat(several.get("nodes")).hasSize(3);
      assertThat(one.get("nodes")).hasSize(1);
      assertThat(losses(several)).hasSize(8).isEqualTo(losses(one));
      assertThat(several.get("test").get("accuracy")).isEqualTo(one.get("test").get("accuracy"));
      for (JsonNode node : several.get("nodes")) {
        assertThat(node.get("gathersServed").asLong()).isPositive();
        assertThat(node.get("rowsHeld").asLong()).isPositive();
        assertThat(node.get("sampledEdges").asLong()).isPositive();
        assertThat(node.get("normalizedLoad").asDouble()).isBetween(0.1, 3.0);
      }
      for (int other = 1; other < 3; other++) { // the one trainer is on the first node
        JsonNode node = several.get("nodes").get(other);
        assertThat(node.get("requestsServed").asLong()).isPositive();
        assertThat(node.get("bytesServed").asLong()).isPositive();
        assertThat(node.get("busySeconds").asDouble()).isPositive();
      }
      assertThat(several.get("bytes").asLong()).isPositive();
      assertThat(one.get("bytes").asLong()).isZero();
      assertThat(one.at("/nodes/0/requestsServed").asLong()).isZero();
      assertThat(one.at("/nodes/0/normalizedLoad").asDouble()).isEqualTo(1);
      assertThat(several.at("/graph/exchangedBytes").asLong()).isPositive();
      assertThat(one.at("/graph/exchangedBytes").asLong()).isZero();

      try (GraphemberClient client = GraphemberClient.connect(cluster.get(2).address())) {
        PublishedTable<Prediction> predictions = client.predictions("rings", "rings-sage");
        for (int v = 0; v < CsvGraph.VERTICES; v++) {
          assertThat(predictions.get("v" + v)).as("v" + v).isNotNull();
        }
      }
    } finally {
      ServerProcess.closeAll(cluster);
    }
  }

  private void run(List<String> arguments) throws IOException, InterruptedException {
    Path log = user.resolve("log");
    Process process =
        Jvm.start(user, Main.class, arguments)
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    assertThat(process.waitFor(MOST_SECONDS, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(Files.readString(log)).isZero();
  }

  private JsonNode read(String file) throws IOException {
    return new ObjectMapper().readTree(user.resolve(file).toFile());
  }

  private static List<Double> losses(JsonNode report) {
    List<Double> losses = new ArrayList<>();
    report.get("epochs").forEach(epoch -> losses.add(epoch.get("loss").asDouble()));
    return losses;
  }
}
