// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.graphember.client.GraphemberClient;
import io.graphember.client.api.JobResult;
import io.graphember.client.api.Prediction;
import io.graphember.config.SettingsDocument;
import io.graphember.inference.exchange.ExportedSlices;
import io.graphember.inference.exchange.ImportedSlices;
import io.graphember.jobs.live.GraphTask;
import io.graphember.spi.Cancellation;
import io.graphember.spi.backend.ModelSpec;
import io.graphember.spi.model.layer.GraphSage;
import io.graphember.training.job.JobSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.cache.Cache;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The engines that compute slices give what the model gives, on a real node. */
class InferenceEngineTest {
  private static Map<Object, Prediction> predictions(TestCluster cluster, JobResult result) {
    Map<Object, Prediction> predictions = new HashMap<>();
    String name = result.publications().get("predictions").cache();
    for (Cache.Entry<Object, Prediction> entry : cluster.node(0).<Object, Prediction>cache(name)) {
      predictions.put(entry.getKey(), entry.getValue());
    }
    return predictions;
  }

  @Test
  void enginesAgree() {
    try (TestCluster cluster = TestCluster.start(1);
        GraphemberClient client = cluster.connect()) {
      JobSettings training =
          BlockModelJob.settings("training.epochs=2", "training.evaluationFanouts=[all]");
      Jobs.load(client, training);
      Map<Object, Prediction> expected = predictions(cluster, Jobs.run(client, training));
      for (String engine : new String[] {"kernel", "onnx", "auto"}) {
        JobResult result =
            Jobs.run(
                client,
                BlockModelJob.settings(
                        "name=blocks-" + engine,
                        "inference={model: blocks-sage, engine: %s}".formatted(engine))
                    .withoutSource());
        assertThat(result.versions().get("engine"))
            .startsWith(engine.equals("auto") ? "onnx" : engine);
        assertSame(predictions(cluster, result), expected);
      }
    }
  }

  private static void assertSame(
      Map<Object, Prediction> predictions, Map<Object, Prediction> expected) {
    assertThat(predictions).containsOnlyKeys(expected.keySet());
    predictions.forEach(
        (key, prediction) ->
            assertThat(prediction.probabilities())
                .containsExactly(expected.get(key).probabilities(), within(1e-4f)));
  }

  private static JobSettings slices(String... assignments) {
    List<String> all = new ArrayList<>(List.of(assignments));
    all.add("name=blocks-slices");
    all.add("inference={slices: folder}");
    return BlockModelJob.settings(all.toArray(String[]::new)).withoutSource();
  }

  private static JobResult run(GraphemberClient client, JobSettings job, byte[] attachment) {
    return client
        .submit(SettingsDocument.toJson(job), attachment)
        .await(state -> {}, Cancellation.NEVER);
  }

  private static void exported(TestCluster cluster, String forms, Path folder) {
    CommandRun.succeeds(
        "export",
        "blocks",
        "blocks-sage",
        "--model",
        forms,
        "--to",
        folder.toString(),
        "--connect",
        cluster.address(0));
  }

  @Test
  void slicesFromElsewhereRun(@TempDir Path folder) throws Exception {
    try (TestCluster cluster = TestCluster.start(2);
        GraphemberClient client = cluster.connect()) {
      JobSettings training =
          BlockModelJob.settings("training.epochs=2", "training.evaluationFanouts=[all]");
      Jobs.load(client, training);
      Map<Object, Prediction> expected = predictions(cluster, Jobs.run(client, training));
      ModelSpec spec =
          training.ofModel().spec(GraphTask.of(client.graphs().get(0), training).shape());
      exported(cluster, "slices,onnx", folder);
      assertThat(folder)
          .isDirectoryContaining("glob:**/slices.yaml")
          .isDirectoryContaining("glob:**/slice-1-apply.onnx")
          .isDirectoryContaining("glob:**/model.onnx");
      Files.delete(folder.resolve("model.onnx"));
      byte[] archive = ImportedSlices.read(folder).encode();
      assertSame(predictions(cluster, run(client, slices(), archive)), expected);
      assertThatThrownBy(() -> run(client, slices(), new byte[0]))
          .hasMessage("The folder of slices sent by the client has no file slices.yaml.");
      ModelSpec other = new ModelSpec(new GraphSage(), spec.inputDim() + 1, 8, 5, 2, 0, 0);
      Map<String, byte[]> unfit = ExportedSlices.of(other, new float[other.layout().length()]);
      for (Map.Entry<String, byte[]> file : unfit.entrySet()) {
        Files.write(folder.resolve(file.getKey()), file.getValue());
      }
      byte[] wider = ImportedSlices.read(folder).encode();
      assertThatThrownBy(() -> run(client, slices(), wider))
          .hasMessageStartingWith("Slice 0 takes rows of %d floats".formatted(other.inputDim()));
    }
  }
}
