// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.graphember.client.ClientError;
import io.graphember.client.GraphemberClient;
import io.graphember.client.api.JobResult;
import io.graphember.inference.InferenceError;
import io.graphember.spi.error.ErrorCode;
import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.error.SpiError;
import io.graphember.training.job.JobSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A node that cannot write its files any more: the system lets its process write short ones only,
 * which the program sees as it sees a full disk.
 */
class DiskFullTest {
  private static final Path PRLIMIT = Path.of("/usr/bin/prlimit");

  private static void limitFiles(ServerProcess server, String bytes) throws Exception {
    assertThat(
            new ProcessBuilder(
                    PRLIMIT.toString(), "--pid", "" + server.pid(), "--fsize=" + bytes + ":")
                .start()
                .waitFor())
        .isZero();
  }

  /** Rows of 512 floats are kept between the layers. */
  private static JobSettings job(String... more) {
    List<String> all =
        new ArrayList<>(
            List.of(
                "model.layers=3",
                "model.hidden=512",
                "training.epochs=1",
                "training.fanouts=[2]",
                "training.evaluationFanouts=[2]"));
    all.addAll(List.of(more));
    return BlockModelJob.settings(all.toArray(String[]::new));
  }

  private static JobSettings inference(String name, String engine) {
    return job(
            "name=" + name,
            "inference={model: blocks-sage, engine: %s, rows: files, cacheMebibytes: 8}"
                .formatted(engine))
        .withoutSource();
  }

  private static void train(GraphemberClient client) {
    Jobs.load(client, job());
    Jobs.run(client, job());
  }

  private static void assertFails(
      GraphemberClient client, String job, String engine, ErrorCode code, String why) {
    assertThatThrownBy(() -> Jobs.run(client, inference(job, engine)))
        .isInstanceOfSatisfying(
            GraphemberException.class, e -> assertThat(e.is(code)).as(e.getMessage()).isTrue())
        .hasMessageContaining(why);
    assertThatThrownBy(() -> client.predictions("blocks", job))
        .isInstanceOfSatisfying(
            GraphemberException.class,
            e -> assertThat(e.is(ClientError.PUBLICATION_MISSING)).isTrue());
  }

  @Test
  void nothingIsPublishedAndTheJobGoesOnWhenThereIsRoom(@TempDir Path folder) throws Exception {
    assumeTrue(Files.isExecutable(PRLIMIT));
    try (ServerProcess server = ServerProcess.start(1, folder).get(0);
        GraphemberClient client = GraphemberClient.connect(server.address())) {
      train(client);
      Jobs.run(client, inference("before", "onnx"));

      limitFiles(server, "100000");
      assertFails(client, "blocks-infer", "onnx", InferenceError.STORE_FAILED, "File too large");

      limitFiles(server, "unlimited");
      JobResult result = Jobs.run(client, inference("blocks-infer", "onnx"));
      assertThat(result.publications()).containsOnlyKeys("predictions", "embeddings");
    }
  }

  @Test
  void aLibraryThatCannotBeUnpackedIsNamed(@TempDir Path folder) throws Exception {
    assumeTrue(Files.isExecutable(PRLIMIT));
    try (ServerProcess server = ServerProcess.start(1, folder).get(0);
        GraphemberClient client = GraphemberClient.connect(server.address())) {
      train(client);
      limitFiles(server, "100000");
      for (int i = 0; i < 2; i++) {
        assertFails(
            client,
            "blocks-infer",
            "kernel",
            InferenceError.STORE_FAILED,
            "The Blosc library cannot be used: ");
        assertFails(
            client,
            "blocks-infer",
            "onnx",
            SpiError.ENGINE_UNAVAILABLE,
            "ONNX Runtime does not load on ");
      }
    }
  }
}
