// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.graphember.client.GraphemberClient;
import io.graphember.client.api.JobResult;
import io.graphember.client.api.Prediction;
import io.graphember.training.job.JobSettings;
import java.util.HashMap;
import java.util.Map;
import javax.cache.Cache;
import org.junit.jupiter.api.Test;

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
      for (String engine : new String[] {"kernel", "onnx", "djl"}) {
        JobResult result =
            Jobs.run(
                client,
                BlockModelJob.settings(
                        "name=blocks-" + engine,
                        "inference={model: blocks-sage, engine: %s}".formatted(engine))
                    .withoutSource());
        assertThat(result.versions().get("engine")).startsWith(engine);
        Map<Object, Prediction> predictions = predictions(cluster, result);
        assertThat(predictions).containsOnlyKeys(expected.keySet());
        predictions.forEach(
            (key, prediction) ->
                assertThat(prediction.probabilities())
                    .containsExactly(expected.get(key).probabilities(), within(1e-4f)));
      }
    }
  }
}
